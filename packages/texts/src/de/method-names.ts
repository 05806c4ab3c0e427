import type { MethodNameTexts } from '../areas/method-names.ts'

export const methodNameTexts: MethodNameTexts = {
  card: 'Karte',
  saved_card: 'Gespeicherte Karte',
  'network-token': 'Netzwerk-Token',
  'gwallet-pay': 'Web-Wallet',
  payment_open_banking: 'Direkt vom Bankkonto',
  payment_wallets: 'Digitale Wallet',
  payment_bank_transfer: 'Überweisung',
  payment_qr_code: 'QR-Code',
  'provider-redirect-onb': 'Online-Banking',
  'provider-redirect-gfc': 'Geschenkkarte',
  payout_upi: 'Auszahlung',
}
