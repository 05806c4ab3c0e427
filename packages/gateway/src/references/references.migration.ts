import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

import { columnTypes, type Dialect } from '@sluice/platform/database/dialect'

/** Creates the table of references and their holders. */
export function createReferenceTables(dialect: Dialect): Migration {
  const { time } = columnTypes(dialect)
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('reference_holds')
        .addColumn('merchant_id', 'text', (c) => c.notNull())
        .addColumn('terminal_id', 'text', (c) => c.notNull())
        .addColumn('reference', 'text', (c) => c.notNull())
        .addColumn('kind', 'text', (c) => c.notNull())
        .addColumn('holder_id', 'text', (c) => c.notNull())
        .addColumn('amount', 'bigint', (c) => c.notNull())
        .addColumn('currency', 'text', (c) => c.notNull())
        .addColumn('request_key', 'text')
        .addColumn('created_at', time, (c) => c.notNull())
        .addPrimaryKeyConstraint('reference_holds_pk', ['merchant_id', 'terminal_id', 'reference'])
        .execute()
    },
  }
}
