import type { SheetTexts } from '../areas/simulated-wallet.ts'

export const sheetTexts: SheetTexts = {
  language: 'Sprache',
  title: 'Mit Ihrer Wallet bezahlen',
  shop: 'Händler',
  amount: 'Betrag',
  cards: 'Karte',
  kinds: { PAN_ONLY: 'In Ihrem Konto gespeichert', CRYPTOGRAM_3DS: 'Auf diesem Gerät' },
  ends: { approved: 'genehmigt', challenge: 'mit 3-D Secure', declined: 'nicht gedeckt' },
  noCards: 'Der Shop nimmt keine der Karten in dieser Wallet an.',
  address: 'Rechnungsadresse',
  passcode: 'Gerätecode',
  passcodeHint: 'Vier beliebige Ziffern; 0000 wird abgelehnt.',
  wrongPasscode: 'Der Code stimmt nicht. Versuchen Sie es erneut.',
  pay: 'Bezahlen',
  cancel: 'Abbrechen',
  offline: 'Die Wallet ist nicht erreichbar. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
  hints: 'Fehler für diesen Test',
  errors: {
    INTERNAL_ERROR: 'Die Wallet fällt aus',
    BUYER_ACCOUNT_ERROR: 'Das Konto ist gesperrt',
    DEVELOPER_ERROR: 'Der Shop ist falsch eingerichtet',
  },
  simulation: 'Diese Wallet ist eine Simulation. Es fließt kein Geld.',
  unreadableTitle: 'Nichts zu bezahlen',
  unreadableText: 'Öffnen Sie diese Seite über die Schaltfläche der Wallet in einem Shop.',
}
