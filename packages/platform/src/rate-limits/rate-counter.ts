import type { Clock } from '../kernel/clock.ts'
import { createTimedCache, type TimedCache } from '../kernel/timed-cache.ts'
import { sha256Base64Url } from '../crypto/aead.ts'
import { RATE_POLICIES, type RatePolicyName } from './rate-policies.ts'
import { drawToken, fullAtMs, type RatePolicy, type TokenBucket } from './token-bucket.ts'

/** The result of one use. */
export interface RateCount {
  /** The policy that was applied. */
  readonly policy: RatePolicy
  /** Null when the use is allowed. */
  readonly waitSeconds: number | null
  /** Uses that are allowed at once after this one. */
  readonly remaining: number
  /** Whole seconds until all of them are available again. */
  readonly resetSeconds: number
}

/** Counts uses of a limited resource. */
export interface RateCounter {
  /**
   * @param name - of the policy.
   * @param user - the one that the policy counts, as parts of one name.
   * @param policy - of this user, in place of the usual one of that name.
   */
  count(name: RatePolicyName, user: readonly string[], policy?: RatePolicy): Promise<RateCount>
}

/**
 * The limit on buckets of each policy, some ten megabytes. A caller that invents more users than this returns a full
 * bucket to those that were idle longest, which were about to have one.
 */
const MAX_BUCKETS = 50_000

/**
 * Counts in the memory of this process.
 *
 * @param clock - real time: rates protect the machine.
 */
export function createRateCounter(clock: Clock, maxBuckets = MAX_BUCKETS): RateCounter {
  // Apart, so that made-up sessions push out no client.
  const buckets = Object.fromEntries(
    Object.keys(RATE_POLICIES).map((name) => [name, createTimedCache({ clock, maxEntries: maxBuckets })]),
  ) as Readonly<Record<RatePolicyName, TimedCache<TokenBucket>>>

  return {
    async count(name, user, policy = RATE_POLICIES[name]) {
      const nowMs = clock.now()
      // Users choose their own names, of any length.
      const key = sha256Base64Url(JSON.stringify(user))
      const { bucket, waitSeconds } = drawToken(buckets[name].get(key), policy, nowMs)
      const untilMs = fullAtMs(bucket, policy)
      buckets[name].set(key, bucket, untilMs)
      return {
        policy,
        waitSeconds,
        remaining: Math.floor(bucket.tokens),
        resetSeconds: Math.ceil((untilMs - nowMs) / 1000),
      }
    },
  }
}
