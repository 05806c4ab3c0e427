import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

import { columnTypes, type Dialect } from '../dialect.ts'

/** Sandboxes: their clocks and their webhook subscriptions. Second secrets of API clients. */
export function sandboxes(dialect: Dialect): Migration {
  const { binary, time } = columnTypes(dialect)
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .alterTable('merchants')
        .addColumn('clock_offset_ms', time, (c) => c.notNull().defaultTo(0))
        .execute()
      await db.schema.alterTable('api_clients').addColumn('second_secret_hash', binary).execute()
      // What belongs to one merchant is looked up when a sandbox is read, moved in time or removed.
      await db.schema.createIndex('api_clients_merchant').on('api_clients').column('merchant_id').execute()
      await db.schema
        .createIndex('refresh_families_merchant')
        .on('refresh_families')
        .column('merchant_id')
        .execute()
      await db.schema
        .createTable('webhook_subscriptions')
        .addColumn('merchant_id', 'text', (c) => c.notNull())
        .addColumn('id', 'text', (c) => c.notNull())
        .addColumn('url', 'text', (c) => c.notNull())
        .addColumn('filters', 'text', (c) => c.notNull())
        .addColumn('secret_sealed', binary, (c) => c.notNull())
        .addColumn('status', 'text', (c) => c.notNull())
        .addColumn('created_at', time, (c) => c.notNull())
        .addPrimaryKeyConstraint('webhook_subscriptions_pk', ['merchant_id', 'id'])
        .execute()
      await db.schema
        .createTable('removed_merchants')
        .addColumn('merchant_id', 'text', (c) => c.primaryKey())
        .addColumn('removed_at', time, (c) => c.notNull())
        .execute()
    },
  }
}
