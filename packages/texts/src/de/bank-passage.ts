import type { PassageTexts } from '../areas/bank-passage.ts'

export const passageTexts: PassageTexts = {
  continue: 'Weiter',
  continuing: 'Einen Moment',
  to_your_bank: 'Wir bringen Sie zu Ihrer Bank',
  finished: 'Fertig',
  close_page: 'Sie können diese Seite schließen und zum Shop zurückkehren.',
  not_possible: 'Etwas ist schiefgegangen',
  not_understood: 'Dieser Link ist nicht mehr gültig. Prüfen Sie Ihre Bestellung im Shop.',
}
