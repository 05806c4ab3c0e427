import type { PassageTexts } from '../areas/bank-passage.ts'

export const passageTexts: PassageTexts = {
  continue: 'Continuați',
  continuing: 'Un moment',
  to_your_bank: 'Vă ducem la banca dumneavoastră',
  finished: 'Gata',
  close_page: 'Puteți închide această pagină și reveni la magazin.',
  not_possible: 'A apărut o problemă',
  not_understood: 'Acest link nu mai este valabil. Verificați comanda în magazin.',
}
