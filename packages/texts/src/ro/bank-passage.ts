import type { PassageTexts } from '../areas/bank-passage.ts'

export const passageTexts: PassageTexts = {
  continue: 'Continuați',
  continuing: 'Un moment',
  to_your_bank: 'Vă ducem la banca dumneavoastră',
  finished: 'Gata',
  close_page: 'Puteți închide această pagină și reveni la magazin.',
  not_possible: 'Nu a funcționat',
  not_understood: 'Această adresă nu mai este valabilă. Reveniți la magazin și verificați comanda acolo.',
}
