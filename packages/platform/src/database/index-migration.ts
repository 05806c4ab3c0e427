import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** An index, in the words that both databases understand. */
export interface IndexDefinition {
  readonly name: string
  readonly table: string
  /** What follows the table's name: `(state, received_at) where state <> 'APPLIED'`. */
  readonly on: string
}

/** A migration that is nothing but an index of a table that may be large. */
export interface IndexMigration extends Migration {
  readonly index: IndexDefinition
}

/**
 * Adds an index to a table that may be large. PostgreSQL builds it concurrently, before this runs: payments go on meanwhile, and
 * this finds it made. The embedded database and an empty one get it here.
 */
export function addIndex(index: IndexDefinition): IndexMigration {
  return {
    index,
    async up(db: Kysely<unknown>): Promise<void> {
      await sql.raw(`create index if not exists ${describeIndex(index)}`).execute(db)
    },
  }
}

export function isIndexMigration(migration: Migration): migration is IndexMigration {
  return 'index' in migration
}

export function describeIndex({ name, table, on }: IndexDefinition): string {
  return `${name} on ${table} ${on}`
}
