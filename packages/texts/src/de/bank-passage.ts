import type { PassageTexts } from '../areas/bank-passage.ts'

export const passageTexts: PassageTexts = {
  continue: 'Weiter',
  continuing: 'Einen Moment',
  to_your_bank: 'Wir bringen Sie zu Ihrer Bank',
  finished: 'Fertig',
  close_page: 'Sie können diese Seite schließen und zum Shop zurückkehren.',
  not_possible: 'Das hat nicht funktioniert',
  not_understood:
    'Diese Adresse ist nicht mehr gültig. Kehren Sie zum Shop zurück und sehen Sie dort nach Ihrer Bestellung.',
}
