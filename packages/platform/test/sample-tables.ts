import type { Kysely } from 'kysely'

import { columnTypes } from '../src/database/dialect.ts'
import type { MigrationsFor } from '../src/database/open-database.ts'
import { platformMigrations, type PlatformTables } from '../src/platform-migrations.ts'

/** Tables of no trade, for tests of the database itself. */
export type TablesUnderTest = PlatformTables & {
  sample_origins: { readonly client_key: string; readonly origin: string }
  sample_counts: { readonly id: string; readonly count: number; readonly touched_at: number | null }
  sample_uses: { readonly merchant_id: string; readonly use_key: string; readonly expires_at: number }
}

export const migrationsUnderTest: MigrationsFor = (dialect) => ({
  ...platformMigrations(dialect),
  '0001-samples': {
    async up(db: Kysely<unknown>) {
      const { time } = columnTypes(dialect)
      await db.schema
        .createTable('sample_origins')
        .addColumn('client_key', 'text', (c) => c.notNull())
        .addColumn('origin', 'text', (c) => c.notNull())
        .addPrimaryKeyConstraint('sample_origins_pk', ['client_key', 'origin'])
        .execute()
      await db.schema
        .createTable('sample_counts')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('count', time, (c) => c.notNull())
        .addColumn('touched_at', time)
        .execute()
      await db.schema
        .createTable('sample_uses')
        .addColumn('merchant_id', 'text', (c) => c.notNull())
        .addColumn('use_key', 'text', (c) => c.notNull())
        .addColumn('expires_at', time, (c) => c.notNull())
        .addPrimaryKeyConstraint('sample_uses_pk', ['merchant_id', 'use_key'])
        .execute()
    },
  },
})
