import type { Operations, Timeline, Transaction } from '@sluice/types'
import type { ManageType } from '@sluice/types/vocabulary'

import { createdAt } from '../wording/created-at.ts'

/** An action that is possible for a payment now, as far as its record shows; the gateway decides. */
export interface Operation {
  readonly type: ManageType
  /** The transaction that the operation changes. For the refund of an authorization it is the capture. */
  readonly parentId: string
  readonly maxMinor: number
  /** Whether it applies to the whole amount only. */
  readonly isWhole: boolean
  /** Whether the provider captures this payment only once, so that a capture releases the rest. */
  readonly isOnce?: boolean
}

/** @see docs/protocol/manage.md#manage */
export function listOperations(
  payment: Transaction,
  { data: entries }: Timeline,
  now: Date,
): readonly Operation[] {
  const money = payment.data?.operations
  if (payment.status !== 'APPROVED' || money === undefined) return []
  const { id, transaction_type: type, amount } = payment
  const { open_amount: open, refunded_amount: refunded, voided_amount: voided } = money
  const operation = (kind: ManageType, maxMinor: number, isWhole: boolean, parentId = id): Operation[] =>
    maxMinor > 0 ? [{ type: kind, parentId, maxMinor, isWhole }] : []
  if (type === 'AUTHORIZE') {
    const captures = entries.flatMap((entry) =>
      entry.kind === 'FOLLOW_UP' &&
      entry.detail.transaction_type === 'CAPTURE' &&
      isCounted(entry.detail.status)
        ? [entry.detail.transaction_id]
        : [],
    )
    const isOnce = money.may?.capture_several === false
    const isChangeable = open > 0 && now < new Date(money.capture_before ?? 0)
    return [
      ...(isOnce && captures.length > 0 ? [] : operation('CAPTURE', open, false)).map((capture) => ({
        ...capture,
        isOnce,
      })),
      // If there are several captures, each is refunded on its own page.
      ...(captures.length === 1 ? operation('REFUND', refundableMinor(money), false, captures[0]) : []),
      ...operation('VOID', open, true),
      ...(isChangeable && money.may?.increment !== false ? operation('INCREMENT', amount, false) : []),
      ...(isChangeable && money.may?.extend !== false ? operation('EXTEND', open, true) : []),
    ]
  }
  const isUntouched = refunded === 0 && voided === 0
  return [
    ...operation('REFUND', refundableMinor(money), false),
    ...(type !== 'PAYMENT' && isUntouched && now < endOfVoiding(id) ? operation('VOID', amount, true) : []),
  ]
}

/** Returns the amount that can still be refunded. Responses stored before records existed have no sums of records. */
function refundableMinor({
  captured_amount: captured,
  capture_failed_amount: captureFailed = 0,
  refunded_amount: refunded,
  refund_failed_amount: refundFailed = 0,
  returned_amount: returned = 0,
  disputed_amount: disputed = 0,
}: Operations): number {
  return captured - captureFailed - (refunded - refundFailed) - returned - disputed
}

function isCounted(status: string): boolean {
  return status === 'APPROVED' || status === 'PENDING'
}

/** Returns the next 23:59 UTC after it was made. */
function endOfVoiding(id: string): Date {
  const made = createdAt(id)
  const end = new Date(made)
  end.setUTCHours(23, 59, 0, 0)
  if (end <= made) end.setUTCDate(end.getUTCDate() + 1)
  return end
}
