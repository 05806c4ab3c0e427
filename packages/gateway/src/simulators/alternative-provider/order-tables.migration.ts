import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

import { columnTypes, type Dialect } from '../../platform/database/dialect.ts'

/** Makes the tables of the providers whose payments are confirmed elsewhere. */
export function createOrderTables(dialect: Dialect): Migration {
  const { time } = columnTypes(dialect)
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('simulated_orders')
        .addColumn('provider_id', 'text', (c) => c.notNull())
        .addColumn('idempotency_key', 'text', (c) => c.notNull())
        .addColumn('merchant_id', 'text', (c) => c.notNull())
        .addColumn('transaction_id', 'text', (c) => c.notNull())
        .addColumn('account_id', 'text', (c) => c.notNull())
        .addColumn('type', 'text', (c) => c.notNull())
        .addColumn('direction', 'text', (c) => c.notNull())
        .addColumn('amount', 'bigint', (c) => c.notNull())
        .addColumn('currency', 'text', (c) => c.notNull())
        .addColumn('reference', 'text', (c) => c.notNull())
        .addColumn('merchant_name', 'text')
        .addColumn('return_url', 'text')
        .addColumn('callback_url', 'text', (c) => c.notNull())
        .addColumn('fault', 'text')
        .addColumn('answer', 'text', (c) => c.notNull())
        .addColumn('page_key', 'text', (c) => c.notNull())
        .addColumn('processing_code', 'text', (c) => c.notNull())
        .addColumn('planned_code', 'text')
        .addColumn('settle_at', time)
        .addColumn('expires_at', time)
        .addColumn('is_asked', 'integer', (c) => c.notNull())
        .addColumn('ends_itself', 'integer', (c) => c.notNull())
        .addColumn('wrong_codes', 'integer', (c) => c.notNull())
        .addColumn('approval_code', 'text', (c) => c.notNull())
        .addColumn('reference_number', 'text', (c) => c.notNull())
        .addColumn('systan', 'integer', (c) => c.notNull())
        .addColumn('created_at', time, (c) => c.notNull())
        .addColumn('settled_at', time)
        .addColumn('reversed_at', time)
        .addPrimaryKeyConstraint('simulated_orders_pk', ['provider_id', 'idempotency_key'])
        .execute()
      await db.schema
        .createIndex('simulated_orders_transaction')
        .on('simulated_orders')
        .column('transaction_id')
        .execute()
      await db.schema.createIndex('simulated_orders_due').on('simulated_orders').column('settle_at').execute()
      await db.schema
        .createTable('simulated_callbacks')
        .addColumn('provider_id', 'text', (c) => c.notNull())
        .addColumn('idempotency_key', 'text', (c) => c.notNull())
        .addColumn('sequence', 'integer', (c) => c.notNull())
        .addColumn('merchant_id', 'text', (c) => c.notNull())
        .addColumn('message_id', 'text', (c) => c.notNull())
        .addColumn('url', 'text', (c) => c.notNull())
        .addColumn('body', 'text', (c) => c.notNull())
        .addColumn('tries', 'integer', (c) => c.notNull())
        .addColumn('due_at', time)
        .addColumn('delivered_at', time)
        .addPrimaryKeyConstraint('simulated_callbacks_pk', ['provider_id', 'idempotency_key', 'sequence'])
        .execute()
      await db.schema
        .createIndex('simulated_callbacks_due')
        .on('simulated_callbacks')
        .column('due_at')
        .execute()
      await db.schema
        .createTable('simulated_refunds')
        .addColumn('provider_id', 'text', (c) => c.notNull())
        .addColumn('idempotency_key', 'text', (c) => c.notNull())
        .addColumn('operation', 'text', (c) => c.notNull())
        .addColumn('merchant_id', 'text', (c) => c.notNull())
        .addColumn('original_key', 'text', (c) => c.notNull())
        .addColumn('amount', 'bigint', (c) => c.notNull())
        .addColumn('processing_code', 'text', (c) => c.notNull())
        .addColumn('approval_code', 'text', (c) => c.notNull())
        .addColumn('reference_number', 'text', (c) => c.notNull())
        .addColumn('systan', 'integer', (c) => c.notNull())
        .addColumn('created_at', time, (c) => c.notNull())
        .addPrimaryKeyConstraint('simulated_refunds_pk', ['provider_id', 'idempotency_key'])
        .execute()
      await db.schema
        .createIndex('simulated_refunds_original')
        .on('simulated_refunds')
        .columns(['provider_id', 'original_key'])
        .execute()
      await db.schema
        .createTable('simulated_order_keys')
        .addColumn('provider_id', 'text', (c) => c.notNull())
        .addColumn('idempotency_key', 'text', (c) => c.notNull())
        .addColumn('is_fenced', 'integer', (c) => c.notNull())
        .addPrimaryKeyConstraint('simulated_order_keys_pk', ['provider_id', 'idempotency_key'])
        .execute()
    },
  }
}
