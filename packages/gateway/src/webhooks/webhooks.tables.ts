import type { ColumnType } from 'kysely'

import type { Fixed, Late } from '@sluice/platform/database/columns'
import { happened, ownedByMerchant, type OwnedTables, staying } from '@sluice/platform/database/owned-tables'

/** Rows of webhooks. Times are epoch milliseconds, JSON is text, booleans are 0 or 1. */
export interface WebhookTables {
  events: EventTable
  webhook_subscriptions: WebhookSubscriptionTable
  webhook_subscription_events: WebhookSubscriptionEventTable
  webhook_deliveries: WebhookDeliveryTable
  webhook_attempts: WebhookAttemptTable
}

/** The outbox: written in the commit that makes a transaction final. */
export interface EventTable {
  merchant_id: Fixed<string>
  /** `msg_` and 27 base62 characters; the receiver's idempotency key. */
  id: Fixed<string>
  transaction_id: Fixed<string>
  /** The subject, if it is not the transaction itself: an event of one type is sent once per subject. */
  subject: ColumnType<string | null, string | undefined, never>
  type: Fixed<string>
  /** The JSON as it will be signed and sent. */
  payload: string
  created_at: Fixed<number>
  /**
   * The id of its transaction on PostgreSQL, by which streams determine what is settled; 0 on the embedded database.
   *
   * @decision 0275
   */
  commit_order: ColumnType<number, never, number>
  /** A sequence number in the order of writing, across all merchants. */
  position: ColumnType<number, never, never>
}

/** The destination of a merchant's events. */
export interface WebhookSubscriptionTable {
  merchant_id: Fixed<string>
  id: Fixed<string>
  url: string
  /** JSON array of event names and short filters. */
  filters: string
  /** The signing secret, sealed under the master key. */
  secret_sealed: Buffer
  /** The secret before it, which signs as well for a day; sealed as the first. */
  second_secret_sealed: Late<Buffer>
  second_secret_until: Late<number>
  /** The hash of the request that created the current secret, so that the same request returns the same secret. */
  rotated_by: Late<string>
  /** Hash of the secret that the configuration file last gave; null when it gave none. */
  file_secret_hash: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>
  /** The Ed25519 key of `v1a` signatures, seed and public key, sealed; null if there is none. */
  signing_key_sealed: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>
  /** ACTIVE | DISABLED */
  status: string
  /**
   * Counts how often deliveries were reset, because the address changed or the subscription was enabled. The result
   * of an attempt counts only against a subscription with the same number.
   *
   * @decision 0030
   */
  revision: ColumnType<number, number | undefined, number>
  /** The time since which every attempt has failed; null after a success. */
  failing_since: Late<number>
  disabled_at: Late<number>
  /** GONE | FAILING | OPERATOR | MERCHANT | REMOVED */
  disabled_reason: Late<string>
  /** JSON or null: what goes wrong on purpose, in the test environment. */
  laboratory: Late<string>
  created_at: Fixed<number>
}

/** The expanded filters of subscriptions: which subscriptions receive an event. */
export interface WebhookSubscriptionEventTable {
  merchant_id: Fixed<string>
  event_type: Fixed<string>
  subscription_id: Fixed<string>
  /** Events from then on have a delivery to it. */
  created_at: Fixed<number>
}

/** One event on its way to one subscription. */
export interface WebhookDeliveryTable {
  merchant_id: Fixed<string>
  /** `<event id>.<subscription id>`: each event goes to each subscription once. */
  id: Fixed<string>
  event_id: Fixed<string>
  subscription_id: Fixed<string>
  /** DUE | DELIVERED | FAILED | CANCELED */
  status: string
  /** All there ever were. */
  attempts: ColumnType<number, number | undefined, number>
  /** The attempts since the delivery was created or last replayed: its place in the schedule. */
  tries: ColumnType<number, number | undefined, number>
  next_at: number
  /**
   * The end of the lease while a process is sending it: after this time the process counts as dead. It also proves
   * whose result counts.
   */
  lease_until: Late<number>
  /** The time at which fault injection postponed it, which happens once. */
  postponed_at: Late<number>
  last_attempt_at: Late<number>
  /** HTTP status of the last attempt; null if there is no answer. */
  last_status: Late<number>
  delivered_at: Late<number>
  created_at: Fixed<number>
}

export interface WebhookAttemptTable {
  merchant_id: Fixed<string>
  delivery_id: Fixed<string>
  /** 1 for the first. */
  number: Fixed<number>
  started_at: Fixed<number>
  duration_ms: Fixed<number>
  /** HTTP status; null if there is no answer. */
  status: Fixed<number | null>
  /** The error in words; null after a success. */
  error: Fixed<string | null>
  /** The first kilobyte of the answer. */
  response_excerpt: string | null
}

export const WEBHOOK_TABLES: OwnedTables<keyof WebhookTables> = {
  tenants: [
    // Deliveries before attempts: an attempt that ends during the removal finds no delivery and is not recorded.
    ...ownedByMerchant('events', 'webhook_deliveries', 'webhook_attempts'),
    ...staying(...ownedByMerchant('webhook_subscription_events', 'webhook_subscriptions')),
  ],
  service: [],
  deadlines: [
    // The duration of a receiver's failures is measured from this time.
    { table: 'webhook_subscriptions', column: 'failing_since' },
    { table: 'webhook_subscriptions', column: 'second_secret_until' },
    { table: 'webhook_deliveries', column: 'next_at', only: { column: 'status', is: 'DUE' } },
  ],
  realTimes: [
    ...happened(
      'created_at',
      'events',
      'webhook_subscriptions',
      'webhook_subscription_events',
      'webhook_deliveries',
    ),
    ...happened('disabled_at', 'webhook_subscriptions'),
    ...happened('postponed_at', 'webhook_deliveries'),
    ...happened('last_attempt_at', 'webhook_deliveries'),
    ...happened('delivered_at', 'webhook_deliveries'),
    ...happened('started_at', 'webhook_attempts'),
    { table: 'webhook_deliveries', column: 'lease_until', because: 'leases are between processes' },
  ],
  erasure: {
    // Only the personal members of a payload are emptied.
    events: {
      emptied: 'payload',
      kept: 'merchant_id id transaction_id subject type created_at commit_order position',
    },
    webhook_subscriptions: {
      kept: `merchant_id id url filters secret_sealed second_secret_sealed second_secret_until rotated_by
      file_secret_hash signing_key_sealed status revision failing_since disabled_at disabled_reason
      laboratory created_at`,
    },
    webhook_subscription_events: { kept: 'merchant_id event_type subscription_id created_at' },
    webhook_deliveries: {
      kept: `merchant_id id event_id subscription_id status attempts tries next_at lease_until postponed_at
      last_attempt_at last_status delivered_at created_at`,
    },
    webhook_attempts: {
      emptied: 'response_excerpt',
      kept: 'merchant_id delivery_id number started_at duration_ms status error',
    },
  },
}
