import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

import { columnTypes, type Dialect } from '@sluice/platform/database/dialect'
import { rebuildTable } from '@sluice/platform/database/rebuild-table'

/** Adds records of what happens to a transaction after its final state, with their sums next to the amounts. */
export function keepRecords(dialect: Dialect): Migration {
  const { time } = columnTypes(dialect)
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      for (const name of ['capture_failed', 'refund_failed', 'returned', 'disputed'])
        await db.schema.alterTable('transactions').addColumn(`${name}_amount`, 'bigint').execute()
      await (dialect === 'sqlite' ? rebuildTransactions(db) : changeConstraint(db))
      await db.schema
        .createTable('transaction_records')
        .addColumn('merchant_id', 'text', (c) => c.notNull())
        .addColumn('id', 'text', (c) => c.notNull())
        .addColumn('transaction_id', 'text', (c) => c.notNull())
        .addColumn('payment_id', 'text', (c) => c.notNull())
        .addColumn('provider_id', 'text', (c) => c.notNull())
        .addColumn('provider_account_id', 'text', (c) => c.notNull())
        .addColumn('fact', 'text', (c) => c.notNull())
        .addColumn('kind', 'text', (c) => c.notNull())
        .addColumn('amount', 'bigint', (c) => c.notNull())
        .addColumn('currency', 'text', (c) => c.notNull())
        .addColumn('reason_code', 'text')
        .addColumn('reason', 'text')
        .addColumn('provider_reference', 'text')
        .addColumn('dispute_id', 'text')
        .addColumn('dispute_reference', 'text')
        .addColumn('funds', 'text', (c) => c.notNull())
        .addColumn('respond_by', time)
        .addColumn('occurred_at', time, (c) => c.notNull())
        .addColumn('created_at', time, (c) => c.notNull())
        .addPrimaryKeyConstraint('transaction_records_pk', ['merchant_id', 'id'])
        .addUniqueConstraint('transaction_records_once', [
          'merchant_id',
          'provider_id',
          'provider_account_id',
          'fact',
        ])
        .execute()
      await db.schema
        .createIndex('transaction_records_payment')
        .on('transaction_records')
        .columns(['merchant_id', 'payment_id', 'id'])
        .execute()
      await db.schema
        .createIndex('transaction_records_transaction')
        .on('transaction_records')
        .columns(['merchant_id', 'transaction_id', 'id'])
        .execute()
    },
  }
}

const REFUNDED_AT_MOST = 'refunded_amount between 0 and captured_amount'

/**
 * A failed refund does not count as refunded, so it may be made again. Records only raise the failed amount, so none
 * can violate this check.
 */
const REFUNDED_AT_MOST_NOW =
  'refunded_amount >= 0 and refunded_amount - coalesce(refund_failed_amount, 0) <= captured_amount'

function rebuildTransactions(db: Kysely<unknown>): Promise<void> {
  return rebuildTable(db, 'transactions', (statement) =>
    statement.replace(REFUNDED_AT_MOST, REFUNDED_AT_MOST_NOW),
  )
}

async function changeConstraint(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ conname: string }>`
    select conname from pg_constraint where conrelid = 'transactions'::regclass and contype = 'c'
      and pg_get_constraintdef(oid) like '%refunded_amount%'`.execute(db)
  for (const { conname } of rows) await db.schema.alterTable('transactions').dropConstraint(conname).execute()
  await db.schema
    .alterTable('transactions')
    .addCheckConstraint('transactions_refunded_check', sql.raw(REFUNDED_AT_MOST_NOW))
    .execute()
}
