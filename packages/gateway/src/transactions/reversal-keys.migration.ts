import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

import { columnTypes, type Dialect } from '@sluice/platform/database/dialect'

/** Under which key a provider is called to give late money back, and since when. */
export function addReversalKeys(dialect: Dialect): Migration {
  const { time } = columnTypes(dialect)
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema.alterTable('reconciliation_alerts').addColumn('reversal_key', 'text').execute()
      await db.schema.alterTable('reconciliation_alerts').addColumn('reversal_key_at', time).execute()
    },
  }
}
