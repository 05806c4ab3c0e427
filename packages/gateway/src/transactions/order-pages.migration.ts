import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Adds the column for the content of an order's page. */
export function keepOrderPages(): Migration {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema.alterTable('transactions').addColumn('order_page', 'text').execute()
    },
  }
}
