import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What is looked for every second, and what is removed with its merchant, must not take longer as tables grow. */
export function dueWorkIndexes(): Migration {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createIndex('continuations_leases')
        .on('continuations')
        .column('lease_until')
        .where(sql.ref('lease_until'), 'is not', null)
        .execute()
      await db.schema.createIndex('client_keys_merchant').on('client_keys').column('merchant_id').execute()
      await db.schema
        .createIndex('provider_orders_merchant')
        .on('provider_orders')
        .column('merchant_id')
        .execute()
    },
  }
}
