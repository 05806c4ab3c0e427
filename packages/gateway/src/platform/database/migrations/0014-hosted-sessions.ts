import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** A session says whether the card it is paid with is saved; those that were made before do not save it. */
export function hostedSessions(): Migration {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .alterTable('sessions')
        .addColumn('tokenization', 'text', (column) => column.notNull().defaultTo('NONE'))
        .execute()
    },
  }
}
