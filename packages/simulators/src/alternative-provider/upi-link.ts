import { fromMinorUnits, isCurrency } from '@sluice/types/vocabulary'

import type { SimulatedOrder } from './order.ts'

/** The address that the shop is paid at. */
const PAYEE_ADDRESS = 'shop@kopernik'

/** What a UPI app reads from the code: who is paid, how much, for what. */
export function upiLinkFor(
  order: Pick<SimulatedOrder, 'merchantName' | 'amountMinor' | 'currency' | 'transactionId'>,
): string {
  const { currency, amountMinor } = order
  const amount = isCurrency(currency) ? fromMinorUnits(amountMinor, currency) : String(amountMinor)
  // Apps read %20, not every one of them the plus of forms.
  const members = {
    pa: PAYEE_ADDRESS,
    pn: order.merchantName ?? 'Shop',
    am: amount,
    cu: currency,
    tr: order.transactionId,
  }
  return `upi://pay?${Object.entries(members)
    .map(([name, value]) => `${name}=${encodeURIComponent(value).replace('%40', '@')}`)
    .join('&')}`
}
