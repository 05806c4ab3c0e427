import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Adds the authentication with which a card was saved, to which later merchant-initiated charges refer. */
export function keepFirstAuthentications(): Migration {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema.alterTable('payment_methods').addColumn('first_authentication', 'text').execute()
    },
  }
}
