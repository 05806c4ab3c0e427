import type { EventsMessage } from '@sluice/provider-protocol'

/** An event that a provider owes the gateway. */
export interface OwedEvent {
  readonly providerId: string
  /** The key of the call that it is about. */
  readonly idempotencyKey: string
  readonly merchantId: string
  readonly url: string
  readonly event: EventsMessage['events'][number]
  readonly dueAtMs: number
}
