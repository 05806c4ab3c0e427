import type { Transaction } from '@sluice/types'

type Money = NonNullable<NonNullable<Transaction['data']>['operations']>

/** An operation on a payment after it was made. */
export interface FollowUpFlow {
  readonly operation: 'capture' | 'refund' | 'void' | 'increment' | 'extend'
  /** The type of payment that the operation needs, if a new one is made first. */
  readonly after: 'AUTHORIZE' | 'PURCHASE'
  /** The highest amount of the operation, in minor units. */
  readonly left: (money: Money, type: Transaction['transaction_type']) => number
  /** Whether it moves only half of that, so that an amount remains. */
  readonly isPartial: boolean
}

const leftToCapture: FollowUpFlow['left'] = ({ open_amount: open }) => open
/** An authorization is refunded by the ids of its captures. */
const leftToRefund: FollowUpFlow['left'] = ({ captured_amount: captured, refunded_amount: refunded }, type) =>
  type === 'AUTHORIZE' ? 0 : captured - refunded
/** A purchase can only be voided as a whole. */
const leftToVoid: FollowUpFlow['left'] = (money, type) => {
  const { open_amount: open, captured_amount: captured, refunded_amount: refunded } = money
  if (type === 'AUTHORIZE') return open
  return refunded === 0 ? captured : 0
}

/** The flows by their names at the command line. */
export const FOLLOW_UP_FLOWS: Readonly<Record<string, FollowUpFlow>> = {
  capture: { operation: 'capture', after: 'AUTHORIZE', left: leftToCapture, isPartial: false },
  'partial-capture': { operation: 'capture', after: 'AUTHORIZE', left: leftToCapture, isPartial: true },
  refund: { operation: 'refund', after: 'PURCHASE', left: leftToRefund, isPartial: false },
  'partial-refund': { operation: 'refund', after: 'PURCHASE', left: leftToRefund, isPartial: true },
  void: { operation: 'void', after: 'AUTHORIZE', left: leftToVoid, isPartial: false },
  increment: { operation: 'increment', after: 'AUTHORIZE', left: leftToCapture, isPartial: true },
  extend: { operation: 'extend', after: 'AUTHORIZE', left: leftToCapture, isPartial: false },
}

/**
 * Returns the amount of a flow, in minor units.
 *
 * @returns null where nothing is left for it, or the payment was never approved.
 */
export function amountOf(
  { left, isPartial }: FollowUpFlow,
  { data, transaction_type: type }: Pick<Transaction, 'data' | 'transaction_type'>,
): number | null {
  const money = data?.operations
  const all = money === undefined ? 0 : left(money, type)
  if (all === 0) return null
  return isPartial ? Math.ceil(all / 2) : all
}
