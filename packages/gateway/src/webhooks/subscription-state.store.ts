import { expandWebhookFilters, type WebhookDisabledReason } from '@sluice/types/vocabulary'
import { type ExpressionBuilder, type Kysely, sql } from 'kysely'

import type { WebhookTables } from './webhooks.tables.ts'
import type { LeasedDelivery, SubscriptionKey } from './delivery.ts'

export interface Disabling extends SubscriptionKey {
  readonly reason: WebhookDisabledReason
  readonly nowMs: number
  /** Set when a receiver is the reason: the subscription is left alone unless all of them hold. */
  readonly only?: {
    /** The generation of the attempts: the subscription has not been reset since. */
    readonly revision: number
    /** The deliveries that produced the result; we must still hold the lease of one of them. */
    readonly leases: readonly Pick<LeasedDelivery, 'id' | 'leaseUntilMs'>[]
    /** The time since which nothing has arrived; null if that is irrelevant. */
    readonly failingSinceMs: number | null
  }
}

/** Returns whether failed attempts still count against a receiver. */
function isToBlame(
  eb: ExpressionBuilder<WebhookTables, 'webhook_subscriptions'>,
  { revision, leases, failingSinceMs }: NonNullable<Disabling['only']>,
) {
  return eb.and([
    eb('revision', '=', revision),
    ...(failingSinceMs === null ? [] : [eb('failing_since', '<=', failingSinceMs)]),
    eb.exists(
      eb
        .selectFrom('webhook_deliveries')
        .select(sql.lit(1).as('one'))
        .whereRef('webhook_deliveries.merchant_id', '=', 'webhook_subscriptions.merchant_id')
        .where(({ and, or }) =>
          or(
            leases.map(({ id, leaseUntilMs }) =>
              and({ 'webhook_deliveries.id': id, lease_until: leaseUntilMs }),
            ),
          ),
        ),
    ),
  ])
}

/**
 * Disables a subscription; its open deliveries stay, and can be replayed once it is enabled again.
 *
 * @returns false for one that was disabled already, or is left alone.
 */
export async function disableSubscription(
  trx: Kysely<WebhookTables>,
  { merchantId, subscriptionId, reason, nowMs, only }: Disabling,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('webhook_subscriptions')
    .set({ status: 'DISABLED', disabled_at: nowMs, disabled_reason: reason })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', subscriptionId)
    .where('status', '=', 'ACTIVE')
    .$if(only !== undefined, (update) => update.where((eb) => (only ? isToBlame(eb, only) : eb.lit(true))))
    .executeTakeFirst()
  await cancelOpenDeliveries(trx, { merchantId, subscriptionId })
  return numUpdatedRows > 0n
}

/**
 * Ends the open deliveries of a disabled subscription, unless it was enabled in the meantime. Deliveries that are
 * being sent at this moment may still succeed, and then count.
 */
export async function cancelOpenDeliveries(
  trx: Kysely<WebhookTables>,
  { merchantId, subscriptionId }: SubscriptionKey,
): Promise<void> {
  await trx
    .updateTable('webhook_deliveries')
    .set({ status: 'CANCELED' })
    .where('merchant_id', '=', merchantId)
    .where('subscription_id', '=', subscriptionId)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('webhook_subscriptions')
            .select('id')
            .where('merchant_id', '=', merchantId)
            .where('id', '=', subscriptionId)
            .where('status', '=', 'ACTIVE'),
        ),
      ),
    )
    // A literal: SQLite uses the index of open deliveries only for this.
    .where('status', '=', sql.lit('DUE'))
    .execute()
}

/** Omits removed subscriptions, of which only deliveries are left. */
export const IS_KEPT = (eb: ExpressionBuilder<WebhookTables, 'webhook_subscriptions'>) =>
  eb.or([eb('disabled_reason', 'is', null), eb('disabled_reason', '<>', 'REMOVED')])

/** The members of a subscription that is delivered to again, and begins with a clean sheet. */
export const ENABLED = {
  status: 'ACTIVE',
  disabled_at: null,
  disabled_reason: null,
  failing_since: null,
  revision: sql<number>`revision + 1`,
} as const

/** Returns the members of a subscription with this address. Failures of another address are not held against a changed one. */
export function addressedTo(url: string) {
  return {
    url,
    failing_since: sql<number | null>`case when url = ${url} then failing_since end`,
    revision: sql<number>`case when url = ${url} then revision else revision + 1 end`,
  } as const
}

/** Stores which events the filters select. */
export async function subscribeTo(
  trx: Kysely<WebhookTables>,
  { merchantId, subscriptionId }: SubscriptionKey,
  filters: readonly string[],
  nowMs: number,
): Promise<void> {
  await trx
    .deleteFrom('webhook_subscription_events')
    .where('merchant_id', '=', merchantId)
    .where('subscription_id', '=', subscriptionId)
    .execute()
  const rows = expandWebhookFilters(filters).map((eventType) => ({
    merchant_id: merchantId,
    event_type: eventType,
    subscription_id: subscriptionId,
    created_at: nowMs,
  }))
  if (rows.length > 0) await trx.insertInto('webhook_subscription_events').values(rows).execute()
}
