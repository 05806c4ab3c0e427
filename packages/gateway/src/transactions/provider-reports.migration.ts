import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Adds the report of a provider on an attempt, which people read. */
export function keepOutcomeReports(): Migration {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema.alterTable('attempts').addColumn('provider_report', 'text').execute()
    },
  }
}
