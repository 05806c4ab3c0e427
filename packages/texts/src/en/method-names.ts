import type { MethodNameTexts } from '../areas/method-names.ts'

export const methodNameTexts: MethodNameTexts = {
  card: 'Card',
  saved_card: 'Saved card',
  'network-token': 'Network token',
  'gwallet-pay': 'Web wallet',
  payment_open_banking: 'Pay by bank',
  payment_wallets: 'Digital wallet',
  payment_bank_transfer: 'Bank transfer',
  payment_qr_code: 'QR code',
  'provider-redirect-onb': 'Online banking',
  'provider-redirect-gfc': 'Gift card',
  payout_upi: 'Payout',
}
