import { registerEndpoint } from '@sluice/platform/http/endpoint-routes'
import type { HttpServer } from '@sluice/platform/http/http-server'
import { notFoundRefusal } from '@sluice/platform/http/request-refusal'

import type { OverseenEvents } from './overseen-events.store.ts'
import { toWireEvent, toWireEvents } from './overseen-events.wire.ts'

/**
 * Serves the events of providers that were not applied, and applies broken ones again on request.
 *
 * @see docs/protocol/resolution.md#provider-events
 */
export function registerProviderEvents(server: HttpServer, events: OverseenEvents): void {
  registerEndpoint(server, 'listProviderEvents', async ({ query }) => {
    const [counts, found] = await Promise.all([events.count(), events.list(query.state)])
    return { status: 200 as const, body: toWireEvents(counts, found) }
  })

  registerEndpoint(server, 'retryProviderEvent', async ({ body }) => {
    const key = {
      providerId: body.payment_provider_id,
      accountId: body.payment_provider_account_id,
      id: body.event_id,
    }
    const retried = await events.retry(key, body.reason)
    if (retried === null) throw notFoundRefusal()
    return { status: 200 as const, body: toWireEvent(retried) }
  })
}
