import { type Endpoint, type EndpointName, ENDPOINTS } from '@sluice/types'
import { addressBlock } from '@sluice/platform/http/address-block'
import type { RateUse } from '@sluice/platform/http/http-server-options'
import type { CountedUse } from '@sluice/platform/rate-limits/limit-rate'

/** What a request of the API counts as. The token endpoint counts for itself: its callers stand in the body. */
export function countedUses({ endpoint, caller, ip, params }: RateUse): readonly CountedUse[] {
  const { auth }: Endpoint = ENDPOINTS[endpoint]
  if (auth === 'provider-signature')
    return [['callback', [parameter(params, 'provider_code'), addressBlock(ip)]]]
  switch (caller?.kind) {
    case 'merchant':
      return [
        ['api', [caller.merchantId, caller.userId ?? caller.clientId]],
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
