import type { FlowConclusion } from '@sluice/server-sdk/three-ds'

/** One try to pay: one reference at the gateway, which has one outcome. */
export interface Attempt {
  readonly reference: string
  /** `null` before the card was sent. */
  readonly flowId: string | null
}

export interface Order {
  /** Random and unguessable: it is enough to see the order. Used in addresses, never in logs. */
  readonly id: string
  /** The short form for phone calls. */
  readonly number: string
  /** At least one; the last is the current one. */
  readonly attempts: readonly Attempt[]
  readonly isPaid: boolean
}

/** A lantern, the only product. Prices live on the server: a browser never says what something costs. */
export const LANTERN = { name: 'Harbour lantern', priceMinor: 4_900, currency: 'EUR' } as const

export function createOrder(id: string, number: string): Order {
  return { id, number, attempts: [{ reference: number, flowId: null }], isPaid: false }
}

export function currentAttempt(order: Order): Attempt {
  const attempt = order.attempts.at(-1)
  if (!attempt) throw new Error(`order ${order.number} has no attempt`)
  return attempt
}

/** Writes down under which id an attempt is paid. */
export function attachFlow(order: Order, reference: string, flowId: string): Order {
  const attach = (attempt: Attempt) => (attempt.reference === reference ? { reference, flowId } : attempt)
  return { ...order, attempts: order.attempts.map(attach) }
}

/**
 * Ends of a flow after which no money can move. After `pending` and `unknown` it still may: another try could
 * pay a second time.
 */
const MAY_TRY_AGAIN: readonly FlowConclusion['kind'][] = [
  'declined',
  'canceled',
  'expired',
  'invalid',
  'abandoned',
  'timedOut',
  'refused',
]

/**
 * Starts the next try, if the last one ended without money, with a reference of its own: the gateway takes one once.
 *
 * @param ended - what `end` is about. If it is no longer the last one, another window was faster, and its attempt may
 * be paid at this very moment.
 */
export function startNextAttempt(order: Order, ended: Attempt, end: FlowConclusion['kind']): Order {
  const isLast = currentAttempt(order).reference === ended.reference
  if (order.isPaid || !isLast || !MAY_TRY_AGAIN.includes(end)) return order
  const reference = `${order.number}-${order.attempts.length + 1}`
  return { ...order, attempts: [...order.attempts, { reference, flowId: null }] }
}

/** Stores orders. Synchronous, so that reading and writing an order cannot be interrupted. */
export interface OrderStore {
  find(id: string): Order | undefined
  save(order: Order): void
}

/** Orders kept at most; the oldest go first. A visitor who makes orders in a loop must not fill the memory. */
const ORDERS_MAX = 10_000

export function createOrderStore(): OrderStore {
  const orders = new Map<string, Order>()
  return {
    find: (id) => orders.get(id),
    save(order) {
      orders.set(order.id, order)
      const [oldest] = orders.keys()
      if (orders.size > ORDERS_MAX && oldest !== undefined) orders.delete(oldest)
    },
  }
}
