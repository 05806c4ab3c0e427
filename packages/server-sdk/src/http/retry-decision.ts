/** Tries of one call, the first included. */
export const TRIES_MAX = 4

/** The longest wait before the second try; it doubles with every further one. */
export const FIRST_WAIT_MAX_MS = 500

/** The failure of an attempt, as far as retries are concerned. */
export type Failure =
  /** The gateway knows nothing of the request, or it only reads. */
  | 'not_sent'
  /** No complete answer: the gateway may have done it. */
  | 'lost'
  /** 429, 502, 503, 504. */
  | 'busy'
  /** 409 after a try that was lost, or that says when to come back: the first one is still being worked on. */
  | 'still_running'
  /** Anything else: another try would fail alike. */
  | 'final'

const IS_TRIED_AGAIN: Readonly<Record<Failure, (isRepeatable: boolean) => boolean>> = {
  not_sent: () => true,
  lost: (isRepeatable) => isRepeatable,
  busy: (isRepeatable) => isRepeatable,
  still_running: (isRepeatable) => isRepeatable,
  final: () => false,
}

export interface FailedTry {
  readonly failure: Failure
  /** The number of attempts so far, including this one. */
  readonly attempt: number
  /** The maximum number of attempts. */
  readonly tries: number
  /** Whether the call is idempotent. */
  readonly isRepeatable: boolean
  /** The response's `Retry-After`. */
  readonly retryAfterSeconds: number | undefined
  /** A random number from 0 up to, not including, 1. */
  readonly random: number
}

/**
 * Returns whether an attempt only queried the outcome of the first one, which the gateway is still processing. It
 * does not count: a gateway whose database hangs responds like this many times, and only the deadline of the call
 * ends the wait.
 *
 * @decision 0037
 */
export function isOutcomeQuery({
  failure,
  retryAfterSeconds,
}: Pick<FailedTry, 'failure' | 'retryAfterSeconds'>): boolean {
  return failure === 'still_running' && retryAfterSeconds !== undefined
}

/**
 * Decides whether to retry a call: always if the request was certainly not sent, otherwise only if repeating it is
 * safe.
 *
 * @returns milliseconds to wait first: random within 0.5 s · 2ⁿ, so that clients do not return together, and at least
 *   as long as the gateway requires; `null` to stop.
 * @decision 0037
 */
export function decideRetry(failed: FailedTry): number | null {
  const { failure, attempt, tries, isRepeatable, retryAfterSeconds = 0, random } = failed
  const isExhausted = isOutcomeQuery(failed) ? tries === 1 : attempt >= Math.min(tries, TRIES_MAX)
  if (isExhausted || !IS_TRIED_AGAIN[failure](isRepeatable)) return null
  return retryAfterSeconds * 1_000 + Math.floor(random * FIRST_WAIT_MAX_MS * 2 ** Math.max(attempt - 1, 0))
}
