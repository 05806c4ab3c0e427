import type { HttpServer } from '../../platform/http/http-server.ts'
import {
  authorizationWire,
  CARD_PROVIDER_PATHS,
  fromAuthorizationWire,
  fromOperationWire,
  operationWire,
  toOutcomeWire,
} from '../../providers/http-card-provider/card-provider.wire.ts'
import type { Provider } from '../../transactions/execution/provider.ts'
import { createSignedRoutes, type SignedRoutesOptions } from './signed-routes.ts'

export const providerPrefix = (providerId: string): string => `/providers/${providerId}`

/** Lets a simulated card provider answer by the provider protocol. */
export function registerCardProvider(
  server: HttpServer,
  provider: Provider,
  options: Omit<SignedRoutesOptions, 'server' | 'prefix'>,
): void {
  const routes = createSignedRoutes({ server, prefix: providerPrefix(provider.id), ...options })

  routes.post(CARD_PROVIDER_PATHS.authorizations, authorizationWire, async (wire) =>
    toOutcomeWire(wire.idempotency_key, await provider.authorize(fromAuthorizationWire(wire))),
  )
  routes.post(CARD_PROVIDER_PATHS.operations, operationWire, async (wire) =>
    toOutcomeWire(wire.idempotency_key, await provider.operate(fromOperationWire(wire))),
  )
  routes.get(`${CARD_PROVIDER_PATHS.outcomes}/:key`, async ({ key = '' }) => {
    const outcome = await provider.findOutcome(key)
    return outcome ? { found: true, outcome: toOutcomeWire(key, outcome) } : { found: false }
  })
}
