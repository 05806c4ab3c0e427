import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Adds in how many installments payments are paid. */
export function keepInstallments(): Migration {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema.alterTable('transactions').addColumn('installment_count', 'integer').execute()
    },
  }
}
