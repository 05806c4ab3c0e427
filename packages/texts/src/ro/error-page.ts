import type { ErrorPageTexts } from '../areas/error-page.ts'

export const errorPageTexts: ErrorPageTexts = {
  notFound: {
    title: 'Această pagină nu există',
    text: 'Linkul este incomplet sau nu mai este valabil. Reveniți la magazin și începeți de acolo.',
  },
  notNow: { title: 'Pagina nu poate fi afișată acum', text: 'Încercați din nou peste câteva momente.' },
}
