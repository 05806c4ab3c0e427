import type {
  CancellationMessage,
  FenceAnswerMessage,
  FenceMessage,
  OutcomeMessage,
  UndoMessage,
} from '@sluice/provider-protocol'

import { answer, type Part, type Plan, type StepContext, unknown } from '../../kit/index.ts'
import { FENCE_REASON, pendingOutcome, standingOf } from '../answers.ts'
import { type PaymentIntent, paymentIntent } from '../objects.ts'
import { currencyOf, METADATA, metadataOf, outcomeOf } from '../outcomes.ts'
import { UNITS } from '../exponents.ts'
import { readResult } from '../read-result.ts'
import { type Form, writeRequest } from '../requests.ts'
import { findPayment } from './find-payment.ts'
import { voidPayment } from './operate.ts'
import {
  ask,
  type Cancellation,
  cancelIntent,
  endOf,
  type Ended,
  getIntent,
  intentIn,
  outcomeIn,
} from './payment.ts'
import { refundPayment } from './refund-payment.ts'

/** Abandons a payment that waits for a person. */
export function* cancel(context: StepContext, message: CancellationMessage): Plan<OutcomeMessage> {
  const found = yield* findPayment(context, message, context.account)
  if (found.kind === 'ended') return found.end
  if (found.kind === 'none') return unknown('the payment does not exist')
  const settled = finalOutcome(found.intent, context.now)
  if (settled) return answer(settled)
  const { idempotency_key: key } = message
  const canceled = yield* cancelAndRead(context, found.intent, { key, reason: 'requested_by_customer' })
  const outcome = canceled.now && finalOutcome(canceled.now, context.now)
  if (outcome) return answer(outcome)
  return canceled.kind === 'lost' ? canceled.end : answer(pendingOutcome(canceled.now))
}

/** The result of a cancellation, and the payment as it is now. */
type Canceled =
  /** Returns the outcome by Stripe's response: canceled, or the reason why not. */
  | { readonly kind: 'answered'; readonly now: PaymentIntent }
  /** The answer was lost, or is an error. Another request may have canceled the payment in the meantime. */
  | {
      readonly kind: 'lost'
      readonly now: PaymentIntent | null
      readonly end: Ended
      readonly isBusy: boolean
    }

function* cancelAndRead(
  context: StepContext,
  intent: PaymentIntent,
  how: Pick<Cancellation, 'key' | 'reason' | 'purpose'>,
): Part<Canceled> {
  const account = metadataOf(intent, METADATA.account)
  const reading = yield* cancelIntent(context, { intent: intent.id, account, ...how })
  const said = reading.kind === 'done' ? reading.value : intentIn(reading)
  if (reading.kind === 'done' || said) return { kind: 'answered', now: said ?? intent }
  const read = yield* getIntent(context, intent.id, account)
  return {
    kind: 'lost',
    now: read.kind === 'found' ? read.intent : null,
    end: endOf(reading),
    isBusy: reading.kind === 'busy',
  }
}

/** Returns the outcome of a payment that a cancellation cannot change. A failed one can still be canceled. */
function finalOutcome(intent: PaymentIntent, nowMs: number): OutcomeMessage | null {
  if (intent.status === 'canceled') return outcomeOf(intent, '1003')
  if (intent.status === 'requires_payment_method') return null
  const standing = standingOf(intent, nowMs)
  return standing.kind === 'outcome' ? standing.outcome : null
}

/**
 * Prevents the later execution of a call: an unconfirmed payment is canceled, and the key of one that does not
 * exist is used up.
 */
export function* fence(context: StepContext, message: FenceMessage): Plan<FenceAnswerMessage> {
  const found = yield* findPayment(context, message, context.account)
  if (found.kind === 'ended') return found.end
  if (found.kind === 'none') return yield* burn(context, message.key)
  const { intent } = found
  const standing = standingOf(intent, context.now)
  if (standing.kind === 'fenced') return answer({ result: 'FENCED', key: message.key })
  if (standing.kind === 'outcome') return answer(fenceAnswerOf(standing.outcome))
  const canceled = yield* cancelAndRead(context, intent, { ...FENCE, key: message.key })
  const later = canceled.now && standingOf(canceled.now, context.now)
  if (later?.kind === 'fenced') return answer({ result: 'FENCED', key: message.key })
  if (later?.kind === 'outcome') return answer(fenceAnswerOf(later.outcome))
  if (canceled.kind === 'lost')
    return canceled.isBusy ? answer({ result: 'IN_PROGRESS', key: message.key }) : canceled.end
  const outcome = later && outcomeIn(later, () => pendingOutcome(canceled.now))
  return outcome ? answer(fenceAnswerOf(outcome)) : unknown('the payment was not canceled')
}

