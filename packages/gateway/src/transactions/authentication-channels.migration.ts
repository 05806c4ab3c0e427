import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Adds the channel of an authentication. All earlier ones ran in the shopper's browser. */
export function rememberAuthenticationChannels(): Migration {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .alterTable('attempt_authentications')
        .addColumn('channel', 'text', (c) => c.notNull().defaultTo('BROWSER'))
        .execute()
    },
  }
}
