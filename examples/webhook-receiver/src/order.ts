/** Orders, and what a transaction means for one. Pure: the store keeps them, the gateway decides. */
import { type OrderOutcome, type ReportedPayment, resolveOrder } from '@sluice/server-sdk'

export type OrderState = 'OPEN' | 'PAID' | 'FAILED'

export interface Order {
  /** The gateway takes each once per terminal, so it names the order in both houses. */
  readonly reference: string
  /** Minor units. */
  readonly amountMinor: number
  readonly currency: string
  readonly state: OrderState
  /** `null` until the gateway has answered. */
  readonly transactionId: string | null
}

/** The common members of an event and a status answer. */
export interface ReportedTransaction extends ReportedPayment {
  readonly id: string
}

/** `UNCHANGED`: this is not the order's payment, but a refund of it, say. `MISMATCH`: it is not about this order. */
export type OrderChange = OrderState | 'UNCHANGED' | 'MISMATCH'

const CHANGES: Readonly<Record<OrderOutcome['kind'], OrderChange>> = {
  paid: 'PAID',
  // This shop requests payments only, so it treats no authorization as its own.
  authorized: 'MISMATCH',
  pending: 'OPEN',
  declined: 'FAILED',
  canceled: 'FAILED',
  expired: 'FAILED',
  invalid: 'FAILED',
  otherOperation: 'UNCHANGED',
  mismatch: 'MISMATCH',
}

/**
 * Returns what a transaction changes. A valid signature says who speaks; the comparison says that it is about this
 * order.
 */
export function changeByTransaction(
  order: Order,
  terminalId: string,
  transaction: ReportedTransaction,
): OrderChange {
  const expected = {
    reference: order.reference,
    amount: order.amountMinor,
    currency: order.currency,
    terminal_id: terminalId,
    transaction_type: 'PAYMENT',
  } as const
  return CHANGES[resolveOrder(expected, transaction).kind]
}
