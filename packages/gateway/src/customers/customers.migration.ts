import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

import { columnTypes, type Dialect } from '@sluice/platform/database/dialect'

/** Creates the customers of merchants, with indexes for pages by time and by e-mail address. */
export function createCustomerTables(dialect: Dialect): Migration {
  const { time } = columnTypes(dialect)
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('customers')
        .addColumn('merchant_id', 'text', (c) => c.notNull())
        .addColumn('id', 'text', (c) => c.notNull())
        .addColumn('email', 'text', (c) => c.notNull())
        .addColumn('first_name', 'text')
        .addColumn('last_name', 'text')
        .addColumn('phone', 'text')
        .addColumn('description', 'text')
        .addColumn('type', 'text', (c) => c.notNull())
        .addColumn('address', 'text')
        .addColumn('city', 'text')
        .addColumn('country', 'text')
        .addColumn('postal_code', 'text')
        .addColumn('region', 'text')
        .addColumn('saved_cards', 'integer', (c) => c.notNull())
        .addColumn('erased_at', time)
        .addColumn('erasure_due_at', time)
        .addColumn('created_at', time, (c) => c.notNull())
        .addPrimaryKeyConstraint('customers_pk', ['merchant_id', 'id'])
        .execute()
      await db.schema
        .createIndex('customers_created')
        .on('customers')
        .columns(['merchant_id', 'created_at', 'id'])
        .execute()
      await db.schema
        .createIndex('customers_email')
        .on('customers')
        .columns(['merchant_id', 'email', 'created_at', 'id'])
        .execute()
      await db.schema
        .createIndex('customers_erasure_due')
        .on('customers')
        .column('erasure_due_at')
        .where(sql.ref('erasure_due_at'), 'is not', null)
        .execute()
    },
  }
}
