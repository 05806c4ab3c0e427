import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

import { columnTypes, type Dialect } from './dialect.ts'
import { FAILED_CONDITION, REFUSE_COMMIT } from './refuse-unless.ts'

/**
 * Creates the functions that statements of every slice call. A reset by an earlier version leaves them, so they are
 * replaced. SQLite needs none: its driver checks the rows before the commit.
 */
const FUNCTIONS: Readonly<Record<Dialect, readonly string[]>> = {
  sqlite: [],
  postgres: [
    `CREATE OR REPLACE FUNCTION ${REFUSE_COMMIT}(message text) RETURNS void LANGUAGE plpgsql AS $$
     BEGIN RAISE EXCEPTION '%', message USING ERRCODE = '${FAILED_CONDITION}'; END $$`,
  ],
}

/** The migrations of the database engine itself. */
export function createDatabaseFunctions(dialect: Dialect): Migration {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      for (const statement of FUNCTIONS[dialect]) await sql.raw(statement).execute(db)
    },
  }
}

/** Creates the table of the versions that migrated. */
export function createSchemaVersions(dialect: Dialect): Migration {
  const { time } = columnTypes(dialect)
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('schema_versions')
        .addColumn('schema', 'integer', (c) => c.primaryKey())
        .addColumn('oldest', 'integer', (c) => c.notNull())
        .addColumn('version', 'text', (c) => c.notNull())
        .addColumn('migrated_at', time, (c) => c.notNull())
        .execute()
    },
  }
}
