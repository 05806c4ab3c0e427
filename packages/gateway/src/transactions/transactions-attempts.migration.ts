import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

import { columnTypes, type Dialect } from '@sluice/platform/database/dialect'

/**
 * Keys orders and alerts by attempt. Before, their keys named the transaction alone, so a transaction could have only
 * one of each. Each attempt of a transaction with an order gets an order, so that a late report from an earlier
 * attempt's provider finds that attempt.
 *
 * @decision 0022
 */
export function keyByAttempt(dialect: Dialect): Migration {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await (dialect === 'sqlite' ? rebuildTable(db) : changeKeys(db))
      await sql`
        insert into provider_orders
          (transaction_id, provider_id, merchant_id, attempt_id, provider_account_id, created_at)
        select attempts.transaction_id, attempts.provider_id, attempts.merchant_id, attempts.id,
          attempts.provider_account_id, attempts.created_at
        from provider_orders as latest
        join attempts on attempts.merchant_id = latest.merchant_id
          and attempts.transaction_id = latest.transaction_id
        where attempts.id <> latest.attempt_id`.execute(db)
    },
  }
}

const ORDER_KEY = ['transaction_id', 'attempt_id'] as const
const ALERT_KEY = ['merchant_id', 'transaction_id', 'kind', 'attempt_id'] as const

/** Alters the table in place, so that a table which an operator has partitioned stays partitioned. */
async function changeKeys(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('provider_orders').dropConstraint('provider_orders_pkey').execute()
  await db.schema
    .alterTable('provider_orders')
    .addPrimaryKeyConstraint('provider_orders_pk', [...ORDER_KEY])
    .execute()
  await db.schema.alterTable('reconciliation_alerts').dropConstraint('reconciliation_alerts_pk').execute()
  await db.schema
    .alterTable('reconciliation_alerts')
    .addPrimaryKeyConstraint('reconciliation_alerts_pk', [...ALERT_KEY])
    .execute()
}

/** SQLite cannot alter keys, so the tables are rebuilt. */
async function rebuildTable(db: Kysely<unknown>): Promise<void> {
  const { time } = columnTypes('sqlite')
  await db.schema.alterTable('provider_orders').renameTo('former_orders').execute()
  await db.schema
    .createTable('provider_orders')
    .addColumn('transaction_id', 'text', (c) => c.notNull())
    .addColumn('provider_id', 'text', (c) => c.notNull())
    .addColumn('merchant_id', 'text', (c) => c.notNull())
    .addColumn('attempt_id', 'text', (c) => c.notNull())
    .addColumn('provider_account_id', 'text', (c) => c.notNull())
    .addColumn('provider_transaction_id', 'text')
    .addColumn('provider_user_id', 'text')
    .addColumn('created_at', time, (c) => c.notNull())
    .addPrimaryKeyConstraint('provider_orders_pk', [...ORDER_KEY])
    .execute()
  await sql`insert into provider_orders select * from former_orders`.execute(db)
  await db.schema.dropTable('former_orders').execute()
  await db.schema
    .createIndex('provider_orders_merchant')
    .on('provider_orders')
    .column('merchant_id')
    .execute()

  await db.schema.alterTable('reconciliation_alerts').renameTo('former_alerts').execute()
  await db.schema
    .createTable('reconciliation_alerts')
    .addColumn('merchant_id', 'text', (c) => c.notNull())
    .addColumn('transaction_id', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('provider_id', 'text', (c) => c.notNull())
    .addColumn('attempt_id', 'text', (c) => c.notNull())
    .addColumn('detail', 'text', (c) => c.notNull())
    .addColumn('reversal_due_at', time)
    .addColumn('reversal_tries', 'integer', (c) => c.notNull())
    .addColumn('reversed_at', time)
    .addColumn('created_at', time, (c) => c.notNull())
    .addPrimaryKeyConstraint('reconciliation_alerts_pk', [...ALERT_KEY])
    .execute()
  await sql`insert into reconciliation_alerts select * from former_alerts`.execute(db)
  await db.schema.dropTable('former_alerts').execute()
  await db.schema
    .createIndex('reconciliation_alerts_reversal')
    .on('reconciliation_alerts')
    .column('reversal_due_at')
    .where(sql.ref('reversal_due_at'), 'is not', null)
    .execute()
}
