import type { PassageTexts } from '../areas/bank-passage.ts'

export const passageTexts: PassageTexts = {
  continue: 'Dalej',
  continuing: 'Chwileczkę',
  to_your_bank: 'Przechodzimy na stronę Państwa banku',
  finished: 'Gotowe',
  close_page: 'Można zamknąć tę stronę i wrócić do sklepu.',
  not_possible: 'Coś poszło nie tak',
  not_understood: 'Ten link stracił ważność. Proszę sprawdzić zamówienie w sklepie.',
}
