import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

import { columnTypes, type Dialect } from '@sluice/platform/database/dialect'

/**
 * Adds provider states, which later calls return to the provider, and provider references, by which people find a
 * payment.
 */
export function keepProviderNames(dialect: Dialect): Migration {
  const { binary, time } = columnTypes(dialect)
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      for (const table of ['transactions', 'attempts'] as const)
        await db.schema.alterTable(table).addColumn('provider_reference', 'text').execute()
      await db.schema.alterTable('attempts').addColumn('cancellation_key', 'text').execute()
      await db.schema
        .createTable('provider_states')
        .addColumn('merchant_id', 'text', (c) => c.notNull())
        .addColumn('attempt_id', 'text', (c) => c.notNull())
        .addColumn('transaction_id', 'text', (c) => c.notNull())
        .addColumn('sealed_state', binary, (c) => c.notNull())
        .addColumn('updated_at', time, (c) => c.notNull())
        .addPrimaryKeyConstraint('provider_states_pk', ['merchant_id', 'attempt_id'])
        .execute()
      await db.schema
        .createTable('provider_references')
        .addColumn('merchant_id', 'text', (c) => c.notNull())
        .addColumn('provider_id', 'text', (c) => c.notNull())
        .addColumn('provider_account_id', 'text', (c) => c.notNull())
        .addColumn('ref', 'text', (c) => c.notNull())
        .addColumn('transaction_id', 'text', (c) => c.notNull())
        .addColumn('attempt_id', 'text', (c) => c.notNull())
        .addColumn('created_at', time, (c) => c.notNull())
        .addPrimaryKeyConstraint('provider_references_pk', ['merchant_id', 'ref', 'attempt_id'])
        .execute()
      // Providers name no merchant.
      await db.schema
        .createIndex('provider_references_ref')
        .on('provider_references')
        .columns(['provider_id', 'provider_account_id', 'ref'])
        .execute()
    },
  }
}
