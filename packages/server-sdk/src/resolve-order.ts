/** Decides what a transaction means for an order. Pure: the caller queries the gateway and stores the result. */
import type { TransactionStatus, TransactionType } from '@sluice/types/vocabulary'

/** The transaction types that pay an order. The others act on a payment that exists, or send money out. */
export type OrderTransactionType = Extract<TransactionType, 'PURCHASE' | 'AUTHORIZE' | 'PAYMENT'>

/** The payment that an order expects, as it was requested from the gateway. */
export interface ExpectedPayment {
  /** The order's name at the gateway, at most 40 characters, unique per terminal. */
  readonly reference: string
  /** The amount in minor units (1850 = 18.50). */
  readonly amount: number
  /** ISO 4217 letters, such as `EUR`. */
  readonly currency: string
  /** `T` and 11 digits. */
  readonly terminal_id: string
  /**
   * The requested type. Requests of {@link Transactions.createPayment} have the type `PAYMENT`; a session that
   * requests a `PURCHASE` becomes one if the customer pays by bank, wallet or code.
   */
  readonly transaction_type: OrderTransactionType
}

/** The members that a status answer and a transaction event have in common, and that decide. */
export interface ReportedPayment {
  /** Your own number of the order. */
  readonly reference: string
  /** The amount in minor units: 1850 is €18.50. */
  readonly amount: number
  /** Three letters of ISO 4217. */
  readonly currency: string
  /** `T` and 11 digits. */
  readonly terminal_id: string
  /** `PURCHASE`, `PAYMENT`, `AUTHORIZE` and their like. */
  readonly transaction_type: string
  /** `APPROVED`, `DECLINED` and their like. */
  readonly status: string
}

/**
 * - `paid`: the money is captured. Ship.
 * - `authorized`: the money is reserved. Capture it, or void it, before the reservation ends.
 * - `pending`: nothing is decided. A status that is newer than this package counts as pending.
 * - `declined`, `canceled`, `expired`: the payment ended without money.
 * - `invalid`: rejected because of its input, without money. The reference may be paid all the same: in a session the
 *   customer corrects the form, and `client.sessions.get` says whether that has ended.
 */
const OUTCOMES = {
  CREATED: 'pending',
  PENDING: 'pending',
  APPROVED: 'paid',
  DECLINED: 'declined',
  CANCELED: 'canceled',
  SESSION_EXPIRED: 'expired',
  INVALID: 'invalid',
} as const satisfies Record<TransactionStatus, string>

/** The outcome of a transaction for an order, discriminated by `kind`. */
export type OrderOutcome =
  /** The order's own payment. */
  | { readonly kind: (typeof OUTCOMES)[TransactionStatus] | 'authorized' }
  /**
   * A verification, capture, refund, void or payout. It has the order's reference but does not pay it: do not change
   * the order.
   */
  | { readonly kind: 'otherOperation'; readonly transactionType: string }
  /** The payment of something else, or of something less; `members` differ. Never ship. */
  | { readonly kind: 'mismatch'; readonly members: readonly (keyof ExpectedPayment)[] }

/**
 * The types as which each requested type may be paid. The customer of a session chooses how to pay: the same money,
 * another type.
 */
const PAID_AS: Readonly<Record<OrderTransactionType, readonly string[]>> = {
  PURCHASE: ['PURCHASE', 'PAYMENT'],
  AUTHORIZE: ['AUTHORIZE'],
  PAYMENT: ['PAYMENT'],
}

const EQUAL = [
  'reference',
  'amount',
  'currency',
  'terminal_id',
] as const satisfies readonly (keyof ExpectedPayment)[]

/**
 * Returns what a transaction means for an order.
 *
 * An approved transaction is not a paid order. A capture, a refund and a void carry the reference, the currency and
 * often the amount of the payment they belong to, and are `APPROVED` as well; an approved `AUTHORIZE` only reserves
 * the money; and an id from a browser may belong to another order.
 *
 * @param expected - the payment as the order requested it. `amount` is in minor units (1850 = 18.50).
 * @param transaction - from `client.transactions.status`, an envelope's `result`, or the `payload` of a verified
 *   event.
 * @returns The outcome. Ship only on `paid`. A declined payment is an outcome; it does not throw.
 * @see docs/protocol/webhooks.md#webhooks
 *
 * @example
 * ```ts
 * const { kind } = resolveOrder(order, event.payload)
 * if (kind === 'paid') await ship(order)
 * ```
 */
export function resolveOrder(expected: ExpectedPayment, transaction: ReportedPayment): OrderOutcome {
  const { transaction_type: transactionType, status } = transaction
  if (!Object.hasOwn(PAID_AS, transactionType)) return { kind: 'otherOperation', transactionType }

  const members: (keyof ExpectedPayment)[] = EQUAL.filter(
    (member) => transaction[member] !== expected[member],
  )
  if (!PAID_AS[expected.transaction_type].includes(transactionType)) members.push('transaction_type')
  if (members.length > 0) return { kind: 'mismatch', members }

  const kind = Object.hasOwn(OUTCOMES, status) ? OUTCOMES[status as TransactionStatus] : 'pending'
  return { kind: kind === 'paid' && transactionType === 'AUTHORIZE' ? 'authorized' : kind }
}
