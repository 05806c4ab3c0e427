import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

import { columnTypes, type Dialect } from '@sluice/platform/database/dialect'

/**
 * Makes 3DS server transaction ids unique across all merchants. A unique index on `attempt_authentications` would prevent
 * partitioning that table by merchant.
 */
export function createThreeDsIds(dialect: Dialect): Migration {
  const { time } = columnTypes(dialect)
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('three_ds_ids')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('merchant_id', 'text', (c) => c.notNull())
        .addColumn('transaction_id', 'text', (c) => c.notNull())
        .addColumn('attempt_id', 'text', (c) => c.notNull())
        .addColumn('created_at', time, (c) => c.notNull())
        .execute()
      await db.schema
        .createIndex('three_ds_ids_merchant')
        .on('three_ds_ids')
        .columns(['merchant_id', 'transaction_id'])
        .execute()
      await sql`insert into three_ds_ids (id, merchant_id, transaction_id, attempt_id, created_at)
        select three_ds_server_trans_id, merchant_id, transaction_id, attempt_id, updated_at
        from attempt_authentications where three_ds_server_trans_id is not null
        on conflict do nothing`.execute(db)
    },
  }
}
