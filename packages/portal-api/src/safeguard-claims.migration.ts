import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

import { columnTypes, type Dialect } from '@sluice/platform/database/dialect'

/** Adds the column for when a process claimed the check of a safeguard. */
export function claimSafeguardRuns(dialect: Dialect): Migration {
  const { time } = columnTypes(dialect)
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema.alterTable('safeguard_runs').addColumn('claimed_at', time).execute()
    },
  }
}
