import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

import { columnTypes, type Dialect } from '@sluice/platform/database/dialect'

/** Creates the table of applied configuration files. */
export function createConfigurationFileTables(dialect: Dialect): Migration {
  const { time } = columnTypes(dialect)
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('applied_files')
        .addColumn('digest', 'text', (c) => c.primaryKey())
        .addColumn('revision', 'integer')
        .addColumn('place', 'integer', (c) => c.notNull())
        .addColumn('held_back', 'integer', (c) => c.notNull())
        .addColumn('applied_at', time, (c) => c.notNull())
        .execute()
    },
  }
}
