import type { Dialect } from '@sluice/platform/database/dialect'
import { addIndex, type IndexMigration } from '@sluice/platform/database/index-migration'

/** Adds the index by which an event finds the undo that it reports on. */
export const indexKeysOfUndos = (dialect: Dialect): IndexMigration =>
  addIndex(dialect, {
    name: 'reconciliation_alerts_reversal_key',
    table: 'reconciliation_alerts',
    on: '(reversal_key) where reversal_key is not null',
  })
