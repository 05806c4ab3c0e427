import { fromMinorUnits, isCurrency } from '@sluice/types/vocabulary'

import type { SimulatedOrder } from './order.ts'

/** The shop's UPI address. */
const PAYEE_ADDRESS = 'shop@kopernik'

/** Builds the link that a UPI app reads from the code: payee, amount, and purpose. */
export function upiLinkFor(
  order: Pick<SimulatedOrder, 'merchantName' | 'amountMinor' | 'currency' | 'transactionId'>,
): string {
  const { currency, amountMinor } = order
  const amount = isCurrency(currency) ? fromMinorUnits(amountMinor, currency) : String(amountMinor)
  // All apps read %20, but some do not read the plus of forms.
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
