import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

import type { Dialect } from '@sluice/platform/database/dialect'
import { rebuildTable } from '@sluice/platform/database/rebuild-table'

/** Allows a transaction to have several events of one type, each about its own subject, for which it is sent once. */
export function nameEventSubjects(dialect: Dialect): Migration {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema.alterTable('events').addColumn('subject', 'text').execute()
      await (dialect === 'sqlite'
        ? rebuildTable(db, 'events', (statement) =>
            statement.replace(/,\s*constraint "events_once" unique \([^()]*\)/, ''),
          )
        : db.schema.alterTable('events').dropConstraint('events_once').execute())
      // Events about a transaction itself have no subject of their own. A subject belongs to one transaction, by which events are found.
      await sql`create unique index events_once
        on events (merchant_id, transaction_id, (coalesce(subject, '')), type)`.execute(db)
    },
  }
}
