import type { ErrorPageTexts } from '../areas/error-page.ts'

export const errorPageTexts: ErrorPageTexts = {
  notFound: {
    title: 'Ta strona nie istnieje',
    text: 'Link jest niepełny lub stracił ważność. Proszę wrócić do sklepu i zacząć stamtąd.',
  },
  notNow: { title: 'Tej strony nie można teraz pokazać', text: 'Proszę spróbować ponownie za chwilę.' },
}
