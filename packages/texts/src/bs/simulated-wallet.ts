import type { SheetTexts } from '../areas/simulated-wallet.ts'

export const sheetTexts: SheetTexts = {
  language: 'Jezik',
  title: 'Platite novčanikom',
  shop: 'Prodavnica',
  amount: 'Iznos',
  cards: 'Kartica',
  kinds: { PAN_ONLY: 'Sačuvana na vašem računu', CRYPTOGRAM_3DS: 'Na ovom uređaju' },
  ends: { approved: 'odobreno', challenge: 'uz 3-D Secure', declined: 'nedovoljno sredstava' },
  noCards: 'Prodavnica ne prihvata nijednu karticu iz ovog novčanika.',
  address: 'Adresa za račun',
  passcode: 'Šifra uređaja',
  passcodeHint: 'Bilo koje četiri cifre; 0000 se odbija.',
  wrongPasscode: 'Šifra nije ispravna. Pokušajte ponovo.',
  pay: 'Platite',
  cancel: 'Otkažite',
  offline: 'Novčanik nije dostupan. Provjerite vezu i pokušajte ponovo.',
  hints: 'Greške za ovaj test',
  errors: {
    INTERNAL_ERROR: 'Novčanik se kvari',
    BUYER_ACCOUNT_ERROR: 'Račun je blokiran',
    DEVELOPER_ERROR: 'Prodavnica je pogrešno podešena',
  },
  simulation: 'Ovaj novčanik je simulacija. Novac se ne prenosi.',
  unreadableTitle: 'Nema šta da se plati',
  unreadableText: 'Otvorite ovu stranicu dugmetom novčanika u prodavnici.',
}
