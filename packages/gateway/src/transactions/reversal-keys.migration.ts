import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

import { columnTypes, type Dialect } from '@sluice/platform/database/dialect'

/** Adds the key of the call that reverses a late payment, and the time of its first use. */
export function addReversalKeys(dialect: Dialect): Migration {
  const { time } = columnTypes(dialect)
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema.alterTable('reconciliation_alerts').addColumn('reversal_key', 'text').execute()
      await db.schema.alterTable('reconciliation_alerts').addColumn('reversal_key_at', time).execute()
      // Earlier versions used this key, and the outcome of their last call may be unknown.
      await sql`update reconciliation_alerts
        set reversal_key = 'void-' || attempt_id, reversal_key_at = created_at
        where reversal_due_at is not null and reversed_at is null`.execute(db)
    },
  }
}
