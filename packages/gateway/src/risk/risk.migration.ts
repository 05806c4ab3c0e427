import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

import { columnTypes, type Dialect } from '@sluice/platform/database/dialect'

/** Creates the payments and refusals that rules count. */
export function createRiskTables(dialect: Dialect): Migration {
  const { time } = columnTypes(dialect)
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('risk_events')
        .addColumn('merchant_id', 'text', (c) => c.notNull())
        .addColumn('subject', 'text', (c) => c.notNull())
        .addColumn('id', 'text', (c) => c.notNull())
        .addColumn('transaction_id', 'text', (c) => c.notNull())
        .addColumn('terminal_id', 'text', (c) => c.notNull())
        .addColumn('state', 'text', (c) => c.notNull())
        .addColumn('processing_code', 'text')
        .addColumn('card', 'text')
        .addColumn('amount', 'bigint', (c) => c.notNull())
        .addColumn('currency', 'text', (c) => c.notNull())
        .addColumn('counted_at', time, (c) => c.notNull())
        .addColumn('expires_at', time, (c) => c.notNull())
        .addPrimaryKeyConstraint('risk_events_pk', ['merchant_id', 'subject', 'id'])
        .execute()
      await db.schema
        .createIndex('risk_events_counted')
        .on('risk_events')
        .columns(['merchant_id', 'subject', 'counted_at'])
        .execute()
      await db.schema
        .createIndex('risk_events_transaction')
        .on('risk_events')
        .columns(['merchant_id', 'transaction_id'])
        .execute()
      await db.schema.createIndex('risk_events_expires').on('risk_events').column('expires_at').execute()
    },
  }
}
