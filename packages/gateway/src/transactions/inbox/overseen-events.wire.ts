import type { ProviderEvent, ProviderEventList } from '@sluice/types'
import { toTimestamp } from '@sluice/platform/kernel/clock'

import type { EventCount } from './inbox.ts'
import type { OverseenEvent } from './overseen-events.store.ts'

/** Returns an event that was not applied, as operators see it. */
export function toWireEvent(event: OverseenEvent): ProviderEvent {
  return {
    payment_provider_id: event.providerId,
    payment_provider_account_id: event.accountId,
    event_id: event.id,
    kind: event.kind,
    state: event.state,
    transaction_id: event.transactionId,
    tries: event.tries,
    failures: event.failures,
    occurred_at: toTimestamp(event.occurredAtMs),
    received_at: toTimestamp(event.receivedAtMs),
    next_try_at: event.dueAtMs === null ? null : toTimestamp(event.dueAtMs),
    has_payload: event.hasPayload,
  }
}

export function toWireEvents(
  counts: readonly EventCount[],
  events: readonly OverseenEvent[],
): ProviderEventList {
  return {
    counts: counts.map(({ providerId, state, count }) => ({
      payment_provider_id: providerId,
      state,
      count,
    })),
    data: events.map(toWireEvent),
  }
}
