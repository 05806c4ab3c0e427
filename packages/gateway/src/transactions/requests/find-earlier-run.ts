import { uuidOf } from '../execution/key-for.ts'
import { currentAnswer } from '../execution/current-answer.ts'
import type { Envelope } from '../execution/envelope.ts'
import type { ReferenceHolds } from '../../references/index.ts'
import type { PaymentOrder } from '../admission/payment-order.ts'
import type { TransactionStore } from '../execution/execution-records.ts'
import type { Authorized } from '../execution/started.ts'

/**
 * Returns the state of the transaction that the same request made before the process died: the repeated request finds
 * its own reference. A step that waited for the browser cannot be shown again, because its resume tokens were in the
 * lost answer; such a transaction is PENDING until it expires. Null if another request has the reference.
 */
export async function findEarlierRun(
  {
    store,
    references,
  }: {
    readonly store: Pick<TransactionStore, 'find' | 'findOpen'>
    readonly references: Pick<ReferenceHolds, 'find'>
  },
  { merchantId, terminalId, reference, requestKey = null }: PaymentOrder,
  authorized: Authorized,
): Promise<Envelope | null> {
  if (requestKey === null || authorized.kind !== 'refused') return null
  if (authorized.refusal.kind !== 'reference_taken') return null
  const hold = await references.find({ merchantId, terminalId, reference })
  if (hold?.kind !== 'AUTHORIZE' || hold.requestKey !== requestKey) return null
  const open = await store.findOpen(merchantId, hold.holderId)
  if (open !== null) return currentAnswer(open.transaction, uuidOf(open.attempt.id))
  const transaction = await store.find(merchantId, hold.holderId)
  return transaction && { kind: 'result', transaction }
}
