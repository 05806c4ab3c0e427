import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Adds the index by which an event finds the undo that it is about. */
export function findKeysOfUndos(): Migration {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await sql`create index reconciliation_alerts_reversal_key on reconciliation_alerts (reversal_key)
        where reversal_key is not null`.execute(db)
    },
  }
}
