import type { Dialect } from '@sluice/platform/database/dialect'
import { addIndex, type IndexMigration } from '@sluice/platform/database/index-migration'

/** The index by which operators see when each provider account last reported something. */
export const indexNewestEvents = (dialect: Dialect): IndexMigration =>
  addIndex(dialect, {
    name: 'provider_events_newest',
    table: 'provider_events',
    on: '(provider_id, provider_account_id, received_at)',
  })
