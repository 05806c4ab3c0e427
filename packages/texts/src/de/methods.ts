import type { MethodTexts } from '../areas/methods.ts'

export const methodTexts: MethodTexts = {
  language: 'de-DE',
  methodList: 'Andere Zahlungsarten',
  names: {
    payment_open_banking: 'Bankkonto',
    payment_upi: 'UPI (Indien)',
    payment_wallets: 'Wallet Ihrer Wahl',
    payment_bank_transfer: 'Überweisung',
    payment_qr_code: 'QR-Code',
  },
  redirects: {
    walletPayment: 'Zahlung per Wallet',
    onlineWallet: 'Online-Wallet',
    mobileWallet: 'Wallet auf dem Handy',
    onlineTransfer: 'Online-Überweisung',
    onlineBanking: 'Online-Banking',
    instantTransfer: 'Echtzeitüberweisung',
    bankScheme: 'Zahlverfahren der Banken',
    prepaidVoucher: 'Guthabenkarte',
    giftCard: 'Geschenkkarte',
    paymentSlip: 'Zahlschein',
    cash: 'Bar in einem Geschäft',
  },
  kinds: {
    bank: 'Banken',
    wallet: 'Digitale Wallets',
    app: 'Apps und Codes',
    cash: 'Bargeld und Gutscheine',
  },
  search: 'Zahlungsart suchen',
  found: 'Gefundene Zahlungsarten: {count}',
  more: 'Weitere Zahlungsarten',
  labels: {
    email: 'E-Mail-Adresse',
    first_name: 'Vorname',
    last_name: 'Nachname',
    blik_code: 'BLIK-Code',
  },
  optional: 'freiwillig',
  blikHint: 'Sechs Ziffern aus der App Ihrer Bank. Sie können sie auch auf der nächsten Seite eingeben.',
  errors: {
    email_required: 'Geben Sie Ihre E-Mail-Adresse ein.',
    email_invalid: 'Prüfen Sie die E-Mail-Adresse; sie sollte wie name@example.com aussehen.',
    first_name_required: 'Geben Sie Ihren Vornamen ein.',
    last_name_required: 'Geben Sie Ihren Nachnamen ein.',
    blik_code_invalid: 'Geben Sie die sechs Ziffern ein, die die App Ihrer Bank jetzt zeigt.',
  },
  proceed: 'Weiter',
  working: 'Einen Moment…',
  awayTitle: 'Ihre Zahlung wartet auf einer anderen Seite.',
  awayProceed: 'Zurück zu dieser Seite',
  awayCancel: 'Zahlung abbrechen',
  nothingOffered: 'Hier gibt es keine andere Zahlungsart.',
  payWith: 'Zahlen mit',
  wallet: {
    popup_blocked:
      'Ihr Browser hat das Fenster der Wallet blockiert. Erlauben Sie Pop-ups für diese Seite und versuchen Sie es erneut.',
    wallet_failed:
      'Die Wallet konnte nicht verwendet werden. Versuchen Sie es erneut oder bezahlen Sie auf andere Weise.',
  },
}
