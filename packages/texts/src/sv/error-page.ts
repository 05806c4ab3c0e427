import type { ErrorPageTexts } from '../areas/error-page.ts'

export const errorPageTexts: ErrorPageTexts = {
  notFound: {
    title: 'Sidan finns inte',
    text: 'Länken är ofullständig eller gäller inte längre. Gå tillbaka till butiken och börja därifrån.',
  },
  notNow: { title: 'Sidan kan inte visas just nu', text: 'Försök igen om en stund.' },
}
