import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

import { columnTypes, type Dialect } from '@sluice/platform/database/dialect'

/** Creates the sessions of embedded fields and of the hosted payment page. */
export function createSessionTables(dialect: Dialect): Migration {
  const { time } = columnTypes(dialect)
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('sessions')
        .addColumn('merchant_id', 'text', (c) => c.notNull())
        .addColumn('id_hash', 'text', (c) => c.notNull())
        .addColumn('kind', 'text', (c) => c.notNull())
        .addColumn('terminal_id', 'text', (c) => c.notNull())
        .addColumn('reference', 'text', (c) => c.notNull())
        .addColumn('description', 'text', (c) => c.notNull())
        .addColumn('currency', 'text', (c) => c.notNull())
        .addColumn('amount', 'bigint', (c) => c.notNull())
        .addColumn('transaction_type', 'text', (c) => c.notNull())
        .addColumn('return_url', 'text', (c) => c.notNull())
        .addColumn('customer', 'text')
        .addColumn('customer_id', 'text')
        .addColumn('country', 'text')
        .addColumn('metadata', 'text')
        .addColumn('tokenization', 'text', (c) => c.notNull().defaultTo('NONE'))
        .addColumn('status', 'text', (c) => c.notNull())
        .addColumn('processing_code', 'text')
        .addColumn('transaction_id', 'text')
        .addColumn('submissions', 'integer', (c) => c.notNull())
        .addColumn('created_at', time, (c) => c.notNull())
        .addColumn('updated_at', time, (c) => c.notNull())
        .addColumn('expires_at', time, (c) => c.notNull())
        .addPrimaryKeyConstraint('sessions_pk', ['merchant_id', 'id_hash'])
        .execute()
      await db.schema
        .createIndex('sessions_open')
        .on('sessions')
        .column('expires_at')
        .where(sql.ref('status'), 'in', [sql.lit('CREATED'), sql.lit('PENDING')])
        .execute()
      await db.schema
        .createIndex('sessions_personal')
        .on('sessions')
        .column('created_at')
        .where(sql.ref('customer'), 'is not', null)
        .execute()
      await db.schema
        .createIndex('sessions_customer')
        .on('sessions')
        .columns(['merchant_id', 'customer_id'])
        .where(sql.ref('customer_id'), 'is not', null)
        .execute()
    },
  }
}
