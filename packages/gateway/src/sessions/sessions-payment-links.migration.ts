import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Adds the payment link that a session was made at. Earlier ones had none. */
export function nameLinksOfSessions(): Migration {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema.alterTable('sessions').addColumn('payment_link_id', 'text').execute()
    },
  }
}
