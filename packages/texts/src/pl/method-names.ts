import type { MethodNameTexts } from '../areas/method-names.ts'

export const methodNameTexts: MethodNameTexts = {
  card: 'Karta',
  saved_card: 'Zapisana karta',
  'network-token': 'Token sieci',
  'gwallet-pay': 'Portfel internetowy',
  payment_open_banking: 'Szybki przelew online',
  payment_wallets: 'Portfel elektroniczny',
  payment_bank_transfer: 'Przelew bankowy',
  payment_qr_code: 'Kod QR',
  'provider-redirect-onb': 'Bankowość internetowa',
  'provider-redirect-gfc': 'Karta podarunkowa',
  payout_upi: 'Wypłata',
}
