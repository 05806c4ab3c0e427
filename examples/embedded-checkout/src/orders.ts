/**
 * Orders: what was ordered, and the outcome of each attempt to pay. Pure; the store at the end keeps them in memory,
 * so they are gone when the shop stops.
 *
 * @module
 */
import type { Product } from './products.ts'

/** The outcome of an attempt without a payment. */
export type FailedOutcome = 'declined' | 'canceled' | 'expired'

/** One try to pay: one session of the gateway, which has one reference and one final outcome. */
export interface Attempt {
  /** Unique per terminal, for ever. */
  readonly reference: string
  readonly sessionId: string | null
  /** `null` while the outcome is open. */
  readonly failure: { readonly outcome: FailedOutcome; readonly processingCode: string | null } | null
}

export interface Payment {
  readonly transactionId: string
  readonly reference: string
}

export interface Order {
  /** Random and unguessable: it is enough to see the order. Used in addresses, never in logs. */
  readonly id: string
  /** The short form for phone calls. */
  readonly number: string
  readonly product: Product
  readonly amountMinor: number
  readonly currency: string
  /** At least one; the last is the current one. */
  readonly attempts: readonly Attempt[]
  readonly payment: Payment | null
}

export function createOrder(order: {
  id: string
  number: string
  product: Product
  currency: string
}): Order {
  const { product, number } = order
  return {
    ...order,
    amountMinor: product.priceMinor,
    attempts: [{ reference: number, sessionId: null, failure: null }],
    payment: null,
  }
}

export function currentAttempt(order: Order): Attempt {
  const attempt = order.attempts.at(-1)
  if (!attempt) throw new Error(`order ${order.number} has no attempt`)
  return attempt
}

/** Stores the session of the current attempt. */
export function attachSession(order: Order, sessionId: string): Order {
  return replaceCurrent(order, { ...currentAttempt(order), sessionId })
}

/** Writes down that the current attempt ended without money. */
export function failAttempt(order: Order, outcome: FailedOutcome, processingCode: string | null): Order {
  return replaceCurrent(order, { ...currentAttempt(order), failure: { outcome, processingCode } })
}

/** Returns whether another try may start: never while money may still move, never after it did. */
export function mayTryAgain(order: Order): boolean {
  return order.payment === null && currentAttempt(order).failure !== null
}

/**
 * Starts the next attempt with its own reference, `ORDER-1` → `ORDER-1-2`, because the gateway accepts a reference
 * once.
 */
export function startNextAttempt(order: Order): Order {
  const reference = `${order.number}-${order.attempts.length + 1}`
  return { ...order, attempts: [...order.attempts, { reference, sessionId: null, failure: null }] }
}

/**
 * Settles an order: exactly once, however often it is called.
 *
 * @returns `settledNow` only for the first time; ship then, and only then.
 */
export function settle(
  order: Order,
  payment: Payment,
): { readonly order: Order; readonly settledNow: boolean } {
  return order.payment ? { order, settledNow: false } : { order: { ...order, payment }, settledNow: true }
}

function replaceCurrent(order: Order, attempt: Attempt): Order {
  return { ...order, attempts: [...order.attempts.slice(0, -1), attempt] }
}

/** Stores orders. Synchronous, so that reading and writing an order cannot be interrupted. */
export interface OrderStore {
  find(id: string): Order | undefined
  save(order: Order): void
}

/** Orders kept at most; the oldest go first. A visitor who makes orders in a loop must not fill the memory. */
const ORDERS_MAX = 10_000

export function createOrderStore(maxOrders = ORDERS_MAX): OrderStore {
  const orders = new Map<string, Order>()
  return {
    find: (id) => orders.get(id),
    save(order) {
      orders.set(order.id, order)
      const [oldest] = orders.keys()
      if (orders.size > maxOrders && oldest !== undefined) orders.delete(oldest)
    },
  }
}
