import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Adds the index by which operators see the newest events that were not applied. */
export function indexUnappliedEvents(): Migration {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createIndex('provider_events_newest_unapplied')
        .on('provider_events')
        .columns(['state', 'received_at'])
        .where(sql.ref('state'), '<>', sql.lit('APPLIED'))
        .execute()
    },
  }
}
