import type { OutcomeMessage, PreparationMessage } from '@sluice/provider-protocol'

import {
  type HttpRequest,
  type HttpResult,
  type Part,
  type CallEnd,
  type StepContext,
  refuse,
  unknown,
} from '../../kit/index.ts'
import type { Standing } from '../answers.ts'
import { UNITS } from '../exponents.ts'
import { intentList, named, type PaymentIntent, paymentIntent, type StripeError } from '../objects.ts'
import { METADATA, metadataOf } from '../outcomes.ts'
import { CONFLICT, type Reading, readResult, TOO_MANY_REQUESTS } from '../read-result.ts'
import { type Form, readRequest, writeRequest } from '../requests.ts'

/** The result of a call that ended early. */
export type Ended = CallEnd<never>

/** A payment intent, or the end of the call without one. */
export type FoundIntent =
  | { readonly kind: 'found'; readonly intent: PaymentIntent }
  /** There is no payment intent. */
  | { readonly kind: 'none' }
  | { readonly kind: 'ended'; readonly end: Ended }

/** The delay before the connector repeats a request that Stripe did not execute because another one was in progress. */
const BUSY_WAIT_MS = 500

const EXPANDED = 'expand[0]=latest_charge'

/**
 * Sends a request, and repeats it once with the same key if Stripe was busy with another one. If the first request
 * may still be executed and the repetition was not, the first result counts.
 */
export function* ask(request: HttpRequest): Part<HttpResult> {
  const first = yield request
  if (!hasStatus(first, CONFLICT) && !hasStatus(first, TOO_MANY_REQUESTS)) return first
  const second = yield { ...request, afterMs: BUSY_WAIT_MS }
  const isTurnedAway =
    hasStatus(second, TOO_MANY_REQUESTS) || (second.kind === 'failure' && second.code === 'NEVER_SENT')
  return hasStatus(first, CONFLICT) && isTurnedAway ? first : second
}

function hasStatus(result: HttpResult, status: number): boolean {
  return result.kind === 'answer' && result.status === status
}

/** Returns the explanation of an error for people. */
function reasonOf({ code, message }: StripeError): string {
  const said = [code, message].filter(Boolean).join(': ') || 'refused'
  return said.replaceAll(/\p{Cc}/gu, ' ').slice(0, 200)
}

/** Returns the outcome of a call whose request was rejected. It moved no money. */
export function endOf(reading: Exclude<Reading<unknown>, { readonly kind: 'done' }>): Ended {
  switch (reading.kind) {
    case 'declined':
    case 'invalid':
      return refuse(reasonOf(reading.error))
    case 'busy':
      return reading.isSameKey ? unknown('the same request is being executed') : refuse('too many requests')
    case 'other_parameters':
      return unknown('the key was used with other parameters')
    case 'lost':
      return unknown(reading.reason)
  }
}

/** Reads a payment intent with its charge. */
export function* getIntent(context: StepContext, id: string, account: string | null): Part<FoundIntent> {
  const path = `/v1/payment_intents/${id}?${EXPANDED}`
  const result = yield* ask(readRequest(context, { name: 'read payment intent', path, account }))
  const reading = readResult(result, paymentIntent)
  if (reading.kind === 'done') return { kind: 'found', intent: reading.value }
  const isMissing = reading.kind === 'invalid' && reading.error.code === 'resource_missing'
  return isMissing ? { kind: 'none' } : { kind: 'ended', end: endOf(reading) }
}

/**
 * Searches for payments by the gateway's key of a call whose names were lost with an answer. Stripe's search is up
 * to a minute behind.
 */
export function* searchIntents(
  context: StepContext,
  key: string,
  account: string | null,
): Part<{ readonly kind: 'list'; readonly intents: readonly PaymentIntent[] } | Ended> {
  const query = encodeURIComponent(`metadata["${METADATA.key}"]:"${key.replaceAll(/[^A-Za-z0-9_-]/g, '')}"`)
  const path = `/v1/payment_intents/search?query=${query}&expand[0]=data.latest_charge`
  const result = yield* ask(readRequest(context, { name: 'search payment intents', path, account }))
  const reading = readResult(result, intentList)
  return reading.kind === 'done' ? { kind: 'list', intents: reading.value.data } : endOf(reading)
}

