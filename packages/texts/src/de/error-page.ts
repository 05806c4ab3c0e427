import type { ErrorPageTexts } from '../areas/error-page.ts'

export const errorPageTexts: ErrorPageTexts = {
  notFound: {
    title: 'Diese Seite gibt es nicht',
    text: 'Der Link ist unvollständig oder nicht mehr gültig. Kehren Sie zum Shop zurück und beginnen Sie dort.',
  },
  notNow: {
    title: 'Diese Seite kann derzeit nicht gezeigt werden',
    text: 'Versuchen Sie es in Kürze erneut.',
  },
}
