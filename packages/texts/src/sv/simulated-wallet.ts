import type { SheetTexts } from '../areas/simulated-wallet.ts'

export const sheetTexts: SheetTexts = {
  language: 'Språk',
  title: 'Betala med din plånbok',
  shop: 'Butik',
  amount: 'Belopp',
  cards: 'Kort',
  kinds: { PAN_ONLY: 'Sparat på ditt konto', CRYPTOGRAM_3DS: 'På den här enheten' },
  ends: { approved: 'godkänns', challenge: 'med 3-D Secure', declined: 'otillräckligt saldo' },
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
}