/** The inputs of a new payment intent. */
export type IntentTerms = Pick<
  PreparationMessage,
  'account_id' | 'amount' | 'currency' | 'reference' | 'description' | 'transaction_id'
> & {
  /** The key of the call that executes the payment. */
  readonly key: string
  readonly types: readonly string[]
  readonly isHeld: boolean
  /** `manual`: only a request of ours can confirm it, also after the shopper has been authenticated. */
  readonly confirmation: 'manual' | 'automatic'
  readonly customer: string | null
}

/** Creates a payment intent, which moves no money until it is confirmed. */
export function* createIntent(context: StepContext, terms: IntentTerms): Part<Reading<PaymentIntent>> {
  const form: Form = {
    amount: UNITS.format(terms.amount, terms.currency),
    currency: terms.currency.toLowerCase(),
    allowed_payment_method_types: terms.types,
    capture_method: terms.isHeld ? 'manual' : 'automatic',
    confirmation_method: terms.confirmation,
    customer: terms.customer,
    description: terms.description ?? terms.reference,
    metadata: {
      [METADATA.key]: terms.key,
      [METADATA.account]: terms.account_id,
      [METADATA.reference]: terms.reference,
    },
    expand: ['latest_charge'],
  }
  const wanted = { name: 'create payment intent', path: '/v1/payment_intents', account: terms.account_id }
  const request = writeRequest(context, wanted, { key: terms.key, purpose: 'pi', form })
  return readResult(yield* ask(request), paymentIntent)
}

/** Stripe refuses a customer with a longer name. */
const CUSTOMER_NAME_MAX_CHARS = 256

/** Creates the customer to whom Stripe assigns an account for bank transfers. */
export function* createCustomer(
  context: StepContext,
  {
    key,
    account_id: account,
    customer,
  }: Pick<PreparationMessage, 'account_id' | 'customer'> & { readonly key: string },
): Part<Reading<{ readonly id: string }>> {
  const name = [customer?.first_name, customer?.last_name].filter(Boolean).join(' ')
  const form: Form = {
    name: name === '' ? null : name.slice(0, CUSTOMER_NAME_MAX_CHARS),
    email: customer?.email,
    metadata: { [METADATA.key]: key, [METADATA.account]: account },
  }
  const wanted = { name: 'create customer', path: '/v1/customers', account }
  return readResult(yield* ask(writeRequest(context, wanted, { key, purpose: 'cus', form })), named)
}

/** The inputs of a cancellation of a payment intent. */
export interface Cancellation {
  readonly intent: string
  /** The key of the call that cancels. Stripe repeats an error for a key for a day, so no two calls may share one. */
  readonly key: string
  readonly account: string | null
  readonly reason: string
  readonly purpose?: 'can' | 'fen'
}

/** Cancels a payment intent, so that it can never be confirmed. Stripe releases any held amount. */
export function* cancelIntent(
  context: StepContext,
  { intent, key, account, reason, purpose = 'can' }: Cancellation,
): Part<Reading<PaymentIntent>> {
  const path = `/v1/payment_intents/${intent}/cancel`
  const form: Form = { cancellation_reason: reason, expand: ['latest_charge'] }
  const wanted = { name: 'cancel payment intent', path, account }
  return readResult(yield* ask(writeRequest(context, wanted, { key, purpose, form })), paymentIntent)
}

/** Returns the payment that an error concerns, if the error contains it. */
export function intentIn(reading: Reading<unknown>): PaymentIntent | null {
  return reading.kind === 'declined' || reading.kind === 'invalid'
    ? (reading.error.payment_intent ?? null)
    : null
}

/** Returns whether a payment belongs to a different call. */
export function isOfAnotherCall(intent: PaymentIntent, key: string): boolean {
  return metadataOf(intent, METADATA.key) !== key
}

/**
 * Returns the outcome of a payment in this state, with 1002 for one that waits, or null for one that was never
 * executed.
 */
export function outcomeIn(standing: Standing, pending: () => OutcomeMessage): OutcomeMessage | null {
  switch (standing.kind) {
    case 'outcome':
      return standing.outcome
    case 'waits_for_us':
    case 'waits_for_shopper':
      return pending()
    case 'untouched':
    case 'fenced':
      return null
  }
}
