import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Adds the number of installments of a payment. */
export function keepInstallments(): Migration {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema.alterTable('transactions').addColumn('installment_count', 'integer').execute()
    },
  }
}
