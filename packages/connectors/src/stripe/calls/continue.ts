import type { ContinuationAnswerMessage, ContinuationMessage } from '@sluice/provider-protocol'

import { answer, type Plan, type StepContext, unknown } from '../../kit/index.ts'
import { standingOf } from '../answers.ts'
import { paymentIntent } from '../objects.ts'
import { METADATA, metadataOf } from '../outcomes.ts'
import { readResult } from '../read-result.ts'
import { writeRequest } from '../requests.ts'
import { readConfirmation } from './authorize.ts'
import { findPayment } from './find-payment.ts'
import { ask } from './payment.ts'

/**
 * Continues a card payment whose shopper has come back. Nothing that the browser sent is trusted: the payment intent says whether the
 * shopper was authenticated, and this call's confirmation alone moves money.
 */
export function* continueCard(
  context: StepContext,
  message: ContinuationMessage,
): Plan<ContinuationAnswerMessage> {
  const { account_id: account, idempotency_key: key } = message
  const found = yield* findPayment(context, message, account)
  if (found.kind === 'ended') return found.end
  if (found.kind === 'none') return unknown('the payment is gone')
  const { intent } = found
  const standing = standingOf(intent, context.now)
  switch (standing.kind) {
    case 'outcome':
      return answer(standing.outcome)
    case 'waits_for_us': {
      const path = `/v1/payment_intents/${intent.id}/confirm`
      const wanted = { name: 'confirm payment intent', path, account, movesMoney: true }
      const form = { expand: ['latest_charge'] }
      const request = writeRequest(context, wanted, { key, purpose: 'conf', form })
      const reading = readResult(yield* ask(request), paymentIntent)
      return yield* readConfirmation(context, reading, intent.id, account)
    }
    case 'waits_for_shopper':
    case 'untouched':
    case 'fenced':
      return answer({ result: 'NOT_VALID', idempotency_key: metadataOf(intent, METADATA.key) })
  }
}
