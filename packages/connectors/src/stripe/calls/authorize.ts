import type { AuthorizationAnswerMessage } from '@sluice/provider-protocol'

import {
  answer,
  type Part,
  type Plan,
  refuse,
  type SecretAuthorization,
  type StepContext,
  unknown,
} from '../../kit/index.ts'
import { authenticateAnswer, pendingOutcome, standingOf } from '../answers.ts'
import { billingOf } from '../methods.ts'
import { named, type PaymentIntent, paymentIntent, type StripeError } from '../objects.ts'
import { declineOf, METADATA } from '../outcomes.ts'
import { type Reading, readResult } from '../read-result.ts'
import { type Form, writeRequest } from '../requests.ts'
import { readState } from '../state.ts'
import { findStanding } from './find-payment.ts'
import { ask, createIntent, endOf, type Ended, getIntent, intentIn } from './payment.ts'

/**
 * Executes a card payment: it creates a payment method of the card, and then confirms. Only the confirmation moves
 * money.
 */
export function* authorize(
  context: StepContext,
  message: SecretAuthorization,
): Plan<AuthorizationAnswerMessage> {
  const reason = refusalOf(message)
  if (reason !== null) return refuse(reason)
  const begun = yield* findOrCreate(context, message)
  if (begun.kind === 'ended') return begun.end
  if (begun.kind === 'standing') return answerFor(begun.intent, context.now)
  const method = yield* createPaymentMethod(context, message)
  if (method.kind === 'done') return yield* confirm(context, message, begun.id, method.value.id)
  // This call did not confirm the intent. Reading it shows what an earlier call with this key did.
  const read = begun.intent
    ? ({ kind: 'found', intent: begun.intent } as const)
    : yield* getIntent(context, begun.id, message.account_id)
  if (read.kind !== 'found') return read.kind === 'ended' ? read.end : refuse('the prepared payment is gone')
  if (standingOf(read.intent, context.now).kind !== 'untouched') return answerFor(read.intent, context.now)
  return method.kind === 'declined'
    ? answer(declineOf(read.intent, method.error, context.now))
    : refuseAfter(method)
}

/** Nothing was confirmed, so a lost response also means that nothing was executed. */
function refuseAfter(reading: Exclude<Reading<unknown>, { readonly kind: 'done' | 'declined' }>): Ended {
  return reading.kind === 'lost' ? refuse(`the card was not accepted: ${reading.reason}`) : endOf(reading)
}

/** Returns why the payment is refused: Stripe's published API does not support it, or it must not be charged. */
function refusalOf({ card, authentication }: SecretAuthorization): string | null {
  if (card.kind === 'NETWORK_TOKEN') return 'Stripe has no public parameter for network tokens'
  if (authentication === null) return null
  const { trans_status: status, authentication_value: cryptogram, ds_trans_id: id } = authentication
  if (status === 'N' || status === 'R' || status === 'C') return 'the cardholder was not authenticated'
  // Without the proof, Stripe would charge the card as unauthenticated.
  const hasProof = Boolean(cryptogram && id)
  return PROVEN.has(status) && !hasProof ? 'the proof of the authentication is incomplete' : null
}

/** The results of an authentication that an issuer accepts only with a proof. */
const PROVEN: ReadonlySet<string> = new Set(['Y', 'A'])

type Begun =
  | { readonly kind: 'new'; readonly id: string; readonly intent: PaymentIntent | null }
  /** The key was used before. */
  | { readonly kind: 'standing'; readonly intent: PaymentIntent }
  | { readonly kind: 'ended'; readonly end: Ended }

/** Returns the prepared payment intent, or creates one. */
function* findOrCreate(context: StepContext, message: SecretAuthorization): Part<Begun> {
  const prepared = readState(message.prepared?.state)
  if (prepared !== null) return { kind: 'new', id: prepared.intent, intent: null }
  const created = yield* createIntent(context, {
    ...message,
    key: message.idempotency_key,
    types: ['card'],
    customer: null,
    isHeld: message.transaction_type === 'AUTHORIZE',
    confirmation: 'manual',
  })
  if (created.kind === 'done') return { kind: 'new', id: created.value.id, intent: created.value }
  if (created.kind !== 'other_parameters') return { kind: 'ended', end: endOf(created) }
  const standing = yield* findStanding(context, message.idempotency_key, message.account_id)
  return standing.kind === 'found'
    ? { kind: 'standing', intent: standing.intent }
    : { kind: 'ended', end: endOf(created) }
}

/** Sends the card. This is the only request with card data, and it moves no money. */
function* createPaymentMethod(
  context: StepContext,
  {
    card,
    customer,
    billing_address: address,
    idempotency_key: key,
    account_id: account,
  }: SecretAuthorization,
): Part<Reading<{ readonly id: string }>> {
  const form: Form = {
    type: 'card',
    card: {
      number: card.number,
      exp_month: card.expiration_month,
      exp_year: card.expiration_year,
      cvc: card.cvv,
    },
    billing_details: billingOf(customer ?? (address && { ...NOBODY, ...address })),
    metadata: { [METADATA.key]: key },
  }
  const wanted = { name: 'create payment method', path: '/v1/payment_methods', account }
  return readResult(yield* ask(writeRequest(context, wanted, { key, purpose: 'pm', form })), named)
}

