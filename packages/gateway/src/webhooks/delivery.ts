import type { Secret } from '@sluice/platform/kernel/secret'
import type { WebhookDeliveryStatus, WebhookDisabledReason } from '@sluice/types/vocabulary'

import type { FaultInjection } from './plan-faults.ts'

/** Identifies a subscription of a merchant. */
export interface SubscriptionKey {
  readonly merchantId: string
  readonly subscriptionId: string
}

/** A subscription with due deliveries. */
export interface ReadySubscription extends SubscriptionKey {
  /** The host of its URL, with the port if it has one: all subscriptions on a host share a breaker. */
  readonly host: string
}

/** A delivery that this process may send until its lease ends. */
export interface LeasedDelivery extends SubscriptionKey {
  readonly id: string
  /** The `webhook-id`. */
  readonly eventId: string
  /** The number of all attempts. */
  readonly attempts: number
  /** Attempts since it was made or last replayed. */
  readonly tries: number
  readonly wasPostponed: boolean
  readonly leaseUntilMs: number
}

/** The same delivery with its event. */
export interface ClaimedDelivery extends LeasedDelivery {
  /** The body, exactly as it is signed and sent. */
  readonly payload: string
}

/** The destination of deliveries, and the keys that sign them. */
export interface Endpoint extends SubscriptionKey {
  readonly url: string
  readonly isActive: boolean
  /** Differs if the address was changed or the subscription enabled in the meantime. */
  readonly revision: number
  /** All that sign at present, the newest first. */
  readonly secrets: readonly Secret<string>[]
  /** `whsk_…` of `v1a` signatures; null without them. */
  readonly signingKey: Secret<string> | null
  readonly failingSinceMs: number | null
  readonly laboratory: FaultInjection | null
}

/** One attempt, as the merchant is shown it. */
export interface AttemptRecord {
  readonly startedAtMs: number
  readonly durationMs: number
  /** HTTP status; null if there is no answer. */
  readonly status: number | null
  /** The error; null after a success. */
  readonly error: string | null
  readonly responseExcerpt: string | null
}

/** The effect of an attempt on the delivery and its subscription. */
export interface DeliveryVerdict {
  readonly status: WebhookDeliveryStatus
  /** The time of the next attempt; null for never. */
  readonly nextAtMs: number | null
  /**
   * Set when the subscription gets nothing more. True unless its address was changed or it was enabled during the
   * attempt; FAILING only if nothing arrived in the meantime.
   */
  readonly disable: Extract<WebhookDisabledReason, 'GONE' | 'FAILING'> | null
}
