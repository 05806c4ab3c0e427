import type { WebhookDeliveryStatus } from '@sluice/types/vocabulary'
import type { PagePosition } from '@sluice/platform/kernel/page-cursor'
import type { AuditActor } from '@sluice/platform/audit/audit-entry'

import type { AttemptRecord } from './delivery.ts'

/** One event on its way to one subscription, as its merchant sees it. */
export interface DeliveryRecord {
  readonly id: string
  /** The `webhook-id`. */
  readonly eventId: string
  readonly eventType: string
  /** The transaction of the event; null for an edited copy, which belongs to none. */
  readonly transactionId: string | null
  readonly subscriptionId: string
  readonly status: WebhookDeliveryStatus
  readonly attempts: number
  readonly nextAtMs: number
  readonly lastAttemptAtMs: number | null
  readonly lastStatus: number | null
  readonly deliveredAtMs: number | null
  readonly createdAtMs: number
}

export interface DeliveryDetail extends DeliveryRecord {
  /** The JSON that is sent. */
  readonly payload: string
  /** The oldest first. */
  readonly log: readonly (AttemptRecord & { readonly number: number })[]
}

/** Filters for a merchant's deliveries; null members do not filter. */
export interface DeliverySearch {
  readonly merchantId: string
  readonly subscriptionId: string | null
  readonly status: WebhookDeliveryStatus | null
  readonly eventType: string | null
  readonly transactionId: string | null
  /** Created then or later. */
  readonly fromMs: number | null
  /** Created before. */
  readonly toMs: number | null
  /** Returns only deliveries after this one, in the order of the list. */
  readonly after: PagePosition | null
  readonly limit: number
}

/** Selects the deliveries to send again. */
export type ReplaySelection =
  | { readonly kind: 'ids'; readonly ids: readonly string[] }
  | {
      readonly kind: 'range'
      readonly fromMs: number
      readonly toMs: number
      readonly subscriptionId: string | null
    }
  /** All abandoned deliveries, or those created in a period; null for an open end. */
  | {
      readonly kind: 'failed'
      readonly fromMs: number | null
      readonly toMs: number | null
      readonly subscriptionId: string | null
    }

/** Reads deliveries, and sends them again. Records of another merchant are not found. */
export interface DeliveryLog {
  /** Newest first. */
  list(search: DeliverySearch): Promise<readonly DeliveryRecord[]>
  find(merchantId: string, deliveryId: string): Promise<DeliveryDetail | null>
  /** Subscriptions of those deliveries, each once; null when one of them does not exist. */
  subscriptionsOf(merchantId: string, deliveryIds: readonly string[]): Promise<readonly string[] | null>
  /**
   * Makes deliveries due now, under the same `webhook-id` and with all attempts before them, in every status; the
   * oldest first, `limit` at most. Those of disabled subscriptions stay as they are.
   */
  replay(
    merchantId: string,
    selection: ReplaySelection,
    options: { readonly limit: number; readonly actor: AuditActor },
  ): Promise<{ readonly replayed: number; readonly hasMore: boolean }>
  /** Deletes attempts after 30 days, with the receivers' responses. Returns how many. Their deliveries remain. */
  purgeOldAttempts(): Promise<number>
}
