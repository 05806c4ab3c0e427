import { LIMITS } from '@sluice/types/vocabulary'
import type { Clock } from '@sluice/platform/kernel/clock'
import { createTimedCache } from '@sluice/platform/kernel/timed-cache'
import { sha256Base64Url } from '@sluice/platform/crypto/aead'

/** The subject of failures: a client id with the address that used it, so that a stranger cannot lock a client out. */
export interface Guesser {
  readonly clientId: string
  readonly ip: string
}

/**
 * Slows down attackers who guess secrets. The right secret works during a block, so that users behind a shared address
 * are not locked out. Failures from different addresses are not added up: 256 random bits are out of reach of guesses.
 *
 * @see docs/protocol/errors-and-limits.md#rate-limits
 */
export interface FailureLimit {
  /** Seconds until the guesser may try again; null when it may now. */
  waitSeconds(guesser: Guesser): number | null
  recordFailure(guesser: Guesser): void
}

const WINDOW_MS = 60_000
const BLOCK_MS = LIMITS.TOKEN_FAILURE_BLOCK_SECONDS * 1000

/**
 * Bounds the memory to about a megabyte. A caller that invents this many clients to be forgotten has gained ten
 * guesses.
 */
const MAX_GUESSERS = 10_000

interface Failures {
  readonly times: readonly number[]
  readonly blockedUntilMs: number
}

const NO_FAILURES: Failures = { times: [], blockedUntilMs: 0 }

export function createFailureLimit(clock: Clock): FailureLimit {
  const guessers = createTimedCache<Failures>({ clock, maxEntries: MAX_GUESSERS })
  // Keys are hashed, because the guesser also chooses the length of the id.
  const keyOf = ({ clientId, ip }: Guesser) => sha256Base64Url(JSON.stringify([clientId, ip]))
  return {
    waitSeconds(guesser) {
      const { blockedUntilMs } = guessers.get(keyOf(guesser)) ?? NO_FAILURES
      const waitMs = blockedUntilMs - clock.now()
      return waitMs > 0 ? Math.ceil(waitMs / 1000) : null
    },

    recordFailure(guesser) {
      const nowMs = clock.now()
      const earlier = guessers.get(keyOf(guesser)) ?? NO_FAILURES
      const times = [...earlier.times.filter((timeMs) => nowMs - timeMs < WINDOW_MS), nowMs]
      const isTooMany = times.length >= LIMITS.TOKEN_FAILURES_MAX_PER_MINUTE
      const failures = isTooMany
        ? { times: [], blockedUntilMs: nowMs + BLOCK_MS }
        : { times, blockedUntilMs: 0 }
      guessers.set(keyOf(guesser), failures, nowMs + WINDOW_MS)
    },
  }
}
