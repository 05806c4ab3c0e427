import { expandWebhookFilters } from '@sluice/types/vocabulary'
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

import { columnTypes, type Dialect } from '../dialect.ts'

/** As the tables were before. */
interface Before {
  webhook_subscriptions: { merchant_id: string; id: string; filters: string }
  webhook_subscription_events: {
    merchant_id: string
    subscription_id: string
    event_type: string
    created_at: number
  }
}

/** How events reach their subscribers: deliveries, attempts, and what a subscription needs for them. */
export function webhookDeliveries(dialect: Dialect): Migration {
  const { binary, time } = columnTypes(dialect)
  return {
    async up(db: Kysely<Before>): Promise<void> {
      const added = [
        ['second_secret_sealed', binary],
        ['second_secret_until', time],
        ['rotated_by', 'text'],
        ['signing_key_sealed', binary],
        ['failing_since', time],
        ['disabled_at', time],
        ['disabled_reason', 'text'],
        ['laboratory', 'text'],
      ] as const
      for (const [name, type] of added) {
        await db.schema.alterTable('webhook_subscriptions').addColumn(name, type).execute()
      }
      // The commit of an event reads all subscribers of its type, so the type stands before the subscription.
      await db.schema
        .createTable('webhook_subscription_events')
        .addColumn('merchant_id', 'text', (c) => c.notNull())
        .addColumn('event_type', 'text', (c) => c.notNull())
        .addColumn('subscription_id', 'text', (c) => c.notNull())
        .addColumn('created_at', time, (c) => c.notNull())
        .addPrimaryKeyConstraint('webhook_subscription_events_pk', [
          'merchant_id',
          'event_type',
          'subscription_id',
        ])
        .execute()
      await db.schema
        .createTable('webhook_deliveries')
        .addColumn('merchant_id', 'text', (c) => c.notNull())
        .addColumn('id', 'text', (c) => c.notNull())
        .addColumn('event_id', 'text', (c) => c.notNull())
        .addColumn('subscription_id', 'text', (c) => c.notNull())
        .addColumn('status', 'text', (c) => c.notNull())
        .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
        .addColumn('tries', 'integer', (c) => c.notNull().defaultTo(0))
        .addColumn('next_at', time, (c) => c.notNull())
        .addColumn('lease_until', time)
        .addColumn('postponed_at', time)
        .addColumn('last_attempt_at', time)
        .addColumn('last_status', 'integer')
        .addColumn('delivered_at', time)
        .addColumn('created_at', time, (c) => c.notNull())
        .addPrimaryKeyConstraint('webhook_deliveries_pk', ['merchant_id', 'id'])
        .execute()
      // Of the open ones only, and by subscription: one that has thousands waiting stands in nobody's way.
      await db.schema
        .createIndex('webhook_deliveries_due')
        .on('webhook_deliveries')
        .columns(['merchant_id', 'subscription_id', 'next_at'])
        .where(sql.ref('status'), '=', sql.lit('DUE'))
        .execute()
      await db.schema
        .createIndex('webhook_deliveries_created')
        .on('webhook_deliveries')
        .columns(['merchant_id', 'created_at', 'id'])
        .execute()
      await db.schema
        .createTable('webhook_attempts')
        .addColumn('merchant_id', 'text', (c) => c.notNull())
        .addColumn('delivery_id', 'text', (c) => c.notNull())
        .addColumn('number', 'integer', (c) => c.notNull())
        .addColumn('started_at', time, (c) => c.notNull())
        .addColumn('duration_ms', 'integer', (c) => c.notNull())
        .addColumn('status', 'integer')
        .addColumn('error', 'text')
        .addColumn('response_excerpt', 'text')
        .addPrimaryKeyConstraint('webhook_attempts_pk', ['merchant_id', 'delivery_id', 'number'])
        .execute()
      await expandExisting(db)
    },
  }
}

/** What was subscribed to before; events of before were never promised to anybody and are not sent. */
async function expandExisting(db: Kysely<Before>): Promise<void> {
  const nowMs = Date.now()
  const subscriptions = await db.selectFrom('webhook_subscriptions').selectAll().execute()
  for (const { merchant_id, id, filters } of subscriptions) {
    const rows = expandWebhookFilters(JSON.parse(filters) as string[]).map((event_type) => ({
      merchant_id,
      subscription_id: id,
      event_type,
      created_at: nowMs,
    }))
    if (rows.length > 0) await db.insertInto('webhook_subscription_events').values(rows).execute()
  }
}
