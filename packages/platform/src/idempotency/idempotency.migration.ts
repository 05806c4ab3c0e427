import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

import { columnTypes, type Dialect } from '../database/dialect.ts'

/** Answers to requests that came with an `Idempotency-Key`. */
export function createIdempotencyTables(dialect: Dialect): Migration {
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
    },
  }
}
