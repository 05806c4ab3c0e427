import type { ErrorPageTexts } from '../areas/error-page.ts'

export const errorPageTexts: ErrorPageTexts = {
  notFound: {
    title: 'Ova stranica ne postoji',
    text: 'Link nije potpun ili više ne važi. Vratite se u prodavnicu i počnite odatle.',
  },
  notNow: { title: 'Stranica se trenutno ne može prikazati', text: 'Pokušajte ponovo za koji trenutak.' },
}
