import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Adds what a provider reports for people about an attempt. */
export function keepOutcomeReports(): Migration {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema.alterTable('attempts').addColumn('provider_report', 'text').execute()
    },
  }
}
