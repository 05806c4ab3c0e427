import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

import type { Dialect } from './dialect.ts'

/** An index, in the words that both databases understand. */
export interface IndexDefinition {
  readonly name: string
  readonly table: string
  /** The part of the statement after the table's name: `(state, received_at) where state <> 'APPLIED'`. */
  readonly on: string
}

/** A migration that only creates an index of a table that may be large. */
export interface IndexMigration extends Migration {
  readonly index: IndexDefinition
}

/**
 * Adds an index to a table that may be large. PostgreSQL builds it concurrently, while payments continue, before this
 * migration runs, which then does nothing. SQLite and empty databases create the index here.
 *
 * @throws When the index is there and not valid: the next start builds it again, before this runs.
 */
export function addIndex(dialect: Dialect, index: IndexDefinition): IndexMigration {
  return {
    index,
    async up(db: Kysely<unknown>): Promise<void> {
      // The statement would lock the table before it checks the name.
      const isValid = dialect === 'postgres' ? await readValidity(db, index) : null
      if (isValid === false) throw new Error(`the index ${index.name} is invalid; the next start rebuilds it`)
      if (isValid === null) await sql.raw(`create index if not exists ${describeIndex(index)}`).execute(db)
    },
  }
}

/**
 * Queries whether PostgreSQL finished an index: an unfinished one slows down writes and serves no query. Null if there
 * is no such index.
 */
export async function readValidity<DB>(
  db: Kysely<DB>,
  { name, table }: Pick<IndexDefinition, 'name' | 'table'>,
): Promise<boolean | null> {
  const { rows } = await sql<{ readonly isValid: boolean }>`
    select indisvalid as "isValid" from pg_index join pg_class on pg_class.oid = indexrelid
    where indrelid = to_regclass(${table}) and relname = ${name}`.execute(db)
  return rows[0]?.isValid ?? null
}

export function isIndexMigration(migration: Migration): migration is IndexMigration {
  return 'index' in migration
}

export function describeIndex({ name, table, on }: IndexDefinition): string {
  return `${name} on ${table} ${on}`
}
