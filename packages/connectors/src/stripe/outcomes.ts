import type { OutcomeMessage } from '@sluice/provider-protocol'
import type { ProcessingCode } from '@sluice/types/vocabulary'

import {
  ADVICE_CODES,
  AUTHENTICATION_RESULTS,
  type CodeMeaning,
  DECLINE_CODES,
  ERROR_CODES,
  REFUND_STATUSES,
  RETRY_AFTER_S,
  SOFT_DECLINES,
} from './codes.ts'
import { UNITS } from './exponents.ts'
import type { Charge, PaymentIntent, Refund, StripeError } from './objects.ts'
import { writeState } from './state.ts'

/** The metadata keys under which a payment intent or a refund stores the gateway's names. */
export const METADATA = {
  key: 'sluice_key',
  account: 'sluice_account',
  reference: 'sluice_reference',
  fence: 'sluice_fence',
  undo: 'sluice_undo',
} as const

/** Thrown if an object of Stripe lacks a member that the gateway needs. */
export class UnreadableObject extends Error {
  override readonly name = 'UnreadableObject'
}

/** Builds the outcome of a call, with key, account, amount and currency from Stripe's object. */
export function outcomeOf(
  intent: PaymentIntent,
  code: ProcessingCode,
  more: Partial<OutcomeMessage> = {},
): OutcomeMessage {
  const charge = chargeOf(intent)
  const card = charge?.payment_method_details?.card
  return {
    idempotency_key: metadataOf(intent, METADATA.key),
    account_id: metadataOf(intent, METADATA.account),
    approved_amount: code === '0000' ? approvedAmountOf(intent) : 0,
    currency: currencyOf(intent),
    ...namesOf(intent),
    processing_code: code,
    response_code: intent.status,
    response_message: intent.status,
    approval_code: card?.authorization_code ?? charge?.authorization_code ?? null,
    reference_number: charge?.id ?? null,
    systan: null,
    retryable: false,
    code_namespace: 'stripe',
    ...(code === '0000' && card && approvalOf(intent, card)),
    ...more,
  }
}

/**
 * Returns the outcome of a failed payment. Throws for a code that no table lists, because its meaning for the
 * payment is unknown.
 */
export function declineOf(intent: PaymentIntent, error: StripeError, nowMs: number | null): OutcomeMessage {
  const { code, retryable } = meaningOf(error)
  const decline = error.decline_code ?? null
  const network = error.network_decline_code ?? null
  const advice = adviceOf(error)
  return outcomeOf(intent, code, {
    response_code: network ?? decline ?? error.code ?? '',
    response_message: (error.message ?? decline ?? '').replaceAll(/\p{Cc}/gu, ' ').slice(0, 255),
    code_namespace: network === null ? 'stripe' : 'iso8583',
    retryable,
    ...(SOFT_DECLINES.has(decline ?? error.code ?? '') && { soft_decline: true }),
    ...(advice && nowMs !== null && { network_advice: advice }),
  })
}

/** Returns the meaning of a code. The more precise code counts. */
function meaningOf({ code, decline_code: decline }: StripeError): CodeMeaning {
  const meaning = decline ? DECLINE_CODES[decline] : ERROR_CODES[code ?? '']
  if (meaning === undefined) throw new UnreadableObject(`unknown code ${decline ?? code ?? ''}`)
  return meaning
}

/** Returns the advice of the network, or else of Stripe. Advice without a time is returned only if it needs none. */
function adviceOf(error: StripeError): OutcomeMessage['network_advice'] {
  const { advice_code: ours, network_advice_code: networks } = error
  const seconds = networks ? RETRY_AFTER_S[networks] : undefined
  if (networks && seconds !== undefined) return { kind: 'RETRY_AFTER', code: networks, seconds }
  const kind = ours ? ADVICE_CODES[ours] : undefined
  return kind ? { kind, code: networks ?? ours ?? '' } : null
}

