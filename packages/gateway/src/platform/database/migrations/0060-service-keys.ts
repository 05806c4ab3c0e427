import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

import { columnTypes, type Dialect } from '../dialect.ts'

/** Keys of the service that outlive the master key, and stored answers that are found and sealed with them. */
export function serviceKeys(dialect: Dialect): Migration {
  const { binary, time } = columnTypes(dialect)
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('service_keys')
        .addColumn('name', 'text', (c) => c.primaryKey())
        .addColumn('sealed', binary, (c) => c.notNull())
        .addColumn('created_at', time, (c) => c.notNull())
        .execute()
      // They would open to whoever guesses an Idempotency-Key, and nothing finds them any more.
      await sql`delete from stored_answers`.execute(db)
    },
  }
}
