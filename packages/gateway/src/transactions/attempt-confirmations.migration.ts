import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

import { columnTypes, type Dialect } from '@sluice/platform/database/dialect'

/** Adds the table for attempts whose provider authenticates the cardholder itself. */
export function keepConfirmations(dialect: Dialect): Migration {
  const { binary, time } = columnTypes(dialect)
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('attempt_confirmations')
        .addColumn('merchant_id', 'text', (c) => c.notNull())
        .addColumn('attempt_id', 'text', (c) => c.notNull())
        .addColumn('transaction_id', 'text', (c) => c.notNull())
        .addColumn('on_unavailable', 'text', (c) => c.notNull())
        .addColumn('awaits', 'text')
        .addColumn('sealed_page', binary)
        .addColumn('invalid_results', 'integer', (c) => c.notNull())
        .addColumn('ends_as', 'text')
        .addColumn('continue_key', 'text')
        .addColumn('sealed_result', binary)
        .addColumn('continued_at', time)
        .addColumn('updated_at', time, (c) => c.notNull())
        .addPrimaryKeyConstraint('attempt_confirmations_pk', ['merchant_id', 'attempt_id'])
        .execute()
    },
  }
}
