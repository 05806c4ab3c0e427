import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Adds the columns for partial approvals that are kept. */
export function keepPartialApprovals(): Migration {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema.alterTable('transactions').addColumn('keeps_partial_approval', 'integer').execute()
      await db.schema.alterTable('transactions').addColumn('approved_amount', 'bigint').execute()
    },
  }
}
