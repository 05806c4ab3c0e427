import { addIndex } from '@sluice/platform/database/index-migration'

/** The index by which an event finds the undo that it is about. */
export const indexKeysOfUndos = addIndex({
  name: 'reconciliation_alerts_reversal_key',
  table: 'reconciliation_alerts',
  on: '(reversal_key) where reversal_key is not null',
})
