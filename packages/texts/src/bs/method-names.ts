import type { MethodNameTexts } from '../areas/method-names.ts'

export const methodNameTexts: MethodNameTexts = {
  card: 'Kartica',
  saved_card: 'Sačuvana kartica',
  'network-token': 'Mrežni token',
  'gwallet-pay': 'Web novčanik',
  payment_open_banking: 'Plaćanje s bankovnog računa',
  payment_wallets: 'Digitalni novčanik',
  payment_bank_transfer: 'Bankovna uplata',
  payment_qr_code: 'QR kod',
  'provider-redirect-onb': 'Internet bankarstvo',
  'provider-redirect-gfc': 'Poklon kartica',
  payout_upi: 'Isplata',
}
