import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

import { columnTypes, type Dialect } from '../dialect.ts'

/** Public keys by which clients prove themselves instead of a secret, and the assertions that were used. */
export function clientKeys(dialect: Dialect): Migration {
  const { binary, time } = columnTypes(dialect)
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .alterTable('api_clients')
        .addColumn('public_keys', 'text', (c) => c.notNull().defaultTo('[]'))
        .execute()
      await db.schema
        .createTable('client_assertions')
        .addColumn('assertion_hash', binary, (c) => c.primaryKey())
        .addColumn('merchant_id', 'text', (c) => c.notNull())
        .addColumn('expires_at', time, (c) => c.notNull())
        .execute()
      await db.schema
        .createIndex('client_assertions_expiry')
        .on('client_assertions')
        .column('expires_at')
        .execute()
    },
  }
}
