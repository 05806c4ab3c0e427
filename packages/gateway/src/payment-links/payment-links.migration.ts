import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

import { columnTypes, type Dialect } from '@sluice/platform/database/dialect'

/** Creates payment links, web addresses where shoppers can pay. */
export function createPaymentLinkTables(dialect: Dialect): Migration {
  const { binary, time } = columnTypes(dialect)
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('payment_links')
        .addColumn('merchant_id', 'text', (c) => c.notNull())
        .addColumn('id', 'text', (c) => c.notNull())
        .addColumn('lookup', 'text', (c) => c.notNull())
        .addColumn('sealed_token', binary, (c) => c.notNull())
        .addColumn('client_key', 'text', (c) => c.notNull())
        .addColumn('request_key', 'text')
        .addColumn('terminal_id', 'text', (c) => c.notNull())
        .addColumn('currency', 'text', (c) => c.notNull())
        .addColumn('amount', 'bigint')
        .addColumn('min_amount', 'bigint')
        .addColumn('max_amount', 'bigint')
        .addColumn('transaction_type', 'text', (c) => c.notNull())
        .addColumn('description', 'text', (c) => c.notNull())
        .addColumn('reference_prefix', 'text')
        .addColumn('max_uses', 'integer')
        .addColumn('uses', 'integer', (c) => c.notNull())
        .addColumn('uses_in_progress', 'integer', (c) => c.notNull())
        .addColumn('customer_id', 'text')
        .addColumn('tokenization', 'text', (c) => c.notNull())
        .addColumn('return_url', 'text')
        .addColumn('languages', 'text')
        .addColumn('metadata', 'text')
        .addColumn('options', 'text')
        .addColumn('status', 'text', (c) => c.notNull())
        .addColumn('created_at', time, (c) => c.notNull())
        .addColumn('updated_at', time, (c) => c.notNull())
        .addColumn('expires_at', time, (c) => c.notNull())
        .addColumn('deactivated_at', time)
        .addPrimaryKeyConstraint('payment_links_pk', ['merchant_id', 'id'])
        .addUniqueConstraint('payment_links_lookup', ['merchant_id', 'lookup'])
        .execute()
      await db.schema
        .createIndex('payment_links_request')
        .unique()
        .on('payment_links')
        .columns(['merchant_id', 'request_key'])
        .where(sql.ref('request_key'), 'is not', null)
        .execute()
      await db.schema
        .createIndex('payment_links_active')
        .on('payment_links')
        .column('expires_at')
        .where(sql.ref('status'), '=', sql.lit('ACTIVE'))
        .execute()
    },
  }
}
