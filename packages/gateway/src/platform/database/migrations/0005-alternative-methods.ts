import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

import { columnTypes, type Dialect } from '../dialect.ts'

/** Payments that are confirmed elsewhere: what the customer was shown, who reported what, and what did not add up. */
export function alternativeMethods(dialect: Dialect): Migration {
  const { time } = columnTypes(dialect)
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema.alterTable('transactions').addColumn('redirect_url', 'text').execute()
      await db.schema.alterTable('transactions').addColumn('bank_transfer', 'text').execute()
      await db.schema
        .createTable('provider_orders')
        .addColumn('transaction_id', 'text', (c) => c.primaryKey())
        .addColumn('provider_id', 'text', (c) => c.notNull())
        .addColumn('merchant_id', 'text', (c) => c.notNull())
        .addColumn('attempt_id', 'text', (c) => c.notNull())
        .addColumn('provider_account_id', 'text', (c) => c.notNull())
        .addColumn('provider_transaction_id', 'text')
        .addColumn('provider_user_id', 'text')
        .addColumn('created_at', time, (c) => c.notNull())
        .execute()
      await db.schema
        .createTable('provider_callbacks')
        .addColumn('merchant_id', 'text', (c) => c.notNull())
        .addColumn('provider_id', 'text', (c) => c.notNull())
        .addColumn('message_id', 'text', (c) => c.notNull())
        .addColumn('transaction_id', 'text', (c) => c.notNull())
        .addColumn('status', 'text', (c) => c.notNull())
        .addColumn('received_at', time, (c) => c.notNull())
        .addPrimaryKeyConstraint('provider_callbacks_pk', ['merchant_id', 'provider_id', 'message_id'])
        .execute()
      await db.schema
        .createIndex('provider_callbacks_age')
        .on('provider_callbacks')
        .column('received_at')
        .execute()
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
        .addPrimaryKeyConstraint('reconciliation_alerts_pk', ['merchant_id', 'transaction_id', 'kind'])
        .execute()
      await db.schema
        .createIndex('reconciliation_alerts_reversal')
        .on('reconciliation_alerts')
        .column('reversal_due_at')
        .where(sql.ref('reversal_due_at'), 'is not', null)
        .execute()
    },
  }
}
