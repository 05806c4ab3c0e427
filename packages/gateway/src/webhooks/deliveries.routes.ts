import { LIMITS } from '@sluice/types/vocabulary'
import { encodeCursor } from '@sluice/platform/kernel/page-cursor'
import { readCursor } from '@sluice/platform/http/read-cursor'
import { registerEndpoint } from '@sluice/platform/http/endpoint-routes'
import type { HttpServer } from '@sluice/platform/http/http-server'
import { notFoundRefusal } from '@sluice/platform/http/request-refusal'

import type { DeliveryLog } from './delivery-log.ts'
import {
  fromDeliveryQuery,
  fromReplayRequest,
  toWireDelivery,
  toWireDeliveryDetail,
} from './delivery.wire.ts'
import { disabledRefusal } from './disabled-refusal.wire.ts'
import { validateReplay } from './validate-replay.ts'
import type { SubscriptionRecords } from './subscription-record.ts'

export interface WebhookDeliveryPorts {
  readonly deliveryLog: DeliveryLog
  readonly subscriptionRecords: Pick<SubscriptionRecords, 'find'>
}

/** Serves a merchant's deliveries. @see docs/protocol/webhooks.md#webhook-deliveries */
export function registerWebhookDeliveries(
  server: HttpServer,
  { deliveryLog, subscriptionRecords }: WebhookDeliveryPorts,
): void {
  registerEndpoint(server, 'listWebhookDeliveries', async ({ query, caller }) => {
    const limit = query.limit ?? LIMITS.PAGE_SIZE_DEFAULT
    // Fetches one more row to know whether another page follows.
    const found = await deliveryLog.list({
      ...fromDeliveryQuery(query),
      merchantId: caller.merchantId,
      after: query.cursor === undefined ? null : readCursor(query.cursor),
      limit: limit + 1,
    })
    const page = found.slice(0, limit)
    const last = page.at(-1)
    return {
      status: 200,
      body: {
        deliveries: page.map(toWireDelivery),
        next_cursor: found.length > limit && last ? encodeCursor(last) : null,
      },
    }
  })

  registerEndpoint(server, 'getWebhookDelivery', async ({ params, caller }) => {
    const delivery = await deliveryLog.find(caller.merchantId, params.delivery_id)
    if (delivery === null) throw notFoundRefusal()
    return { status: 200, body: toWireDeliveryDetail(delivery) }
  })

  registerEndpoint(server, 'replayWebhookDeliveries', async ({ body, caller }) => {
    const selection = fromReplayRequest(body)
    const problem = await validateReplay(caller.merchantId, selection, { deliveryLog, subscriptionRecords })
    if (problem?.kind === 'unknown') throw notFoundRefusal()
    if (problem) throw disabledRefusal(problem.subscription)
    const { replayed, hasMore } = await deliveryLog.replay(caller.merchantId, selection, {
      limit: LIMITS.WEBHOOK_REPLAY_MAX_DELIVERIES,
      actor: 'merchant',
    })
    return { status: 200, body: { replayed, has_more: hasMore } }
  })
}
