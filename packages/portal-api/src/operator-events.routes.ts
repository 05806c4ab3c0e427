import { UNAPPLIED_EVENT_STATES } from '@sluice/types/vocabulary'
import type { ProviderEvent } from '@sluice/types'
import { sendAnswer } from '@sluice/platform/http/answer'
import { AT_PORTAL } from '@sluice/platform/http/endpoint-routes'
import type { HttpServer } from '@sluice/platform/http/http-server'
import { notFoundRefusal } from '@sluice/platform/http/request-refusal'

import { readReason } from './operator-merchants.routes.ts'
import type { OverseenProviderEvents } from './operator-records.ts'
import type { PortalAuth } from './portal-auth.ts'
import { readMembers, textOf } from './read-members.ts'

const PATH = '/portal/operator/provider-events'

/** Serves the events of providers that were not applied, and has broken ones applied again. @see docs/protocol/operator.md#portal-operator */
export function registerOperatorEvents(
  server: HttpServer,
  { auth, events }: { readonly auth: PortalAuth; readonly events: OverseenProviderEvents },
): void {
  server.get(PATH, { config: AT_PORTAL }, async (request, reply) => {
    await auth.requireOperator('overseeEvents', request)
    const { state } = request.query as { readonly state?: unknown }
    const known = UNAPPLIED_EVENT_STATES.find((one) => one === state) ?? 'BROKEN'
    return sendAnswer(reply, 200, await events.list(known))
  })

  // A repetition finds no broken event, so no answer has to be stored.
  server.post(`${PATH}/retry`, { config: AT_PORTAL }, async (request, reply) => {
    const person = await auth.requireOperator('retryEvent', request)
    const given = readMembers(request, [
      'payment_provider_id',
      'payment_provider_account_id',
      'event_id',
      'reason',
    ] satisfies (keyof ProviderEvent | 'reason')[])
    const key = {
      providerId: textOf(given['payment_provider_id']),
      accountId: textOf(given['payment_provider_account_id']),
      id: textOf(given['event_id']),
    }
    const reason = readReason(given['reason'])
    const retried = await auth.onBehalfOf(request, person, () => events.retry(key, reason))
    if (retried === null) throw notFoundRefusal()
    return sendAnswer(reply, 200, retried)
  })
}
