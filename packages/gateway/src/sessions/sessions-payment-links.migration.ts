import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Adds the payment link of a session. Earlier sessions had none. */
export function nameLinksOfSessions(): Migration {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema.alterTable('sessions').addColumn('payment_link_id', 'text').execute()
    },
  }
}
