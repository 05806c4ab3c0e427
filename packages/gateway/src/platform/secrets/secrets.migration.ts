import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

import { columnTypes, type Dialect } from '../database/dialect.ts'

/** Keys of the service that outlive the master key. */
export function createSecretsTables(dialect: Dialect): Migration {
  const { binary, time } = columnTypes(dialect)
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('service_keys')
        .addColumn('name', 'text', (c) => c.primaryKey())
        .addColumn('sealed', binary, (c) => c.notNull())
        .addColumn('created_at', time, (c) => c.notNull())
        .execute()
    },
  }
}
