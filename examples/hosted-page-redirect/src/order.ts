/** An order, and what the gateway's word means for it. Pure: nobody is asked here. */
import type { SessionStatus, TransactionStatus } from '@sluice/server-sdk'

export type OrderState = 'OPEN' | 'PAID' | 'FAILED'

export interface Order {
  /** Random: whoever has the address of the order may see it. */
  readonly id: string
  /** The order's name at the gateway, unique per terminal. */
  readonly reference: string
  /** Minor units. */
  readonly amountMinor: number
  readonly currency: string
  /** Of the payment page. Null until there is one. */
  readonly sessionId: string | null
  readonly state: OrderState
}

/** What a webhook and a status answer both tell of a transaction. */
export interface ToldTransaction {
  readonly reference: string
  readonly amount: number
  readonly currency: string
  readonly terminal_id: string
  readonly status: TransactionStatus
}

const STATES: Readonly<Record<TransactionStatus & SessionStatus, OrderState>> = {
  CREATED: 'OPEN',
  PENDING: 'OPEN',
  APPROVED: 'PAID',
  DECLINED: 'FAILED',
  CANCELED: 'FAILED',
  SESSION_EXPIRED: 'FAILED',
}

/**
 * Judges a transaction. An id that came through a browser may belong to another order that is paid, and a right
 * signature says only who speaks: the comparison says what it is about.
 *
 * @returns `MISMATCH` when it is not the payment of this order, whatever it says.
 */
export function judgeTransaction(
  order: Order,
  terminalId: string,
  told: ToldTransaction,
): OrderState | 'MISMATCH' {
  const isSame =
    told.reference === order.reference &&
    told.amount === order.amountMinor &&
    told.currency === order.currency &&
    told.terminal_id === terminalId
  return isSame ? stateOf(told.status) : 'MISMATCH'
}

/** Judges a page on which nobody has paid yet. Only a transaction makes an order paid: it alone can be compared. */
export function judgeSession(status: SessionStatus): OrderState {
  const state = stateOf(status)
  return state === 'PAID' ? 'OPEN' : state
}

/** Refused payments can be tried again on the page, and a status younger than this shop decides nothing. */
function stateOf(status: string): OrderState {
  return Object.hasOwn(STATES, status) ? STATES[status as keyof typeof STATES] : 'OPEN'
}
