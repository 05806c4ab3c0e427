import type { LimitRate, RateUse } from '../http/http-server-options.ts'
import type { RateCount, RateCounter } from './rate-counter.ts'
import { RATE_POLICIES, type RatePolicyName } from './rate-policies.ts'

/** A policy, and what tells its users apart. */
export type CountedUse = readonly [policy: RatePolicyName, user: readonly string[]]

/** @param countedUses - what a request counts as; nothing for one that is not limited. */
export function createLimitRate(
  counter: RateCounter,
  countedUses: (use: RateUse) => readonly CountedUse[],
): LimitRate {
  return async (use) => {
    const counts = await Promise.all(countedUses(use).map(([policy, user]) => counter.count(policy, user)))
    const waits = counts.flatMap(({ waitSeconds }) => waitSeconds ?? [])
    return {
      waitSeconds: waits.length > 0 ? Math.max(...waits) : null,
      headers: counts.length > 0 ? describeCounts(counts) : {},
    }
  }
}

/** draft-ietf-httpapi-ratelimit-headers: `w` is how long a whole burst takes to come back. */
function describeCounts(counts: readonly RateCount[]): Record<string, string> {
  const policies = counts.map(({ policy }) => {
    const { name, burst, perSecond } = RATE_POLICIES[policy]
    return `"${name}";q=${burst};w=${Math.ceil(burst / perSecond)}`
  })
  const states = counts.map(
    ({ policy, remaining, resetSeconds }) =>
      `"${RATE_POLICIES[policy].name}";r=${remaining};t=${resetSeconds}`,
  )
  return { 'ratelimit-policy': policies.join(', '), ratelimit: states.join(', ') }
}
