import type { OutcomeMessage } from '@sluice/provider-protocol'

import { answer, type Plan, type StepContext } from '../../kit/index.ts'
import { UNITS } from '../exponents.ts'
import { type PaymentIntent, type Refund, refund, refundList } from '../objects.ts'
import { METADATA, refundOutcomeOf } from '../outcomes.ts'
import { readResult } from '../read-result.ts'
import { readRequest, writeRequest } from '../requests.ts'
import { ask, endOf } from './payment.ts'

/** The inputs of a refund. */
interface RefundTerms {
  readonly idempotency_key: string
  readonly account_id: string
  readonly amount: number
  readonly currency: string
  /** Whether the refund undoes an unwanted payment, without a merchant's request. */
  readonly isUndo?: boolean
}

/** Refunds once for each key. If the answer was lost, or repeats an earlier one, the refund itself is read. */
export function* refundPayment(
  context: StepContext,
  { idempotency_key: key, account_id: account, amount, currency, isUndo = false }: RefundTerms,
  intent: PaymentIntent,
): Plan<OutcomeMessage> {
  const wanted = { name: 'create refund', path: '/v1/refunds', account, movesMoney: true }
  const form = {
    payment_intent: intent.id,
    amount: UNITS.format(amount, currency),
    metadata: {
      [METADATA.key]: key,
      [METADATA.account]: account,
      ...(isUndo && { [METADATA.undo]: 'true' }),
    },
  }
  const reading = readResult(yield* ask(writeRequest(context, wanted, { key, purpose: 'ref', form })), refund)
  if (reading.kind === 'done' && !reading.isReplayed) return answer(refundOutcomeOf(reading.value, intent.id))
  if (reading.kind === 'invalid') return endOf(reading)
  const path = `/v1/refunds?payment_intent=${intent.id}&limit=100`
  const list = readResult(
    yield* ask(readRequest(context, { name: 'list refunds', path, account })),
    refundList,
  )
  const found = list.kind === 'done' ? list.value.data.find((one) => isOf(one, key)) : undefined
  if (found) return answer(refundOutcomeOf(found, intent.id))
  return reading.kind === 'done' ? answer(refundOutcomeOf(reading.value, intent.id)) : endOf(reading)
}

function isOf({ metadata }: Refund, key: string): boolean {
  return metadata?.[METADATA.key] === key
}
