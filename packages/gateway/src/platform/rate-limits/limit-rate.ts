import { type Endpoint, type EndpointName, ENDPOINTS } from '@sluice/types'

import { addressBlock } from '../http/address-block.ts'
import type { LimitRate, RateUse } from '../http/http-server-options.ts'
import type { RateCount, RateCounter } from './rate-counter.ts'
import { RATE_POLICIES, type RatePolicyName } from './rate-policies.ts'

type CountedUse = readonly [policy: RatePolicyName, user: readonly string[]]

/** Limits what callers of the API do. The token endpoint counts for itself: its callers stand in the body. */
export function createLimitRate(counter: RateCounter): LimitRate {
  return async (use) => {
    const counts = await Promise.all(countedUses(use).map(([policy, user]) => counter.count(policy, user)))
    const waits = counts.flatMap(({ waitSeconds }) => waitSeconds ?? [])
    return {
      waitSeconds: waits.length > 0 ? Math.max(...waits) : null,
      headers: counts.length > 0 ? describeCounts(counts) : {},
    }
  }
}

function countedUses({ endpoint, caller, ip, params }: RateUse): readonly CountedUse[] {
  const { auth }: Endpoint = ENDPOINTS[endpoint]
  if (auth === 'provider-signature')
    return [['callback', [parameter(params, 'provider_code'), addressBlock(ip)]]]
  switch (caller?.kind) {
    case 'merchant':
      return [
        ['api', [caller.merchantId, caller.clientId]],
        ...(ASKS_FOR_STATUS.has(endpoint)
          ? [['status', [caller.merchantId, parameter(params, 'id')]] as const]
          : []),
      ]
    case 'browser':
      // Keys are fetched without a session.
      return [['browser', [caller.clientKey, addressBlock(ip), parameter(params, 'session_id')]]]
    case undefined:
      return []
  }
}

const ASKS_FOR_STATUS: ReadonlySet<EndpointName> = new Set(['getStatus'])

function parameter(params: unknown, name: string): string {
  const value: unknown = (params as Readonly<Record<string, unknown>> | null | undefined)?.[name]
  return typeof value === 'string' ? value : ''
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
