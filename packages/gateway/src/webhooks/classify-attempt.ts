import { LIMITS } from '@sluice/types/vocabulary'

import type { DeliveryVerdict } from './delivery.ts'
import type { PostAnswer } from './post-webhook.ts'
import { readRetryAfter } from './retry-after.ts'

/** The receiver says that the address is gone for good. */
const GONE = 410
/** Statuses whose `Retry-After` is obeyed. */
const ASKS_FOR_PATIENCE: ReadonlySet<number> = new Set([429, 503])

/** A subscription that has only failed for this long is disabled. */
export const FAILING_MAX_MS = LIMITS.WEBHOOK_FAILING_DAYS_UNTIL_DISABLED * 86_400_000
/** A receiver may ask for at most the longest wait of the schedule, because the events would be useless later. */
const RETRY_AFTER_MAX_MS = Math.max(...LIMITS.WEBHOOK_RETRY_DELAYS_SECONDS) * 1000

export interface Circumstances {
  /** Attempts before this one since the delivery was made or last replayed. */
  readonly tries: number
  readonly failingSinceMs: number | null
  /** The current time, from the clock that deadlines use. */
  readonly nowMs: number
  readonly realNowMs: number
  /** A random number from 0 up to, but not including, 1. */
  readonly die: number
}

/** Returns whether the receiver has taken the message: any 2xx. A redirect is not followed and counts as a failure. */
export function isTaken(answer: PostAnswer | null): boolean {
  return answer !== null && answer.status >= 200 && answer.status <= 299
}

/**
 * Decides what an attempt means.
 *
 * @param answer - null when there was none.
 * @see docs/protocol/webhooks.md#webhook-retries
 */
export function classifyAttempt(answer: PostAnswer | null, circumstances: Circumstances): DeliveryVerdict {
  if (isTaken(answer)) return { status: 'DELIVERED', nextAtMs: null, disable: null }
  if (answer?.status === GONE) return { status: 'CANCELED', nextAtMs: null, disable: 'GONE' }
  const { tries, failingSinceMs, nowMs } = circumstances
  const disable = failingSinceMs !== null && nowMs - failingSinceMs >= FAILING_MAX_MS ? 'FAILING' : null
  const nextAtMs = planNext(answer, circumstances)
  if (nextAtMs === null || tries + 1 >= LIMITS.WEBHOOK_MAX_ATTEMPTS)
    return { status: 'FAILED', nextAtMs: null, disable }
  // Disabling ends it with all other open ones; a success elsewhere in the meantime may have prevented that.
  return { status: 'DUE', nextAtMs, disable }
}

function planNext(answer: PostAnswer | null, { tries, nowMs, realNowMs, die }: Circumstances): number | null {
  const seconds = LIMITS.WEBHOOK_RETRY_DELAYS_SECONDS[tries + 1]
  if (seconds === undefined) return null
  // Spread out, so that what failed together does not come back together.
  const jitter = 1 + ((2 * die - 1) * LIMITS.WEBHOOK_RETRY_JITTER_PERCENT) / 100
  const asked =
    answer !== null && ASKS_FOR_PATIENCE.has(answer.status)
      ? (readRetryAfter(answer.retryAfter, realNowMs) ?? 0)
      : 0
  return nowMs + Math.round(Math.max(seconds * 1000 * jitter, Math.min(asked, RETRY_AFTER_MAX_MS)))
}
