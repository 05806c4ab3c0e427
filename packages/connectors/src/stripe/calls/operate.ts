import type { OperationMessage, OutcomeMessage } from '@sluice/provider-protocol'

import { answer, type Part, type Plan, refuse, type StepContext, unknown } from '../../kit/index.ts'
import { UNITS } from '../exponents.ts'
import { isMarked, markedAmount, markWith } from '../marks.ts'
import { type PaymentIntent, paymentIntent } from '../objects.ts'
import { chargeOf, currencyOf, declineOf, METADATA } from '../outcomes.ts'
import { type Reading, readResult } from '../read-result.ts'
import { writeRequest } from '../requests.ts'
import { findPayment } from './find-payment.ts'
import { captureOutcome, incrementOutcome, voidedBefore, voidOutcome } from './follow-up-outcomes.ts'
import { ask, cancelIntent, endOf, getIntent, intentIn } from './payment.ts'
import { refundPayment } from './refund-payment.ts'

/** Captures, refunds, voids, or increments. */
export function* operate(context: StepContext, message: OperationMessage): Plan<OutcomeMessage> {
  const { original, account_id: account } = message
  const found = yield* findPayment(context, original, account)
  if (found.kind === 'ended') return found.end
  if (found.kind === 'none') return refuse('the payment does not exist')
  const { intent } = found
  if (currencyOf(intent) !== message.currency) return refuse(`the payment is in ${currencyOf(intent)}`)
  switch (message.operation) {
    case 'CAPTURE':
      return yield* capture(context, message, intent)
    case 'REFUND':
      return yield* refundPayment(context, message, intent)
    case 'VOID':
      return yield* voidPayment(context, message, intent)
    case 'INCREMENT':
      return yield* increment(context, message, intent)
    default:
      return refuse(`${message.operation} is not supported`)
  }
}

function* capture(
  context: StepContext,
  { idempotency_key: key, amount, currency, final_capture: isFinal, account_id: account }: OperationMessage,
  intent: PaymentIntent,
): Plan<OutcomeMessage> {
  const standing = captureOutcome(intent, key)
  if (standing) return answer(standing)
  if (intent.status !== 'requires_capture') return refuse(`the payment is ${intent.status}`)
  const captured = UNITS.format(amount, currency)
  const mayCaptureAgain = chargeOf(intent)?.payment_method_details?.card?.multicapture?.status === 'available'
  const wanted = {
    name: 'capture payment intent',
    path: `/v1/payment_intents/${intent.id}/capture`,
    account,
    movesMoney: true,
  }
  const form = {
    amount_to_capture: captured,
    // Stripe accepts the parameter only for payments that can be captured again.
    ...(mayCaptureAgain && { final_capture: isFinal }),
    metadata: markWith(intent, 'capture', { key, amount: captured }),
    expand: ['latest_charge'],
  }
  const request = writeRequest(context, wanted, { key, purpose: 'cap', form })
  const reading = readResult(yield* ask(request), paymentIntent)
  return yield* settle(context, reading, intent, (now) => captureOutcome(now, key))
}

/** Increments the held amount. Stripe expects the new total, so that a repeated request cannot add twice. */
function* increment(
  context: StepContext,
  { idempotency_key: key, amount, authorized_amount: total, currency, account_id: account }: OperationMessage,
  intent: PaymentIntent,
): Plan<OutcomeMessage> {
  const standing = incrementOutcome(intent, key)
  if (standing) return answer(standing)
  if (intent.status !== 'requires_capture') return refuse(`the payment is ${intent.status}`)
  if (total === undefined) return refuse('authorized_amount is missing')
  const wanted = {
    name: 'increment payment intent',
    path: `/v1/payment_intents/${intent.id}/increment_authorization`,
    account,
    movesMoney: true,
  }
  const form = {
    amount: UNITS.format(total, currency),
    metadata: markWith(intent, 'increment', { key, amount: UNITS.format(amount, currency) }),
    expand: ['latest_charge'],
  }
  const request = writeRequest(context, wanted, { key, purpose: 'inc', form })
  const reading = readResult(yield* ask(request), paymentIntent)
  if (reading.kind === 'declined')
    return answer({ ...declineOf(intent, reading.error, context.now), idempotency_key: key })
  return yield* settle(context, reading, intent, (now) => incrementOutcome(now, key))
}

/** Releases a hold. A cancellation cannot carry our key, so the payment is marked with it first. */
export function* voidPayment(
  context: StepContext,
  {
    idempotency_key: key,
    account_id: account,
    amount,
    currency,
  }: Pick<OperationMessage, 'idempotency_key' | 'account_id' | 'amount' | 'currency'>,
  intent: PaymentIntent,
): Plan<OutcomeMessage> {
  const standing = voidOutcome(intent, key)
  if (standing) return answer(standing)
  // An earlier void has released everything, also what a capture held that was declined since.
  if (intent.status === 'canceled' && isMarked(intent, 'void'))
    return answer(voidedBefore(intent, key, UNITS.format(amount, currency)))
  const hasRest = intent.status === 'succeeded' && intent.amount_received < intent.amount
  if (intent.status !== 'requires_capture' && !hasRest) return refuse(`the payment is ${intent.status}`)
  // Stripe repeats an error for the key for a day, even if the mark was set.
  if (markedAmount(intent, 'void', key) === null) {
    const wanted = { name: 'mark payment intent', path: `/v1/payment_intents/${intent.id}`, account }
    const metadata = markWith(intent, 'void', { key, amount: UNITS.format(amount, currency) })
    const form = { metadata, expand: ['latest_charge'] }
    const marked = readResult(
      yield* ask(writeRequest(context, wanted, { key, purpose: 'mark', form })),
      paymentIntent,
    )
    if (marked.kind !== 'done') return endOf(marked)
    const isReleased = voidOutcome(marked.value, key)
    if (isReleased) return answer(isReleased)
  }
  const cancellation = { intent: intent.id, key, account, reason: 'requested_by_customer' }
  const canceled = yield* cancelIntent(context, cancellation)
  return yield* settle(context, canceled, intent, (now) => voidOutcome(now, key))
}

/** Reads an outcome from the answer, or from the current payment if the answer was lost or is an error. */
function* settle(
  context: StepContext,
  reading: Reading<PaymentIntent>,
  { id, metadata }: PaymentIntent,
  read: (intent: PaymentIntent) => OutcomeMessage | null,
): Plan<OutcomeMessage> {
  const said = reading.kind === 'done' ? reading.value : intentIn(reading)
  const outcome = said && read(said)
  if (outcome) return answer(outcome)
  if (reading.kind === 'invalid') return endOf(reading)
  const later = yield* readAgain(context, id, metadata[METADATA.account] ?? null, read)
  if (later) return answer(later)
  return reading.kind === 'done' ? unknown('the response does not identify this call') : endOf(reading)
}

function* readAgain(
  context: StepContext,
  id: string,
  account: string | null,
  read: (intent: PaymentIntent) => OutcomeMessage | null,
): Part<OutcomeMessage | null> {
  const found = yield* getIntent(context, id, account)
  return found.kind === 'found' ? read(found.intent) : null
}
