/** An order, and what the gateway's answers mean for it. Pure: another module calls the gateway. */
import {
  type ExpectedPayment,
  type OrderOutcome,
  type ReportedPayment,
  resolveOrder,
  type SessionStatus,
} from '@sluice/server-sdk'

export type OrderState = 'OPEN' | 'PAID' | 'FAILED'

export interface Order {
  /** Random: the address of the order is the right to see it. */
  readonly id: string
  /** The order's name at the gateway, unique per terminal. */
  readonly reference: string
  /** Minor units. */
  readonly amountMinor: number
  readonly currency: string
  /** The session of the payment page. Null until there is one. */
  readonly sessionId: string | null
  readonly state: OrderState
}

/** The outcome of an order. `UNCHANGED`: this is not its payment, but a refund of it, say. */
export type OrderChange = OrderState | 'UNCHANGED' | 'MISMATCH'

const CHANGES: Readonly<Record<OrderOutcome['kind'], OrderChange>> = {
  paid: 'PAID',
  // This shop requests purchases only, so it treats no authorization as its payment.
  authorized: 'MISMATCH',
  pending: 'OPEN',
  declined: 'FAILED',
  canceled: 'FAILED',
  expired: 'FAILED',
  // The form was refused, and the customer may correct it on the page.
  invalid: 'OPEN',
  otherOperation: 'UNCHANGED',
  mismatch: 'MISMATCH',
}

/** The payment that the shop requests for an order. */
function expectedPayment(order: Order, terminalId: string): ExpectedPayment {
  return {
    reference: order.reference,
    amount: order.amountMinor,
    currency: order.currency,
    terminal_id: terminalId,
    transaction_type: 'PURCHASE',
  }
}

/** Returns what a transaction changes. The client's `resolveOrder` compares it with the order first. */
export function changeByTransaction(
  order: Order,
  terminalId: string,
  transaction: ReportedPayment,
): OrderChange {
  return CHANGES[resolveOrder(expectedPayment(order, terminalId), transaction).kind]
}

const SESSION_STATES: Readonly<Record<SessionStatus, OrderState>> = {
  CREATED: 'OPEN',
  PENDING: 'OPEN',
  // Only a transaction makes an order paid: it alone can be compared.
  APPROVED: 'OPEN',
  DECLINED: 'FAILED',
  CANCELED: 'FAILED',
  SESSION_EXPIRED: 'FAILED',
}

/** Describes the state of a page without a transaction. A status younger than this shop decides nothing. */
export function stateBySession(status: SessionStatus): OrderState {
  return Object.hasOwn(SESSION_STATES, status) ? SESSION_STATES[status] : 'OPEN'
}
