import { Secret } from '@sluice/shared/secret'
import * as z from 'zod'

/** The schema of what later calls need to know about a payment at Stripe. */
const state = z.object({
  /** The payment intent. */
  intent: z.string().regex(/^pi_[A-Za-z0-9_]{1,120}$/),
  /** Our account, by its name in the configuration; absent for a payment that a person found. */
  account: z.string().optional(),
  /** The currency (ISO 4217). */
  currency: z.string().optional(),
  /** The refund, in the state of a refund. */
  refund: z.string().optional(),
  /** The state of a capture, void or increment. */
  operation: z.enum(['capture', 'void', 'increment']).optional(),
})

/** The data about a payment at Stripe that later calls need. */
export type StripeState = z.output<typeof state>

/** Writes a state. */
export function writeState(known: StripeState): string {
  return JSON.stringify(known)
}

/** Reads a state; returns null if there is none. @throws {TypeError} For a text that the connector did not write. */
export function readState(text: string | null | undefined): StripeState | null {
  if (text === null || text === undefined) return null
  const read = state.safeParse(JSON.parse(text))
  if (!read.success) throw new TypeError('This state was not written by the Stripe connector')
  return read.data
}

/** Returns the state of a payment that a person found at Stripe, or null if the reference is not a payment intent's. */
export function adoptIntent(reference: string): Secret<string> | null {
  const read = state.safeParse({ intent: reference })
  return read.success ? new Secret(writeState(read.data)) : null
}
