import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Adds the options for the payments of a session. */
export function keepSessionOptions(): Migration {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema.alterTable('sessions').addColumn('options', 'text').execute()
    },
  }
}
