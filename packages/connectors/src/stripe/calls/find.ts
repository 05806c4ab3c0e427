import type { FindingMessage, QuestionMessage } from '@sluice/provider-protocol'

import { answer, type Plan, type StepContext, unknown } from '../../kit/index.ts'
import { pendingOutcome, standingOf } from '../answers.ts'
import { refund } from '../objects.ts'
import { refundOutcomeOf } from '../outcomes.ts'
import { readResult } from '../read-result.ts'
import { readRequest } from '../requests.ts'
import { readState } from '../state.ts'
import { findPayment } from './find-payment.ts'
import { captureOutcome, incrementOutcome, voidOutcome } from './follow-up-outcomes.ts'
import { ask, endOf, isOfAnotherCall, outcomeIn } from './payment.ts'

const READ = { capture: captureOutcome, void: voidOutcome, increment: incrementOutcome } as const

/** Returns how a call ended, by the object that it created. */
export function* find(context: StepContext, message: QuestionMessage): Plan<FindingMessage> {
  const known = readState(message.state)
  if (known?.refund) {
    const path = `/v1/refunds/${known.refund}`
    const wanted = { name: 'read refund', path, account: known.account ?? null }
    const reading = readResult(yield* ask(readRequest(context, wanted)), refund)
    if (reading.kind !== 'done') return endOf(reading)
    return answer({ found: true, outcome: refundOutcomeOf(reading.value, known.intent) })
  }
  const found = yield* findPayment(context, message, context.account)
  if (found.kind === 'ended') return found.end
  if (found.kind === 'none') return answer({ found: false })
  const { intent } = found
  if (known?.operation) {
    const outcome = READ[known.operation](intent, message.key)
    return outcome ? answer({ found: true, outcome }) : unknown('the payment does not show this call')
  }
  if (isOfAnotherCall(intent, message.key)) return unknown('the payment belongs to another call')
  const outcome = outcomeIn(standingOf(intent, context.now), () => pendingOutcome(intent))
  return answer(outcome ? { found: true, outcome } : { found: false })
}
