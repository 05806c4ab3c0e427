/** Orders, and what a transaction means for one. Pure: the store keeps them, the gateway decides. */
import type { TransactionStatus } from '@sluice/server-sdk'

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

/** What an event and a status answer both tell of a transaction. */
export interface ToldTransaction {
  readonly id: string
  readonly reference: string
  readonly amount: number
  readonly currency: string
  readonly terminal_id: string
  readonly status: TransactionStatus
}

/** `OPEN`: nothing is decided. `MISMATCH`: it is not the payment of this order, whatever it says. */
export type Verdict = OrderState | 'MISMATCH'

const VERDICTS: Readonly<Record<TransactionStatus, OrderState>> = {
  CREATED: 'OPEN',
  PENDING: 'OPEN',
  APPROVED: 'PAID',
  DECLINED: 'FAILED',
  CANCELED: 'FAILED',
  SESSION_EXPIRED: 'FAILED',
  INVALID: 'FAILED',
}

/** Judges a transaction. A right signature says who speaks, and only the comparison says that it is about this order. */
export function judge(order: Order, terminalId: string, told: ToldTransaction): Verdict {
  const isSame =
    told.reference === order.reference &&
    told.amount === order.amountMinor &&
    told.currency === order.currency &&
    told.terminal_id === terminalId
  if (!isSame) return 'MISMATCH'
  // A status younger than this shop decides nothing.
  return Object.hasOwn(VERDICTS, told.status) ? VERDICTS[told.status] : 'OPEN'
}
