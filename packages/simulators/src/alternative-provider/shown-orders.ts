import { createHash } from 'node:crypto'

import { PAYMENT_METHODS } from '@sluice/types/vocabulary'

import type { SimulatedOrder } from './order.ts'
import { upiLinkFor } from './upi-link.ts'

/** The app that the simulated page represents. */
const APP = 'Halley Pay'

/** Returns what the gateway's page shows of an order: the code, and the link to the page that represents the app. */
export function describeShown(order: SimulatedOrder, pageUrl: string) {
  const appLinks = [{ app: APP, url: pageUrl }]
  if (order.type !== PAYMENT_METHODS.UPI) return { qrText: pageUrl, appLinks }
  // The intent that every UPI app handles. No real app knows the payee.
  const intent = upiLinkFor(order)
  return { qrText: intent, appLinks: [...appLinks, { app: 'UPI', url: intent }] }
}

/**
 * Returns the fields of the form that opens the page of an order. The page rejects the form if one of them was
 * changed on the way.
 */
export function formFieldsOf(order: SimulatedOrder): Readonly<Record<string, string>> {
  const fields = {
    transaction_id: order.transactionId,
    amount: String(order.amountMinor),
    currency: order.currency,
  }
  const signed = [...Object.values(fields), order.pageKey].join('\n')
  return { ...fields, signature: createHash('sha256').update(signed).digest('hex') }
}
