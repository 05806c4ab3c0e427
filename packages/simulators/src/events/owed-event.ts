import type { EventsMessage } from '@sluice/provider-protocol'

/** An event that a provider has yet to send to the gateway. */
export interface OwedEvent {
  readonly providerId: string
  /** The key of the call that the event concerns. */
  readonly idempotencyKey: string
  readonly merchantId: string
  readonly url: string
  readonly event: EventsMessage['events'][number]
  readonly dueAtMs: number
}
