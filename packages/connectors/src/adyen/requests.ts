import type { Secret } from '@sluice/shared/secret'

import { encodeJson, type HttpRequest, type JsonValue, keyFor, type StepContext } from '../kit/index.ts'
import { amountUnits } from './exponents.ts'

/** The version of the Checkout API that every request names. */
export const CHECKOUT_VERSION = 'v72'

/** The maximum length of `Idempotency-Key`. */
export const KEY_MAX = 64
/** The maximum length of `reference`. */
const REFERENCE_MAX = 80

/**
 * The requests about a payment, by the prefix of their references. Webhooks repeat the reference, so that it names the call that an event is about;
 * a payment's own reference is its key alone, because a technical cancel refers to it.
 */
export const MODIFICATIONS = {
  capt: 'capture',
  refd: 'refund',
  void: 'void',
  rels: 'void',
  undo: 'undo',
  canc: 'cancellation',
  incr: 'increment',
  extd: 'extend',
} as const

/** The prefix of a modification's reference. */
export type Modification = keyof typeof MODIFICATIONS

/** Builds a request to the Checkout API, with the members that all requests share. */
export function checkoutRequest(
  name: string,
  path: string,
  {
    apiKey,
    key,
    movesMoney,
  }: { readonly apiKey: Secret<string>; readonly key: string; readonly movesMoney: boolean },
  body: Readonly<Record<string, JsonValue>>,
): HttpRequest {
  return {
    name,
    method: 'POST',
    path: `/${CHECKOUT_VERSION}${path}`,
    headers: { 'content-type': 'application/json', 'x-api-key': apiKey, 'idempotency-key': key },
    body: encodeJson(body),
    movesMoney,
  }
}

/** Returns the newest API key. @throws If the configuration has none, which the gateway checks when it starts. */
export function apiKeyOf({ secrets }: Pick<StepContext, 'secrets'>): Secret<string> {
  const [newest] = secrets['api_key'] ?? []
  if (newest === undefined) throw new Error('Adyen requires an API key')
  return newest
}

/** Converts an amount to Adyen's units. @throws {RangeError} If they cannot express it. */
export function amountFor(amountMinor: number, currency: string) {
  return { currency, value: amountUnits.format(amountMinor, currency) }
}

/** The operations on a payment at Adyen. */
export interface ModificationCall {
  readonly modification: Modification
  readonly key: string
  readonly merchantAccount: string
  /** Adyen's name of the payment. */
  readonly pspReference: string
}

/** Captures a part or all of an authorization. */
export function capture(call: ModificationCall & AmountOf, context: StepContext): HttpRequest {
  return modify('capture', 'captures', call, context, { amount: amountFor(call.amount, call.currency) })
}

/**
 * Sets the held amount to another one, or to the same one, which extends it. The event reports the new total, so
 * the reference contains both the requested amount and the new total.
 */
export function updateAmount(
  { key, ...call }: ModificationCall & AmountOf & { readonly authorizedAmount: number },
  context: StepContext,
): HttpRequest {
  const { amount, authorizedAmount, currency } = call
  const named = { ...call, key: `${amount}-${authorizedAmount}-${key}` }
  return modify('update amount', 'amountUpdates', named, context, {
    amount: amountFor(authorizedAmount, currency),
  })
}

/** Refunds a part or all of what was captured. */
export function refund(call: ModificationCall & AmountOf, context: StepContext): HttpRequest {
  return modify('refund', 'refunds', call, context, { amount: amountFor(call.amount, call.currency) })
}

/**
 * Releases everything that an authorization holds, if nothing was captured. The event reports the original amount,
 * even after increments, so the reference contains the requested amount.
 */
export function release({ key, ...call }: ModificationCall & AmountOf, context: StepContext): HttpRequest {
  return cancel({ ...call, key: `${call.amount}-${key}` }, context)
}

/** Releases an authorization that was not captured. */
export function cancel(call: ModificationCall, context: StepContext): HttpRequest {
  return modify('cancel', 'cancels', call, context, {})
}

/** Cancels a payment, or refunds all of it if it was captured: Adyen finds out which. */
export function reverse(call: ModificationCall, context: StepContext): HttpRequest {
  return modify('reverse', 'reversals', call, context, {})
}

/** Cancels a payment whose answer was lost, by our own reference: Adyen's technical cancel. */
export function cancelByReference(
  call: Omit<ModificationCall, 'pspReference'> & { readonly paymentKey: string },
  context: StepContext,
): HttpRequest {
  const { modification, key, merchantAccount, paymentKey } = call
  // The same call may be made again with Adyen's own reference: under one key, Adyen would repeat this answer and reverse nothing.
  return checkoutRequest('cancel by reference', '/cancels', keysOf('cref', key, context), {
    merchantAccount,
    paymentReference: paymentKey,
    reference: referenceOf(modification, key),
  })
}

interface AmountOf {
  readonly amount: number
  readonly currency: string
}

function modify(
  name: string,
  path: string,
  { modification, key, merchantAccount, pspReference }: ModificationCall,
  context: StepContext,
  members: Readonly<Record<string, JsonValue>>,
): HttpRequest {
  return checkoutRequest(
    name,
    `/payments/${encodeURIComponent(pspReference)}/${path}`,
    keysOf(modification, key, context),
    { merchantAccount, reference: referenceOf(modification, key), ...members },
  )
}

function keysOf(purpose: Modification | 'cref', key: string, context: StepContext) {
  return { apiKey: apiKeyOf(context), key: keyFor(key, purpose, KEY_MAX), movesMoney: true }
}

function referenceOf(modification: Modification, key: string): string {
  return keyFor(key, modification, REFERENCE_MAX)
}

/** Returns the call that a reference of ours names, and its key; null for the reference of a payment. */
export function readReference(reference: string): NamedCall | null {
  const [, prefix, rest] = /^([a-z]{4})-(.+)$/.exec(reference) ?? []
  if (rest === undefined || prefix === undefined || !(prefix in MODIFICATIONS)) return null
  const modification = prefix as Modification
  const named = NAMED_AMOUNTS[modification]?.exec(rest)
  if (named === undefined) return { modification, key: rest, asked: null }
  const { amount, total, key } = named?.groups ?? {}
  if (key === undefined) return null
  return {
    modification,
    key,
    asked: { amount: Number(amount), total: total === undefined ? null : Number(total) },
  }
}

/**
 * The prefixes of references that contain amounts before the key, because events report another amount than the
 * requested one.
 */
const CHANGED = /^(?<amount>[0-9]{1,15})-(?<total>[0-9]{1,15})-(?<key>.+)$/
const NAMED_AMOUNTS: Readonly<Partial<Record<Modification, RegExp>>> = {
  incr: CHANGED,
  extd: CHANGED,
  rels: /^(?<amount>[0-9]{1,15})-(?<key>.+)$/,
}

/** A call that a reference names. */
export interface NamedCall {
  readonly modification: Modification
  readonly key: string
  /**
   * The requested amount, if events report another one: the new total after a change, and nothing useful after a
   * release.
   */
  readonly asked: { readonly amount: number; readonly total: number | null } | null
}
