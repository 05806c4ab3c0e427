import type {
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookDeliveryQuery,
  WebhookReplayRequest,
} from '@sluice/types'
import { toTimestamp } from '@sluice/platform/kernel/clock'

import type { DeliveryDetail, DeliveryRecord, DeliverySearch, ReplaySelection } from './delivery-log.ts'

export function toWireDelivery(delivery: DeliveryRecord): WebhookDelivery {
  return {
    id: delivery.id,
    webhook_id: delivery.eventId,
    event: delivery.eventType,
    transaction_id: delivery.transactionId,
    subscription_id: delivery.subscriptionId,
    status: delivery.status,
    attempt_count: delivery.attempts,
    next_attempt_at: delivery.status === 'DUE' ? toTimestamp(delivery.nextAtMs) : null,
    last_attempt_at: toTime(delivery.lastAttemptAtMs),
    last_status: delivery.lastStatus,
    delivered_at: toTime(delivery.deliveredAtMs),
    created_at: toTimestamp(delivery.createdAtMs),
  }
}

export function toWireDeliveryDetail(delivery: DeliveryDetail): WebhookDeliveryDetail {
  return {
    ...toWireDelivery(delivery),
    payload: JSON.parse(delivery.payload) as WebhookDeliveryDetail['payload'],
    attempts: delivery.log.map((attempt) => ({
      number: attempt.number,
      started_at: toTimestamp(attempt.startedAtMs),
      duration_ms: attempt.durationMs,
      status: attempt.status,
      error: attempt.error,
      response_excerpt: attempt.responseExcerpt,
    })),
  }
}

/** Parses all members of a list request except the page. */
export function fromDeliveryQuery(
  query: WebhookDeliveryQuery,
): Omit<DeliverySearch, 'merchantId' | 'after' | 'limit'> {
  return {
    subscriptionId: query.subscription_id ?? null,
    status: query.status ?? null,
    eventType: query.event ?? null,
    transactionId: query.transaction_id ?? null,
    fromMs: query.from === undefined ? null : Date.parse(query.from),
    toMs: query.to === undefined ? null : Date.parse(query.to),
  }
}

/** The contract has made sure that it is exactly one of the three, and that a time without `failed` has both ends. */
export function fromReplayRequest(body: WebhookReplayRequest): ReplaySelection {
  const { delivery_ids: ids, failed, subscription_id: subscriptionId = null } = body
  if (ids !== undefined) return { kind: 'ids', ids }
  const { fromMs, toMs } = fromDeliveryQuery(body)
  return failed === undefined && fromMs !== null && toMs !== null
    ? { kind: 'range', fromMs, toMs, subscriptionId }
    : { kind: 'failed', fromMs, toMs, subscriptionId }
}

function toTime(epochMs: number | null): string | null {
  return epochMs === null ? null : toTimestamp(epochMs)
}
