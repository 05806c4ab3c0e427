import type { Locale } from '@sluice/types/vocabulary'

import type { WalletCard, WalletCardEnd } from '../wallet-cards.ts'

/** Failures that a tester can have the wallet report, by the code that the page gets. */
export type WalletErrorCode = 'INTERNAL_ERROR' | 'BUYER_ACCOUNT_ERROR' | 'DEVELOPER_ERROR'

/** Everything the wallets' sheet says in one language. */
export interface SheetTexts {
  readonly language: string
  readonly title: string
  readonly shop: string
  readonly amount: string
  readonly cards: string
  readonly kinds: Readonly<Record<WalletCard['authMethod'], string>>
  readonly ends: Readonly<Record<WalletCardEnd, string>>
  readonly noCards: string
  readonly address: string
  readonly passcode: string
  readonly passcodeHint: string
  readonly wrongPasscode: string
  readonly pay: string
  readonly cancel: string
  readonly offline: string
  readonly hints: string
  readonly errors: Readonly<Record<WalletErrorCode, string>>
  readonly simulation: string
  readonly unreadableTitle: string
  readonly unreadableText: string
}

/** The wallets in every locale that shoppers can have. */
export const SHEET_TEXTS: Readonly<Record<Locale, SheetTexts>> = {
  'en-US': {
    language: 'Language',
    title: 'Pay with your wallet',
    shop: 'Shop',
    amount: 'Amount',
    cards: 'Card',
    kinds: { PAN_ONLY: 'Saved to your account', CRYPTOGRAM_3DS: 'On this device' },
    ends: { approved: 'is approved', challenge: 'your bank asks', declined: 'too little money' },
    noCards: 'None of the cards in this wallet is accepted by the shop.',
    address: 'Billing address',
    passcode: 'Device passcode',
    passcodeHint: 'Any four digits; 0000 is refused.',
    wrongPasscode: 'That passcode is not right. Try again.',
    pay: 'Pay',
    cancel: 'Cancel',
    offline: 'The wallet could not be reached. Check your connection and try again.',
    hints: 'Errors for this test',
    errors: {
      INTERNAL_ERROR: 'The wallet breaks down',
      BUYER_ACCOUNT_ERROR: 'The account is blocked',
      DEVELOPER_ERROR: 'The shop is set up wrongly',
    },
    simulation: 'This wallet is a simulation. No money moves.',
    unreadableTitle: 'Nothing to pay',
    unreadableText: 'Open this page with the wallet’s button in a shop.',
  },
  'bs-BA': {
    language: 'Jezik',
    title: 'Platite novčanikom',
    shop: 'Prodavnica',
    amount: 'Iznos',
    cards: 'Kartica',
    kinds: { PAN_ONLY: 'Sačuvana na vašem računu', CRYPTOGRAM_3DS: 'Na ovom uređaju' },
    ends: { approved: 'bit će odobreno', challenge: 'vaša banka pita', declined: 'nema dovoljno sredstava' },
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
  },
  'ro-RO': {
    language: 'Limbă',
    title: 'Plătiți cu portofelul',
    shop: 'Magazin',
    amount: 'Sumă',
    cards: 'Card',
    kinds: { PAN_ONLY: 'Salvat în contul dumneavoastră', CRYPTOGRAM_3DS: 'Pe acest dispozitiv' },
    ends: { approved: 'se aprobă', challenge: 'banca întreabă', declined: 'fonduri insuficiente' },
    noCards: 'Magazinul nu acceptă niciun card din acest portofel.',
    address: 'Adresă de facturare',
    passcode: 'Codul dispozitivului',
    passcodeHint: 'Orice patru cifre; 0000 este refuzat.',
    wrongPasscode: 'Codul nu este corect. Încercați din nou.',
    pay: 'Plătiți',
    cancel: 'Anulați',
    offline: 'Portofelul nu a putut fi contactat. Verificați conexiunea și încercați din nou.',
    hints: 'Erori pentru acest test',
    errors: {
      INTERNAL_ERROR: 'Portofelul se defectează',
      BUYER_ACCOUNT_ERROR: 'Contul este blocat',
      DEVELOPER_ERROR: 'Magazinul este configurat greșit',
    },
    simulation: 'Acest portofel este o simulare. Nu se mișcă bani.',
    unreadableTitle: 'Nu este nimic de plătit',
    unreadableText: 'Deschide această pagină cu butonul portofelului dintr-un magazin.',
  },
  'sv-SE': {
    language: 'Språk',
    title: 'Betala med din plånbok',
    shop: 'Butik',
    amount: 'Belopp',
    cards: 'Kort',
    kinds: { PAN_ONLY: 'Sparat på ditt konto', CRYPTOGRAM_3DS: 'På den här enheten' },
    ends: { approved: 'godkänns', challenge: 'din bank frågar', declined: 'för lite pengar' },
    noCards: 'Butiken tar inte emot något av korten i plånboken.',
    address: 'Faktureringsadress',
    passcode: 'Enhetens lösenkod',
    passcodeHint: 'Vilka fyra siffror som helst; 0000 nekas.',
    wrongPasscode: 'Lösenkoden stämmer inte. Försök igen.',
    pay: 'Betala',
    cancel: 'Avbryt',
    offline: 'Plånboken kunde inte nås. Kontrollera anslutningen och försök igen.',
    hints: 'Fel för det här testet',
    errors: {
      INTERNAL_ERROR: 'Plånboken går sönder',
      BUYER_ACCOUNT_ERROR: 'Kontot är spärrat',
      DEVELOPER_ERROR: 'Butiken är felaktigt inställd',
    },
    simulation: 'Den här plånboken är en simulering. Inga pengar flyttas.',
    unreadableTitle: 'Inget att betala',
    unreadableText: 'Öppna den här sidan med plånbokens knapp i en butik.',
  },
}
