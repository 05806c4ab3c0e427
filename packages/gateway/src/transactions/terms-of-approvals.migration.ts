import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Adds the column for the operations that a provider still allows on a payment. */
export function keepTermsOfApprovals(): Migration {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema.alterTable('transactions').addColumn('may', 'text').execute()
    },
  }
}
