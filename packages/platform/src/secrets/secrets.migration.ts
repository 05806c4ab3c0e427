import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

import { columnTypes, type Dialect } from '../database/dialect.ts'

/** Keys of the service that outlive the master key, and the processes that read master keys. */
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
      await db.schema
        .createTable('master_key_readers')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('name', 'text', (c) => c.notNull())
        .addColumn('key_ids', 'text', (c) => c.notNull())
        .addColumn('sealing_id', 'text', (c) => c.notNull())
        .addColumn('seen_at', time, (c) => c.notNull())
        .execute()
    },
  }
}

/** Adds the routes that each process can reach: a new route is used once all of them can. */
export function recordReach(): Migration {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema.alterTable('master_key_readers').addColumn('reaches', 'text').execute()
    },
  }
}
