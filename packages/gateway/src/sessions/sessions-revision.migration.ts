import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Adds the revision that a page sends when it pays. Sessions of earlier releases were never changed. */
export function addSessionRevision(): Migration {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .alterTable('sessions')
        .addColumn('revision', 'integer', (c) => c.notNull().defaultTo(1))
        .execute()
    },
  }
}
