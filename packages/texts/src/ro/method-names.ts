import type { MethodNameTexts } from '../areas/method-names.ts'

export const methodNameTexts: MethodNameTexts = {
  card: 'Card',
  saved_card: 'Card salvat',
  'network-token': 'Token de rețea',
  'gwallet-pay': 'Portofel web',
  payment_open_banking: 'Plată din contul bancar',
  payment_wallets: 'Portofel electronic',
  payment_bank_transfer: 'Transfer bancar',
  payment_qr_code: 'Cod QR',
  'provider-redirect-onb': 'Internet banking',
  'provider-redirect-gfc': 'Card cadou',
  payout_upi: 'Plată către client',
}
