import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

import { columnTypes, type Dialect } from '../dialect.ts'

/**
 * What captures, refunds and voids leave of a transaction's money. The checks hold whatever the code above believes; a
 * row without money has nulls, which every check lets pass.
 */
export function operations(dialect: Dialect): Migration {
  const { time } = columnTypes(dialect)
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      const transactions = () => db.schema.alterTable('transactions')
      await transactions()
        .addColumn('authorized_amount', 'bigint', (c) => c.check(sql`authorized_amount > 0`))
        .execute()
      await transactions()
        .addColumn('captured_amount', 'bigint', (c) =>
          c.check(sql`captured_amount between 0 and authorized_amount`),
        )
        .execute()
      await transactions()
        .addColumn('refunded_amount', 'bigint', (c) =>
          c.check(sql`refunded_amount between 0 and captured_amount`),
        )
        .execute()
      await transactions()
        .addColumn('voided_amount', 'bigint', (c) =>
          c.check(sql`voided_amount >= 0 and captured_amount + voided_amount <= authorized_amount`),
        )
        .execute()
      await transactions().addColumn('final_capture', 'integer').execute()
      await transactions().addColumn('releases_rest', 'integer').execute()
      await transactions().addColumn('settles_at', time).execute()
      await transactions().addColumn('refundable_until', time).execute()
      await transactions().addColumn('authorization_expires_at', time).execute()
      await transactions().addColumn('release_due_at', time).execute()

      for (const statement of BACKFILL) await sql.raw(statement).execute(db)

      await db.schema
        .createIndex('transactions_children')
        .on('transactions')
        .columns(['merchant_id', 'parent_id'])
        .where(sql.ref('parent_id'), 'is not', null)
        .execute()
      await db.schema
        .createIndex('transactions_reference')
        .on('transactions')
        .columns(['merchant_id', 'terminal_id', 'reference'])
        .execute()
      await sql
        .raw(
          `create index transactions_open_authorizations on transactions (release_due_at)
           where release_due_at is not null`,
        )
        .execute(db)
    },
  }
}

const DAY_MS = 86_400_000

/** What was approved before there were operations: settled or not is judged by the time of its last change. */
const BACKFILL = [
  `update transactions set authorized_amount = amount, captured_amount = 0, refunded_amount = 0, voided_amount = 0,
     final_capture = 0, authorization_expires_at = updated_at + ${7 * DAY_MS},
     release_due_at = updated_at + ${7 * DAY_MS}
   where status = 'APPROVED' and transaction_type = 'AUTHORIZE'`,
  `update transactions set authorized_amount = amount, captured_amount = amount, refunded_amount = 0, voided_amount = 0,
     final_capture = 1, settles_at = updated_at - updated_at % ${DAY_MS} + ${DAY_MS - 60_000},
     refundable_until = updated_at + ${365 * DAY_MS}
   where status = 'APPROVED' and transaction_type = 'PURCHASE'`,
] as const
