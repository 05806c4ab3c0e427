import * as z from 'zod'

import { key, shortText } from './members.ts'

/** How a provider names a payment: what an answer may carry, and what later calls carry back. */

const STATE_MAX_BYTES = 2_048
/** While a shopper is awaited, the provider holds more. */
const AWAITING_STATE_MAX_BYTES = 8_192
const REFS_MAX = 8

const ref = shortText(128).min(1)

/** Opaque to the gateway, and a secret. */
const stateOf = (maxBytes: number) =>
  z
    .string()
    .min(1)
    .max(maxBytes)
    .refine((text) => Buffer.byteLength(text) <= maxBytes)

const refs = z.array(ref).max(REFS_MAX).nullish()

/** What every answer may carry. */
export const names = {
  /** Sent back with every later call about this payment; kept as it was where an answer has none. */
  state: stateOf(STATE_MAX_BYTES).nullish(),
  /** The provider's names of the payment; the first is its `provider_reference`. */
  refs,
}

/** The same of an answer that sends the shopper elsewhere. */
export const namesWhileAwaited = { state: stateOf(AWAITING_STATE_MAX_BYTES).nullish(), refs }

/** An earlier call of the gateway's, as later calls refer to it. */
export const earlierCall = z.object({
  /** Its `idempotency_key`. */
  key,
  /** Of the latest answer that carried one. Null where none did, and where the answer was lost. */
  state: stateOf(AWAITING_STATE_MAX_BYTES).nullable(),
  /** The first of `refs`; null as above. */
  provider_reference: ref.nullable(),
})