/** Returns the outcome of a refund by its status. */
export function refundOutcomeOf(refund: Refund, intent: string): OutcomeMessage {
  const code = REFUND_STATUSES[refund.status]
  if (code === undefined) throw new UnreadableObject(`unknown status ${refund.status} of a refund`)
  const account = metadataOf(refund, METADATA.account)
  const currency = currencyOf(refund)
  return {
    idempotency_key: metadataOf(refund, METADATA.key),
    account_id: account,
    approved_amount: code === '0000' ? UNITS.parse(refund.amount, currency) : 0,
    currency,
    state: writeState({ intent, account, currency, refund: refund.id }),
    refs: [refund.id],
    processing_code: code,
    response_code: refund.failure_reason ?? refund.status,
    response_message: refund.failure_reason ?? refund.status,
    approval_code: null,
    reference_number: refund.id,
    systan: null,
    retryable: false,
    code_namespace: 'stripe',
  }
}

/** Returns the state and the references of a payment. */
export function namesOf(intent: PaymentIntent): { readonly state: string; readonly refs: string[] } {
  const charge = chargeIdOf(intent)
  return {
    state: writeState({
      intent: intent.id,
      account: metadataOf(intent, METADATA.account),
      currency: currencyOf(intent),
    }),
    refs: [intent.id, ...(charge === null ? [] : [charge])],
  }
}

/** Returns the value of a metadata member. @throws {@link UnreadableObject} Without it, the object is not the gateway's. */
export function metadataOf(
  { id, metadata }: { readonly id: string; readonly metadata: Readonly<Record<string, string>> | null },
  name: string,
): string {
  const value = metadata?.[name]
  if (!value) throw new UnreadableObject(`${id} has no ${name}`)
  return value
}

export function currencyOf({ currency }: { readonly currency: string }): string {
  return currency.toUpperCase()
}

/** Returns the charge of a payment, if it is expanded. */
export function chargeOf({ latest_charge: charge }: PaymentIntent): Charge | null {
  return typeof charge === 'object' ? charge : null
}

function chargeIdOf({ latest_charge: charge }: PaymentIntent): string | null {
  return typeof charge === 'string' ? charge : (charge?.id ?? null)
}

/** Returns the approved amount: less than requested, or an amount that the gateway treats as an error of Stripe. */
function approvedAmountOf(intent: PaymentIntent): number {
  const charge = chargeOf(intent)
  const approved = charge?.payment_method_details?.card?.amount_authorized ?? charge?.amount ?? intent.amount
  return UNITS.parse(approved, currencyOf(intent))
}

type Card = NonNullable<NonNullable<Charge['payment_method_details']>['card']>

/** Returns Stripe's details about an approved card payment. */
function approvalOf(intent: PaymentIntent, card: Card): Partial<OutcomeMessage> {
  const { checks, capture_before: captureBefore, three_d_secure: proof } = card
  const isHeld = intent.capture_method === 'manual'
  const address = [
    ['line1', checks?.address_line1_check],
    ['postal_code', checks?.address_postal_code_check],
  ].flatMap(([name, result]) => (result ? [`${name}:${result}`] : []))
  return {
    network_transaction_id: card.network_transaction_id ?? null,
    avs_result: address.length === 0 ? null : address.join(' '),
    cvv_result: checks?.cvc_check ?? null,
    ...(isHeld && {
      may: {
        capture_several: card.multicapture?.status === 'available',
        increment: card.incremental_authorization?.status === 'available',
        extend: null,
      },
    }),
    ...(isHeld && captureBefore && { capture_before: new Date(captureBefore * 1_000).toISOString() }),
    ...(proof && { authentication: authenticationOf(proof) }),
  }
}

/** Returns how Stripe, or the 3-D Secure server whose result it received, authenticated the cardholder. */
function authenticationOf(
  proof: NonNullable<Card['three_d_secure']>,
): NonNullable<OutcomeMessage['authentication']> {
  const { result, electronic_commerce_indicator: eci, version, transaction_id: transactionId } = proof
  const isExempted = result === 'exempted'
  return {
    trans_status: AUTHENTICATION_RESULTS[result ?? ''] ?? 'U',
    eci: eci ?? null,
    ds_trans_id: transactionId && UUID.test(transactionId) ? transactionId.toLowerCase() : null,
    message_version: version === '2.1.0' || version === '2.2.0' || version === '2.3.1' ? version : null,
    exemption_applied: isExempted ? (proof.exemption_indicator ?? 'none') : null,
  }
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