/** The reason for canceling a payment that must never be executed. */
const FENCE = { reason: FENCE_REASON, purpose: 'fen' } as const

function fenceAnswerOf(outcome: OutcomeMessage): FenceAnswerMessage {
  return outcome.processing_code === '1002'
    ? { result: 'IN_PROGRESS', key: outcome.idempotency_key }
    : { result: 'OUTCOME', outcome }
}

/**
 * Prevents the execution of a call that was not prepared, and that Stripe has never received. The gateway prepares
 * all of its own calls.
 */
function* burn(context: StepContext, key: string): Plan<FenceAnswerMessage> {
  const used = yield* useUp(context, { key, account: context.account, amount: FENCE_AMOUNT, currency: 'eur' })
  switch (used.kind) {
    case 'fenced':
      return answer({ result: 'FENCED', key })
    case 'taken':
      return answer({ result: 'IN_PROGRESS', key })
    case 'ended':
      return used.end
  }
}

/** The amount exceeds Stripe's minimum charge. No card is charged. */
const FENCE_AMOUNT = 100

type UsedUp =
  | { readonly kind: 'fenced'; readonly intent: PaymentIntent }
  /** A payment was created, or is being created, with the key. */
  | { readonly kind: 'taken' }
  | { readonly kind: 'ended'; readonly end: Ended }

/**
 * Uses up the key with which a payment would be created, by a payment intent that is never paid. Stripe then
 * rejects every later request with the key.
 */
function* useUp(
  context: StepContext,
  {
    key,
    account,
    amount,
    currency,
  }: {
    readonly key: string
    readonly account: string | null
    readonly amount: number
    readonly currency: string
  },
): Part<UsedUp> {
  const form: Form = {
    amount,
    currency,
    allowed_payment_method_types: ['card'],
    confirmation_method: 'manual',
    metadata: { [METADATA.key]: key, [METADATA.account]: account, [METADATA.fence]: 'yes' },
  }
  const wanted = { name: 'use up a key', path: '/v1/payment_intents', account }
  const reading = readResult(
    yield* ask(writeRequest(context, wanted, { key, purpose: 'pi', form })),
    paymentIntent,
  )
  if (reading.kind === 'other_parameters' || reading.kind === 'busy') return { kind: 'taken' }
  if (reading.kind !== 'done') return { kind: 'ended', end: endOf(reading) }
  const { value: intent } = reading
  const canceled = yield* cancelIntent(context, { ...FENCE, intent: intent.id, key, account })
  // The intent has no payment method, so it moves no money even if it is not canceled.
  return canceled.kind === 'done' || intentIn(canceled)
    ? { kind: 'fenced', intent }
    : { kind: 'ended', end: endOf(canceled) }
}

/** Returns everything that a call moved, and prevents it from moving more. */
export function* undo(context: StepContext, message: UndoMessage): Plan<OutcomeMessage> {
  const found = yield* findPayment(context, message.original, message.account_id)
  if (found.kind === 'ended') return found.end
  if (found.kind === 'none') return yield* undoUnseen(context, message)
  const { intent } = found
  if (intent.status === 'requires_capture') return yield* voidPayment(context, message, intent)
  if (intent.status === 'succeeded') {
    const amount = UNITS.parse(intent.amount_received, currencyOf(intent))
    return yield* refundPayment(context, { ...message, amount, isUndo: true }, intent)
  }
  if (intent.status === 'processing') return unknown('Stripe still executes the payment')
  if (intent.status !== 'canceled') {
    const canceled = yield* cancelAndRead(context, intent, { ...FENCE, key: message.idempotency_key })
    if (canceled.now?.status !== 'canceled')
      return canceled.kind === 'lost' ? canceled.end : unknown('the payment was not canceled')
  }
  return answer(undoneOf(intent, message.idempotency_key))
}

/** Returns the outcome of a payment that never moved money, and never will. */
function undoneOf(intent: PaymentIntent, key: string): OutcomeMessage {
  return outcomeOf(intent, '1002', {
    idempotency_key: key,
    processing_code: '0000',
    approved_amount: UNITS.parse(intent.amount, currencyOf(intent)),
    response_code: 'canceled',
    response_message: 'canceled',
  })
}

function* undoUnseen(context: StepContext, message: UndoMessage): Plan<OutcomeMessage> {
  const { original, account_id: account, currency } = message
  const amount = UNITS.format(message.amount, currency)
  const used = yield* useUp(context, { key: original.key, account, amount, currency: currency.toLowerCase() })
  switch (used.kind) {
    case 'fenced':
      return answer(undoneOf(used.intent, message.idempotency_key))
    case 'taken':
      return unknown('the payment is being created')
    case 'ended':
      return used.end
  }
}
