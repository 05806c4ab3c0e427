import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Adds the accounts that an attempt skipped because they were unavailable or paused. */
export function addSkippedAccounts(): Migration {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema.alterTable('attempts').addColumn('skipped_accounts', 'text').execute()
    },
  }
}
