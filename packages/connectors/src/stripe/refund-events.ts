import type { ConnectorEvent } from '../kit/index.ts'
import type { EventReader } from './event-frame.ts'
import { UNITS } from './exponents.ts'
import { type Refund, refund } from './objects.ts'
import { currencyOf, METADATA, refundOutcomeOf, UnreadableObject } from './outcomes.ts'
import { REFUND_STATUSES } from './codes.ts'

/**
 * Reads an event of a refund. An open refund of ours reports its outcome; one that had succeeded and fails later is a
 * record, and so is one from Stripe's dashboard. Stripe reports a failed refund by two events, which name the same
 * fact.
 */
export const readRefundEvent: EventReader = ({ type, data }, frame) => {
  const read = refund.safeParse(data.object)
  if (!read.success)
    throw new UnreadableObject(`unreadable refund: ${read.error.issues[0]?.path.join('.') ?? ''}`)
  const { data: said } = read
  const { id, live, occurred_at, account } = frame
  const told = { id, live, occurred_at }
  const payment = [said.payment_intent, said.charge].filter((ref) => typeof ref === 'string')
  const key = said.metadata?.[METADATA.key]
  const record = (kind: 'REFUND_FAILED' | 'REFUNDED_ELSEWHERE', fact: string): ConnectorEvent => ({
    ...told,
    kind: 'RECORD',
    fact,
    account_id: account,
    ...(key && { idempotency_key: key }),
    refs: [said.id],
    parent_refs: payment,
    record: {
      kind,
      amount: UNITS.parse(said.amount, currencyOf(said)),
      currency: currencyOf(said),
      reason_code: said.failure_reason ?? null,
    },
  })
  if (!key)
    return type === 'refund.created' && said.status !== 'failed'
      ? record('REFUNDED_ELSEWHERE', said.id)
      : null
  if (hasFailed(said) && !wasOpen(data.previous_attributes))
    return record('REFUND_FAILED', `${said.id}:failed`)
  return {
    ...told,
    kind: 'OUTCOME',
    call: said.metadata?.[METADATA.undo] ? 'undo' : 'refund',
    amount: UNITS.parse(said.amount, currencyOf(said)),
    outcome: refundOutcomeOf(said, said.payment_intent ?? ''),
    parent_refs: payment,
  }
}

function hasFailed({ status }: Refund): boolean {
  return status === 'failed' || status === 'canceled'
}

/** Returns whether the refund had not been decided before. */
function wasOpen(previous: Readonly<Record<string, unknown>> | null | undefined): boolean {
  const status = previous?.['status']
  return typeof status === 'string' && REFUND_STATUSES[status] === '1002'
}
