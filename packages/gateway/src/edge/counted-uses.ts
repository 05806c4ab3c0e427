import { type Endpoint, type EndpointName, ENDPOINTS } from '@sluice/types'
import { addressBlock } from '@sluice/platform/http/address-block'
import type { RateUse } from '@sluice/platform/http/http-server-options'
import type { CountedUse } from '@sluice/platform/rate-limits/limit-rate'
import { RATE_POLICIES } from '@sluice/platform/rate-limits/rate-policies'

/** The rate limit of a client. @see docs/operations/people.md#rates */
export interface ClientRate {
  readonly perSecond: number
  readonly burst: number
}

/**
 * Returns the callers for which a request counts. The token endpoint counts its own requests, because their body
 * names the caller.
 *
 * @param clientRates - the configured rates of clients, by client id.
 */
export function countedUses(
  { endpoint, caller, ip, params }: RateUse,
  clientRates: ReadonlyMap<string, ClientRate> = new Map(),
): readonly CountedUse[] {
  const { auth }: Endpoint = ENDPOINTS[endpoint]
  if (auth === 'provider-signature')
    return [['callback', [parameter(params, 'provider_code'), addressBlock(ip)]]]
  switch (caller?.kind) {
    case 'merchant':
      return [
        [
          'api',
          [caller.merchantId, caller.userId ?? caller.clientId],
          toPolicy(caller.userId === undefined ? clientRates.get(caller.clientId) : undefined),
        ],
        ...(ASKS_FOR_STATUS.has(endpoint)
          ? [['status', [caller.merchantId, parameter(params, 'id')]] as const]
          : []),
      ]
    case 'browser':
      // Browsers fetch keys without a session.
      return [['browser', [caller.clientKey, addressBlock(ip), parameter(params, 'session_id')]]]
    case undefined:
      return []
  }
}

function toPolicy(rate: ClientRate | undefined) {
  return rate && { ...rate, name: RATE_POLICIES.api.name }
}

const ASKS_FOR_STATUS: ReadonlySet<EndpointName> = new Set(['getStatus'])

function parameter(params: unknown, name: string): string {
  const value: unknown = (params as Readonly<Record<string, unknown>> | null | undefined)?.[name]
  return typeof value === 'string' ? value : ''
}
