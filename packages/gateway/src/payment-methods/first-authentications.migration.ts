import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Adds the authentication with which a card was saved: later charges that the merchant starts refer to it. */
export function keepFirstAuthentications(): Migration {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema.alterTable('payment_methods').addColumn('first_authentication', 'text').execute()
    },
  }
}
