import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

import { columnTypes, type Dialect } from '../dialect.ts'

/** What is remembered of requests that came with an `Idempotency-Key`, and which request took a reference. */
export function idempotency(dialect: Dialect): Migration {
  const { binary, time } = columnTypes(dialect)
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('stored_answers')
        .addColumn('merchant_id', 'text', (c) => c.notNull())
        .addColumn('name', 'text', (c) => c.notNull())
        .addColumn('body_lookup', 'text', (c) => c.notNull())
        .addColumn('claim_id', 'text', (c) => c.notNull())
        .addColumn('lease_until', time)
        .addColumn('sealed_answer', binary)
        .addColumn('created_at', time, (c) => c.notNull())
        .addPrimaryKeyConstraint('stored_answers_pk', ['merchant_id', 'name'])
        .execute()
      await db.schema
        .createIndex('stored_answers_created')
        .on('stored_answers')
        .column('created_at')
        .execute()
      await db.schema
        .createTable('operation_requests')
        .addColumn('merchant_id', 'text', (c) => c.notNull())
        .addColumn('request_key', 'text', (c) => c.notNull())
        .addColumn('transaction_id', 'text', (c) => c.notNull())
        .addColumn('created_at', time, (c) => c.notNull())
        .addPrimaryKeyConstraint('operation_requests_pk', ['merchant_id', 'request_key'])
        .execute()
      await db.schema
        .createIndex('operation_requests_created')
        .on('operation_requests')
        .column('created_at')
        .execute()
      await db.schema.alterTable('reference_holds').addColumn('request_key', 'text').execute()
    },
  }
}
