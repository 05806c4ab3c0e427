import type { Random } from '@sluice/shared/random'
import type { Secret } from '@sluice/shared/secret'

import type { HttpRequest, Transcript } from './http-message.ts'

/** The maximum number of requests that a connector may send for one call. */
export const REQUESTS_MAX = 4

/**
 * The secrets of a configured provider, by their names in `secret_files`. A secret has several values while it is
 * rotated, the newest first.
 */
export type ConnectorSecrets = Readonly<Record<string, readonly Secret<string>[]>>

/**
 * The inputs of a connector besides the call. Its functions have no clock, no randomness and no environment of
 * their own.
 */
export interface StepContext {
  /** The current time, in epoch milliseconds. */
  readonly now: number
  /** Our account with the provider; null for a 3-D Secure server, and for calls whose message does not name one. */
  readonly account: string | null
  /** The state from the latest answer about this payment. */
  readonly state: Secret<string> | null
  readonly secrets: ConnectorSecrets
  /** An access token of the provider; null unless the connector declares how to get one. */
  readonly token: Secret<string> | null
  readonly random: Random
  /** The exchanges of this call so far. */
  readonly transcript: Transcript
}

/** The runtime sends the request, and calls the connector again with a longer transcript. */
export interface Send {
  readonly kind: 'send'
  readonly request: HttpRequest
}

/**
 * How a call ends.
 *
 * - `answer`: the call has this answer.
 * - `refuse`: nothing was executed and nothing will be.
 * - `unknown`: the provider may have executed the call. The runtime throws, and the gateway queries the outcome
 *   later.
 */
export type CallEnd<Answer> =
  | { readonly kind: 'answer'; readonly answer: Answer }
  | { readonly kind: 'refuse' | 'unknown'; readonly reason: string }

/** The next step of a connector. */
export type Step<Answer> = Send | CallEnd<Answer>

/** Decides the next step of a call. It is pure: the same arguments give the same step. */
export type StepFunction<Call, Answer> = (call: Call, context: StepContext) => Step<Answer>

/** Sends a request. */
export function send(request: HttpRequest): Send {
  return { kind: 'send', request }
}

/** Ends the call with an answer. */
export function answer<Answer>(said: Answer): CallEnd<Answer> {
  return { kind: 'answer', answer: said }
}

/** Ends the call: nothing was executed and nothing will be. */
export function refuse(reason: string): CallEnd<never> {
  return { kind: 'refuse', reason }
}

/** Ends the call without an outcome. */
export function unknown(reason: string): CallEnd<never> {
  return { kind: 'unknown', reason }
}
