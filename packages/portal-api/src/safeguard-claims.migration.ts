import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

import { columnTypes, type Dialect } from '@sluice/platform/database/dialect'

/** Adds when a process took a look at a safeguard for all others. */
export function claimSafeguardRuns(dialect: Dialect): Migration {
  const { time } = columnTypes(dialect)
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema.alterTable('safeguard_runs').addColumn('claimed_at', time).execute()
    },
  }
}
