import type { PassageTexts } from '../areas/bank-passage.ts'

export const passageTexts: PassageTexts = {
  continue: 'Nastavite',
  continuing: 'Trenutak',
  to_your_bank: 'Vodimo vas do vaše banke',
  finished: 'Završeno',
  close_page: 'Možete zatvoriti ovu stranicu i vratiti se u prodavnicu.',
  not_possible: 'Nešto nije u redu',
  not_understood: 'Ovaj link više ne važi. Provjerite narudžbu u prodavnici.',
}
