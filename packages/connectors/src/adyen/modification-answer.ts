import type { OutcomeMessage } from '@sluice/provider-protocol'

import { answer, type HttpResult, objectOf, type CallEnd, textOf, unknown } from '../kit/index.ts'
import { pendingOutcome, readAmount } from './outcome.ts'
import { readAnswer, refuseFor } from './read-answer.ts'
import { readReference } from './requests.ts'

/**
 * Reads the response to a capture, refund, cancel or reversal, which is always "received": an event reports the
 * outcome.
 *
 * @param outcomeKey - the key of the call whose outcome is reported, if it is another call: a cancellation reports
 *   that of its payment.
 */
export function readModificationAnswer(
  result: HttpResult,
  { currency, outcomeKey }: { readonly currency: string; readonly outcomeKey?: string },
): CallEnd<OutcomeMessage> {
  const read = readAnswer(result)
  if (read.kind === 'ended') return read.step
  if (read.kind === 'error') return refuseFor(read)
  const { body } = read
  const status = textOf(body, 'status')
  const psp = textOf(body, 'pspReference')
  const merchantAccount = textOf(body, 'merchantAccount')
  const named = readReference(textOf(body, 'reference') ?? '')
  if (status !== 'received' || psp === null || merchantAccount === null || named === null)
    return unknown(`Unexpected status ${status ?? 'none'}`)
  const written = readAmount(objectOf(body, 'amount'))?.currency
  const names = {
    idempotency_key: outcomeKey ?? named.key,
    account_id: merchantAccount,
    ...(outcomeKey === undefined && { refs: [psp] }),
  }
  return answer(pendingOutcome(names, written ?? currency, status))
}
