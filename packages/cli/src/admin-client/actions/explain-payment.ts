import type { Timeline, Transaction } from '@sluice/types'

import type { ConnectedGateway } from '../gateway.ts'
import { findPayment } from './find-payment.ts'

/** The result of a payment, and how it came about. */
export interface ExplainedPayment {
  readonly transaction: Transaction
  /** The last change of status, in words, with the remedy; null if there was none. */
  readonly outcome: { readonly title: string; readonly what_to_do: string | null } | null
  readonly timeline: Timeline
}

/**
 * Explains a payment by its status and its timeline.
 *
 * @throws {Error} when the merchant has no such transaction.
 */
export async function explainPayment(admin: ConnectedGateway, id: string): Promise<ExplainedPayment> {
  const transaction = await findPayment(admin, id)
  const timeline = await admin.client.transactions.timeline(transaction.id)
  const last = timeline.data.findLast((entry) => entry.kind === 'STATUS')
  return {
    transaction,
    outcome: last ? { title: last.title, what_to_do: last.detail.what_to_do } : null,
    timeline,
  }
}
