import { Secret } from '@sluice/platform/kernel/secret'

/** The data of every request to a 3DS server, whoever initiated the payment. */
export const ENROLMENT_DATA = {
  key: 'attempt-1',
  merchantId: 'merchant-1',
  transactionId: 'transaction-1',
  card: { pan: new Secret('4242424242424242'), brand: 'VISA', expirationMonth: 12, expirationYear: 2030 },
  seller: { name: 'Shop', country: 'SE', mcc: '5942', url: 'https://shop.example', acquirer: null },
  amountMinor: 4_999,
  currency: 'EUR',
  requestedAtMs: Date.UTC(2026, 0, 2),
  isPayment: true,
  savesCard: false,
  challengePreference: 'NO_PREFERENCE',
  exemption: null,
  metadata: null,
} as const
