import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

import type { Dialect } from '../database/dialect.ts'

/**
 * The counts that processes with one database share. On PostgreSQL the table is unlogged: counts are worth no disk
 * write, and each use updates a row in place. The embedded database has one process, which counts in memory.
 */
const TABLE: Readonly<Record<Dialect, readonly string[]>> = {
  sqlite: [
    `create table rate_buckets (key text primary key, tokens real not null, at_ms real not null,
      full_at bigint not null, is_allowed integer not null)`,
  ],
  postgres: [
    `create unlogged table rate_buckets (key text primary key, tokens float8 not null, at_ms float8 not null,
      full_at bigint not null, is_allowed integer not null) with (fillfactor = 50)`,
  ],
}

export function createRateLimitTables(dialect: Dialect): Migration {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      for (const statement of TABLE[dialect]) await sql.raw(statement).execute(db)
    },
  }
}
