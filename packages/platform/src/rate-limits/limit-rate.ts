import type { LimitRate, RateUse } from '../http/http-server-options.ts'
import type { RateCount, RateCounter } from './rate-counter.ts'
import type { RatePolicyName } from './rate-policies.ts'
import type { RatePolicy } from './token-bucket.ts'

/** A policy by its name, the key of the user, and the user's own policy if there is one. */
export type CountedUse = readonly [
  name: RatePolicyName,
  user: readonly string[],
  own?: RatePolicy | undefined,
]

/** @param countedUses - what a request counts as; nothing for one that is not limited. */
export function createLimitRate(
  counter: RateCounter,
  countedUses: (use: RateUse) => readonly CountedUse[],
): LimitRate {
  return async (use) => {
    const counts = await Promise.all(countedUses(use).map((counted) => counter.count(...counted)))
    const waits = counts.flatMap(({ waitSeconds }) => waitSeconds ?? [])
    return {
      waitSeconds: waits.length > 0 ? Math.max(...waits) : null,
      headers: counts.length > 0 ? describeCounts(counts) : {},
    }
  }
}

/** draft-ietf-httpapi-ratelimit-headers: `w` is how long a whole burst takes to come back. */
function describeCounts(counts: readonly RateCount[]): Record<string, string> {
  const policies = counts.map(
    ({ policy: { name, burst, perSecond } }) => `"${name}";q=${burst};w=${Math.ceil(burst / perSecond)}`,
  )
  const states = counts.map(
    ({ policy, remaining, resetSeconds }) => `"${policy.name}";r=${remaining};t=${resetSeconds}`,
  )
  return { 'ratelimit-policy': policies.join(', '), ratelimit: states.join(', ') }
}
