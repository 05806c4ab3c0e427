import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What later charges of a saved card refer to: how its holder was authenticated, and the network's name of the payment. */
export function storedCredentials(): Migration {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      const cards = () => db.schema.alterTable('payment_methods')
      await cards().addColumn('authentication_status', 'text').execute()
      await cards().addColumn('network_transaction_id', 'text').execute()
      await db.schema.alterTable('attempts').addColumn('network_transaction_id', 'text').execute()
    },
  }
}
