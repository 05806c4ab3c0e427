import type { OrderAnswerMessage, OrderMessage } from '@sluice/provider-protocol'

import { answer, type Part, type Plan, refuse, type StepContext, unknown } from '../../kit/index.ts'
import { showAnswer, standingOf } from '../answers.ts'
import { findMethod, methodForm } from '../methods.ts'
import { type PaymentIntent, paymentIntent, type StripeError } from '../objects.ts'
import { declineOf } from '../outcomes.ts'
import { readResult } from '../read-result.ts'
import { type Form, writeRequest } from '../requests.ts'
import { readState } from '../state.ts'
import { findStanding } from './find-payment.ts'
import { ask, createCustomer, createIntent, endOf, type Ended, getIntent, intentIn } from './payment.ts'

/** Executes an order: its confirmation lets the customer pay. */
export function* order(context: StepContext, message: OrderMessage): Plan<OrderAnswerMessage> {
  if (message.direction === 'WITHDRAWAL') return refuse('payouts are not offered')
  const method = findMethod(message.type, message.currency)
  if (method === null) return refuse('Stripe does not support this method in this currency')
  const given = methodForm(method, message)
  if (given === null) return refuse('the method requires a member that the request lacks')
  const begun = yield* findOrCreate(context, message, method.type)
  if (begun.kind === 'ended') return begun.end
  if (begun.kind === 'standing') return answerFor(begun.intent, context.now)
  const form: Form = { ...given, return_url: message.return_url, expand: ['latest_charge'] }
  const path = `/v1/payment_intents/${begun.id}/confirm`
  const wanted = { name: 'confirm payment intent', path, account: message.account_id, movesMoney: true }
  const request = writeRequest(context, wanted, { key: message.idempotency_key, purpose: 'conf', form })
  const reading = readResult(yield* ask(request), paymentIntent)
  if (reading.kind === 'done') return answerFor(reading.value, context.now)
  const known = intentIn(reading)
  if (reading.kind === 'declined' && known)
    return answer({ result: 'OUTCOME', outcome: declineOf(known, reading.error, context.now) })
  // A decline that does not contain its payment shows neither whose it is, nor that nothing was charged.
  const isReadable = known !== null || reading.kind === 'other_parameters' || reading.kind === 'declined'
  if (!isReadable) return endOf(reading)
  const read = yield* getIntent(context, begun.id, message.account_id)
  if (read.kind !== 'found') return read.kind === 'ended' ? read.end : unknown('the payment is gone')
  return answerFor(read.intent, context.now, reading.kind === 'invalid' ? reading.error : null)
}

type Begun =
  | { readonly kind: 'new'; readonly id: string }
  | { readonly kind: 'standing'; readonly intent: PaymentIntent }
  | { readonly kind: 'ended'; readonly end: Ended }

/** Returns the prepared payment intent, or creates one. */
function* findOrCreate(context: StepContext, message: OrderMessage, type: string): Part<Begun> {
  const prepared = readState(message.prepared?.state)
  if (prepared !== null) return { kind: 'new', id: prepared.intent }
  const key = message.idempotency_key
  let customer: string | null = null
  if (type === 'customer_balance') {
    const created = yield* createCustomer(context, { ...message, key })
    if (created.kind !== 'done') return { kind: 'ended', end: endOf(created) }
    customer = created.value.id
  }
  const created = yield* createIntent(context, {
    ...message,
    key,
    types: [type],
    customer,
    isHeld: false,
    confirmation: 'automatic',
  })
  if (created.kind === 'done') return { kind: 'new', id: created.value.id }
  if (created.kind !== 'other_parameters') return { kind: 'ended', end: endOf(created) }
  const standing = yield* findStanding(context, key, message.account_id)
  return standing.kind === 'found'
    ? { kind: 'standing', intent: standing.intent }
    : { kind: 'ended', end: endOf(created) }
}

/** @param error - why the last request was not executed. */
function answerFor(
  intent: PaymentIntent,
  nowMs: number,
  error: StripeError | null = null,
): ReturnType<typeof answer<OrderAnswerMessage>> | Ended {
  const standing = standingOf(intent, nowMs)
  switch (standing.kind) {
    case 'outcome':
      return answer<OrderAnswerMessage>({ result: 'OUTCOME', outcome: standing.outcome })
    case 'fenced':
      return refuse('FENCED')
    case 'untouched':
      return error ? endOf({ kind: 'invalid', error }) : unknown('the payment was not confirmed')
    case 'waits_for_us':
      return unknown('an order requires a confirmation that no call makes')
    case 'waits_for_shopper': {
      const shown = showAnswer(intent)
      return shown ? answer(shown) : unknown('Stripe requires an unknown step of the customer')
    }
  }
}
