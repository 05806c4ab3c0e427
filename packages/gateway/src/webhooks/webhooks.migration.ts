import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

import { columnTypes, type Dialect } from '@sluice/platform/database/dialect'

/** Events, the subscriptions to them, their deliveries and each try of a delivery. */
export function createWebhookTables(dialect: Dialect): Migration {
  const { binary, time } = columnTypes(dialect)
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      const events = db.schema
        .createTable('events')
        .addColumn('merchant_id', 'text', (c) => c.notNull())
        .addColumn('id', 'text', (c) => c.notNull())
        .addColumn('transaction_id', 'text', (c) => c.notNull())
        .addColumn('type', 'text', (c) => c.notNull())
        .addColumn('payload', 'text', (c) => c.notNull())
        .addColumn('created_at', time, (c) => c.notNull())
        .addUniqueConstraint('events_once', ['merchant_id', 'transaction_id', 'type'])
      // Both are filled in by the database, so that the commit of a payment has no statement more. @decision 0275
      const ordered =
        dialect === 'sqlite'
          ? events
              .addColumn('commit_order', 'integer', (c) => c.notNull().defaultTo(0))
              .addColumn('position', 'integer', (c) => c.primaryKey())
              .addUniqueConstraint('events_pk', ['merchant_id', 'id'])
          : events
              .addColumn('commit_order', 'bigint', (c) =>
                c.notNull().defaultTo(sql`(pg_current_xact_id()::text::bigint)`),
              )
              .addColumn('position', 'bigserial', (c) => c.notNull())
              .addPrimaryKeyConstraint('events_pk', ['merchant_id', 'id'])
      await ordered.execute()
      await db.schema
        .createIndex('events_in_order')
        .on('events')
        .columns(['merchant_id', 'commit_order', 'position'])
        .execute()
      await db.schema
        .createTable('webhook_subscriptions')
        .addColumn('merchant_id', 'text', (c) => c.notNull())
        .addColumn('id', 'text', (c) => c.notNull())
        .addColumn('url', 'text', (c) => c.notNull())
        .addColumn('filters', 'text', (c) => c.notNull())
        .addColumn('secret_sealed', binary, (c) => c.notNull())
        .addColumn('second_secret_sealed', binary)
        .addColumn('second_secret_until', time)
        .addColumn('rotated_by', 'text')
        .addColumn('file_secret_hash', binary)
        .addColumn('signing_key_sealed', binary)
        .addColumn('status', 'text', (c) => c.notNull())
        .addColumn('revision', 'integer', (c) => c.notNull().defaultTo(0))
        .addColumn('failing_since', time)
        .addColumn('disabled_at', time)
        .addColumn('disabled_reason', 'text')
        .addColumn('laboratory', 'text')
        .addColumn('created_at', time, (c) => c.notNull())
        .addPrimaryKeyConstraint('webhook_subscriptions_pk', ['merchant_id', 'id'])
        .execute()
      // The commit of an event reads all subscribers to its type, so the type precedes the subscription.
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
      // Indexes open deliveries only, by subscription: a backlog of thousands for one does not delay the others.
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
      // With this index, replaying failed deliveries does not scan the delivered ones.
      await db.schema
        .createIndex('webhook_deliveries_given_up')
        .on('webhook_deliveries')
        .columns(['merchant_id', 'created_at', 'id'])
        .where(sql<boolean>`status in ('FAILED', 'CANCELED')`)
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
      await db.schema
        .createIndex('webhook_attempts_started')
        .on('webhook_attempts')
        .column('started_at')
        .execute()
    },
  }
}
