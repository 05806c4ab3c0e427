import type { MethodNameTexts } from '../areas/method-names.ts'

export const methodNameTexts: MethodNameTexts = {
  card: 'Kort',
  saved_card: 'Sparat kort',
  'network-token': 'Nätverkstoken',
  'gwallet-pay': 'Webbplånbok',
  payment_open_banking: 'Direktbetalning via bank',
  payment_wallets: 'Digital plånbok',
  payment_bank_transfer: 'Banköverföring',
  payment_qr_code: 'QR-kod',
  'provider-redirect-onb': 'Internetbank',
  'provider-redirect-gfc': 'Presentkort',
  payout_upi: 'Utbetalning',
}
