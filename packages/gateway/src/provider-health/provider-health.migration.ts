import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

import { columnTypes, type Dialect } from '@sluice/platform/database/dialect'

/** Creates the tables for the state of provider accounts and for the payments that proceed while a 3DS server fails. */
export function createProviderHealthTables(dialect: Dialect): Migration {
  const { time } = columnTypes(dialect)
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('provider_health')
        .addColumn('provider_id', 'text', (c) => c.notNull())
        .addColumn('provider_account_id', 'text', (c) => c.notNull())
        .addColumn('open_since', time)
        .addColumn('probe_at', time)
        .addColumn('paused_at', time)
        .addColumn('pause_reason', 'text')
        .addPrimaryKeyConstraint('provider_health_pk', ['provider_id', 'provider_account_id'])
        .execute()
      await db.schema
        .createTable('proceed_slots')
        .addColumn('merchant_id', 'text', (c) => c.notNull())
        .addColumn('slot', 'integer', (c) => c.notNull())
        .addColumn('free_at', time, (c) => c.notNull())
        .addPrimaryKeyConstraint('proceed_slots_pk', ['merchant_id', 'slot'])
        .execute()
    },
  }
}
