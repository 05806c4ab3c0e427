import type { z } from 'zod'

import type { HttpResult } from '../kit/index.ts'
import { errorAnswer, type StripeError } from './objects.ts'

/** The meaning of an answer from Stripe. */
export type Reading<Value> =
  /**
   * `isReplayed`: Stripe repeated the answer to an earlier request with this key, so it describes the state at that
   * time.
   */
  | { readonly kind: 'done'; readonly value: Value; readonly isReplayed: boolean }
  /** The payment was declined. */
  | { readonly kind: 'declined'; readonly error: StripeError }
  /** The request cannot be executed, and was not. */
  | { readonly kind: 'invalid'; readonly error: StripeError }
  /** The key was used with other parameters. */
  | { readonly kind: 'other_parameters' }
  /** A request with the same key, or about the same payment, is in progress. This one was not executed. */
  | { readonly kind: 'busy'; readonly isSameKey: boolean }
  /** Stripe may have executed the request. */
  | { readonly kind: 'lost'; readonly reason: string }

const PAYMENT_REQUIRED = 402
/** A request with the same key is in progress. */
export const CONFLICT = 409
/** There were too many requests, or one about the same payment is in progress. */
export const TOO_MANY_REQUESTS = 429

/** The statuses after which nothing was executed. */
const REFUSALS: ReadonlySet<number> = new Set([400, 401, 403, 404])

/**
 * Reads the result of a request. An answer in another format than Stripe's counts as lost, because it came from an
 * intermediary.
 */
export function readResult<Schema extends z.ZodType>(
  result: HttpResult,
  schema: Schema,
): Reading<z.output<Schema>> {
  if (result.kind === 'failure') {
    return result.code === 'NEVER_SENT'
      ? { kind: 'invalid', error: { message: 'unreachable' } }
      : { kind: 'lost', reason: result.code }
  }
  const { status, headers, body } = result
  const value = parse(body)
  if (status === 200) {
    const read = schema.safeParse(value)
    return read.success
      ? { kind: 'done', value: read.data, isReplayed: headers['idempotent-replayed'] === 'true' }
      : { kind: 'lost', reason: `status 200 without ${read.error.issues[0]?.path.join('.') ?? 'an object'}` }
  }
  const read = errorAnswer.safeParse(value)
  if (!read.success) return { kind: 'lost', reason: `status ${status} without an error` }
  const { error } = read.data
  if (status === CONFLICT) return { kind: 'busy', isSameKey: true }
  if (status === TOO_MANY_REQUESTS) return { kind: 'busy', isSameKey: false }
  if (error.type === 'idempotency_error') return { kind: 'other_parameters' }
  if (status === PAYMENT_REQUIRED && error.type === 'card_error') return { kind: 'declined', error }
  if (REFUSALS.has(status)) return { kind: 'invalid', error }
  return { kind: 'lost', reason: `status ${status}` }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
