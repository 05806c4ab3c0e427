import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

import { columnTypes, type Dialect } from '@sluice/platform/database/dialect'

/** Adds the results of challenges that were read before the shopper came back. */
export function keepChallengeResults(dialect: Dialect): Migration {
  const { binary, time } = columnTypes(dialect)
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('challenge_results')
        .addColumn('merchant_id', 'text', (c) => c.notNull())
        .addColumn('attempt_id', 'text', (c) => c.notNull())
        .addColumn('round', 'integer', (c) => c.notNull())
        .addColumn('transaction_id', 'text', (c) => c.notNull())
        .addColumn('sealed_result', binary, (c) => c.notNull())
        .addColumn('created_at', time, (c) => c.notNull())
        .addPrimaryKeyConstraint('challenge_results_pk', ['merchant_id', 'attempt_id', 'round'])
        .execute()
      // Old results are deleted by their age.
      await db.schema
        .createIndex('challenge_results_created')
        .on('challenge_results')
        .column('created_at')
        .execute()
    },
  }
}
