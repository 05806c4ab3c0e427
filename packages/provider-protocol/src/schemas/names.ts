import * as z from 'zod'

import { key, shortText } from './members.ts'

/** A provider's names for a payment: what an answer may carry, and what later calls send back. */

const STATE_MAX_BYTES = 2_048
/** The limit is higher while the provider waits for a shopper, because it has more to store. */
const AWAITING_STATE_MAX_BYTES = 8_192
const REFS_MAX = 8

const ref = shortText(128).min(1)

/** Opaque to the gateway, and secret. */
const stateOf = (maxBytes: number) =>
  z
    .string()
    .min(1)
    .max(maxBytes)
    .refine((text) => Buffer.byteLength(text) <= maxBytes)

export const refs = z.array(ref).max(REFS_MAX).nullish()

/** The names that every answer may carry. */
export const names = {
  /** Sent back with every later call about this payment; an answer without it leaves the stored state unchanged. */
  state: stateOf(STATE_MAX_BYTES).nullish(),
  /** The provider's references for the payment; the first is its `provider_reference`. */
  refs,
}

/** The names that an answer may carry when it sends the shopper elsewhere. */
export const namesWhileAwaited = { state: stateOf(AWAITING_STATE_MAX_BYTES).nullish(), refs }

/** The names that the answer to a preparation carried. */
export const preparedNames = z.object({
  state: stateOf(STATE_MAX_BYTES).nullable(),
  provider_reference: ref.nullable(),
})

/** An earlier call of the gateway, as later calls identify it. */
export const earlierCall = z.object({
  /** Its `idempotency_key`. */
  key,
  /** The state of the latest answer that carried one. Null if none did, or if the answer was lost. */
  state: stateOf(AWAITING_STATE_MAX_BYTES).nullable(),
  /** The first of `refs`; null as above. */
  provider_reference: ref.nullable(),
})