/** The shopper, if only a wallet's address is known. */
const NOBODY = {
  id: null,
  first_name: null,
  last_name: null,
  email: null,
  phone: null,
  date_of_birth: null,
  ip: null,
  language: null,
}

function* confirm(
  context: StepContext,
  message: SecretAuthorization,
  intent: string,
  paymentMethod: string,
): Plan<AuthorizationAnswerMessage> {
  const isByMerchant = message.stored_credential?.initiator === 'MERCHANT'
  const form: Form = {
    payment_method: paymentMethod,
    payment_method_options: { card: cardOptions(message) },
    ...(message.stored_credential?.sequence === 'FIRST' && { setup_future_usage: 'off_session' }),
    ...(isByMerchant && { off_session: true }),
    // Without a shopper, a payment that requires authentication is declined at once.
    ...(message.authentication_required
      ? { return_url: message.return_url }
      : { error_on_requires_action: true }),
    expand: ['latest_charge'],
  }
  const path = `/v1/payment_intents/${intent}/confirm`
  const wanted = { name: 'confirm payment intent', path, account: message.account_id, movesMoney: true }
  const request = writeRequest(context, wanted, { key: message.idempotency_key, purpose: 'conf', form })
  const reading = readResult(yield* ask(request), paymentIntent)
  return yield* readConfirmation(context, reading, intent, message.account_id)
}

/** Returns the result of a confirmation. */
export function* readConfirmation(
  context: StepContext,
  reading: Reading<PaymentIntent>,
  intent: string,
  account: string | null,
): Plan<AuthorizationAnswerMessage> {
  if (reading.kind === 'done') return answerFor(reading.value, context.now)
  const known = intentIn(reading)
  if (reading.kind === 'declined' && known) return answer(declineOf(known, reading.error, context.now))
  // A decline that does not contain its payment shows neither whose it is, nor that nothing was charged.
  if (known || reading.kind === 'other_parameters' || reading.kind === 'declined') {
    const read = yield* getIntent(context, intent, account)
    if (read.kind !== 'found') return read.kind === 'ended' ? read.end : unknown('the payment is gone')
    return answerFor(read.intent, context.now, reading.kind === 'invalid' ? reading.error : null)
  }
  return endOf(reading)
}

/** @param error - why the last request was not executed. */
function answerFor(
  intent: PaymentIntent,
  nowMs: number,
  error: StripeError | null = null,
): ReturnType<typeof answer<AuthorizationAnswerMessage>> | Ended {
  const standing = standingOf(intent, nowMs)
  switch (standing.kind) {
    case 'outcome':
      return answer<AuthorizationAnswerMessage>(standing.outcome)
    case 'fenced':
      return refuse('FENCED')
    case 'untouched':
      return error ? endOf({ kind: 'invalid', error }) : unknown('the payment was not confirmed')
    case 'waits_for_us':
      return answer<AuthorizationAnswerMessage>(pendingOutcome(intent))
    case 'waits_for_shopper': {
      const asked = authenticateAnswer(intent)
      return asked ? answer(asked) : unknown('Stripe requires a step that is not a redirect')
    }
  }
}

/** The preferences that Stripe forwards as a requested challenge. */
const CHALLENGED: ReadonlySet<string | undefined> = new Set(['CHALLENGE', 'MANDATE'])

/** Describes this card payment for Stripe. */
function cardOptions({
  authentication,
  authentication_required: isRequired,
  challenge_preference: preference,
  stored_credential: stored,
  transaction_type: type,
  installments,
}: SecretAuthorization): Form {
  return {
    ...(type === 'AUTHORIZE' && {
      request_multicapture: 'if_available',
      request_incremental_authorization: 'if_available',
    }),
    // Stripe has no preference against a challenge, because `automatic` would skip required authentication.
    ...(isRequired && { request_three_d_secure: CHALLENGED.has(preference) ? 'challenge' : 'any' }),
    ...(installments && {
      installments: {
        enabled: true,
        plan: { type: 'fixed_count', interval: 'month', count: installments.count },
      },
    }),
    ...(stored?.initiator === 'MERCHANT' && stored.sequence === 'SUBSEQUENT'
      ? { stored_credential_usage: 'unscheduled' }
      : {}),
    ...(authentication?.authentication_value && authentication.ds_trans_id
      ? { three_d_secure: proofOf(authentication, authentication.authentication_value) }
      : {}),
  }
}

const STRIPE_ECIS: ReadonlySet<string> = new Set(['01', '02', '05', '06', '07'])

/** Writes the result of a 3-D Secure server, which Stripe forwards to the issuer. */
function proofOf(
  { trans_status, eci, ds_trans_id, message_version }: NonNullable<SecretAuthorization['authentication']>,
  cryptogram: string,
): Form {
  return {
    version: message_version,
    cryptogram,
    transaction_id: ds_trans_id,
    ares_trans_status: trans_status,
    electronic_commerce_indicator: STRIPE_ECIS.has(eci) ? eci : null,
  }
}
