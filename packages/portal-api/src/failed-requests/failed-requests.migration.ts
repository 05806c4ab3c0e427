import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

import { columnTypes, type Dialect } from '@sluice/platform/database/dialect'

/** Requests of merchants that failed, of the last days. */
export function createFailedRequestTables(dialect: Dialect): Migration {
  const { time } = columnTypes(dialect)
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('failed_requests')
        .addColumn('merchant_id', 'text', (c) => c.notNull())
        .addColumn('id', 'text', (c) => c.notNull())
        .addColumn('endpoint', 'text', (c) => c.notNull())
        .addColumn('status', 'integer', (c) => c.notNull())
        .addColumn('property', 'text')
        .addColumn('message', 'text')
        .addColumn('request_id', 'text', (c) => c.notNull())
        .addColumn('transaction_id', 'text')
        .addColumn('caller', 'text', (c) => c.notNull())
        .addColumn('created_at', time, (c) => c.notNull())
        .addPrimaryKeyConstraint('failed_requests_pk', ['merchant_id', 'id'])
        .execute()
      await db.schema.createIndex('failed_requests_age').on('failed_requests').column('created_at').execute()
    },
  }
}
