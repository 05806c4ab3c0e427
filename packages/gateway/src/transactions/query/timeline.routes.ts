import type { Timeline } from '@sluice/types'
import { LIMITS } from '@sluice/types/vocabulary'
import { registerEndpoint } from '@sluice/platform/http/endpoint-routes'
import type { HttpServer } from '@sluice/platform/http/http-server'
import { notFoundRefusal } from '@sluice/platform/http/request-refusal'

import type { FindPast, PastSession, PastWebhooks } from './timeline.ts'
import { toTimeline } from './timeline.wire.ts'

/** Serves the timeline of a transaction. @see docs/protocol/transactions.md#timeline */
export function registerTimeline(
  server: HttpServer,
  {
    findPast,
    findSession,
    findDeliveriesOf,
  }: {
    readonly findPast: FindPast
    readonly findSession: (merchantId: string, sessionHash: string) => Promise<PastSession | null>
    readonly findDeliveriesOf: (
      merchantId: string,
      transactionId: string,
      limit: number,
    ) => Promise<PastWebhooks>
  },
): void {
  registerEndpoint(server, 'getTimeline', async ({ params, caller: { merchantId } }) => {
    const past = await findPast(merchantId, params.id, PER_KIND_MAX)
    if (past === null) throw notFoundRefusal()
    const { sessionHash } = past.transaction
    const [session, webhooks] = await Promise.all([
      sessionHash === null ? null : findSession(merchantId, sessionHash),
      findDeliveriesOf(merchantId, params.id, PER_KIND_MAX),
    ])
    const { changes, attempts, steps, reports, followUps } = past
    const lists = [changes, attempts, steps, reports, followUps, webhooks.events, webhooks.attempts]
    const truncated = lists.some(({ length }) => length === PER_KIND_MAX)
    return { status: 200, body: { data: toTimeline(past, session, webhooks), truncated } satisfies Timeline }
  })
}

const PER_KIND_MAX = LIMITS.TIMELINE_ENTRIES_PER_KIND_MAX
