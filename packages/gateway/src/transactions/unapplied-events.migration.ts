import type { Dialect } from '@sluice/platform/database/dialect'
import { addIndex, type IndexMigration } from '@sluice/platform/database/index-migration'

/** Adds the index by which operators list the newest events that were not applied. */
export const indexUnappliedEvents = (dialect: Dialect): IndexMigration =>
  addIndex(dialect, {
    name: 'provider_events_newest_unapplied',
    table: 'provider_events',
    on: `(state, received_at) where state <> 'APPLIED'`,
  })
