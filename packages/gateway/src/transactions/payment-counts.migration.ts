import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

import { columnTypes, type Dialect } from '@sluice/platform/database/dialect'

/** An id that no two rows share, from the database itself. */
const NEW_ID: Readonly<Record<Dialect, string>> = {
  sqlite: '(lower(hex(randomblob(16))))',
  postgres: 'cast(gen_random_uuid() as text)',
}

const HOUR_MS = 3_600_000

/** Hours are counted a quarter of an hour after their end: commits within these minutes are counted with them. */
const UNCOUNTED_MS = 5 * 60_000

/** Columns that say how a payment ended. */
const ENDS = ['status', 'processing_code', 'payment_method_type', 'transaction_type']

/** Sums of money that change after the approval. */
const SUMS = [
  'captured_amount',
  'refunded_amount',
  'capture_failed_amount',
  'refund_failed_amount',
  'returned_amount',
  'disputed_amount',
]

/**
 * A payment whose money changed after its approval, or whose end came after its hour. It is not one of this hour's
 * purchases.
 */
const isLate = (differs: string): string => {
  const change = (columns: readonly string[]) =>
    columns.map((column) => `NEW.${column} ${differs} OLD.${column}`).join(' OR ')
  const hourEnd = `(NEW.created_at / ${HOUR_MS} + 1) * ${HOUR_MS}`
  return `OLD.transaction_type IN ('PURCHASE', 'AUTHORIZE', 'PAYMENT', 'VERIFY')
    AND ((OLD.authorized_amount IS NOT NULL AND (${change(SUMS)}))
      OR (NEW.updated_at >= ${hourEnd} + ${UNCOUNTED_MS} AND (${change(ENDS)})))`
}

const ASK = `INSERT INTO payment_recounts (merchant_id, hour)
  VALUES (NEW.merchant_id, NEW.created_at / ${HOUR_MS});`

const ON_UPDATE = `AFTER UPDATE OF ${[...ENDS, ...SUMS].join(', ')} ON transactions FOR EACH ROW`

/**
 * The triggers that request a recount in the commit that changes a payment, even in a process of an earlier version
 * that runs at the same time.
 */
const RECOUNT_TRIGGER: Readonly<Record<Dialect, readonly string[]>> = {
  sqlite: [`CREATE TRIGGER transactions_recount ${ON_UPDATE} WHEN ${isLate('IS NOT')} BEGIN ${ASK} END`],
  postgres: [
    `CREATE FUNCTION ask_for_recount() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${ASK} RETURN NULL; END $$`,
    `CREATE TRIGGER transactions_recount ${ON_UPDATE} WHEN (${isLate('IS DISTINCT FROM')})
     EXECUTE FUNCTION ask_for_recount()`,
  ],
}

/** Adds counts of payments by hour. They start empty: a job counts the past in small steps. */
export function countPayments(dialect: Dialect): Migration {
  const { time } = columnTypes(dialect)
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('payment_counts')
        .addColumn('merchant_id', 'text', (c) => c.notNull())
        .addColumn('hour', 'integer', (c) => c.notNull())
        .addColumn('currency', 'text', (c) => c.notNull())
        .addColumn('status', 'text', (c) => c.notNull())
        .addColumn('processing_code', 'text', (c) => c.notNull())
        .addColumn('payment_method_type', 'text', (c) => c.notNull())
        .addColumn('payments', 'integer', (c) => c.notNull().check(sql`payments > 0`))
        .addColumn('volume_amount', 'bigint', (c) => c.notNull())
        .addColumn('net_amount', 'bigint', (c) => c.notNull())
        .addPrimaryKeyConstraint('payment_counts_pk', [
          'merchant_id',
          'hour',
          'currency',
          'status',
          'processing_code',
          'payment_method_type',
        ])
        .execute()
      await db.schema
        .createTable('payment_count_marks')
        .addColumn('merchant_id', 'text', (c) => c.primaryKey())
        .addColumn('counted_until', time, (c) => c.notNull())
        .execute()
      await db.schema
        .createTable('payment_recounts')
        .addColumn('merchant_id', 'text', (c) => c.notNull())
        .addColumn('hour', 'integer', (c) => c.notNull())
        .addColumn('id', 'text', (c) => c.notNull().defaultTo(sql.raw(NEW_ID[dialect])))
        .addPrimaryKeyConstraint('payment_recounts_pk', ['merchant_id', 'hour', 'id'])
        .execute()
      for (const statement of RECOUNT_TRIGGER[dialect]) await sql.raw(statement).execute(db)
    },
  }
}
