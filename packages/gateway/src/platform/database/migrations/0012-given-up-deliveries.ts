import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Sending again whatever was given up must not read all that was delivered. */
export function givenUpDeliveries(): Migration {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createIndex('webhook_deliveries_given_up')
        .on('webhook_deliveries')
        .columns(['merchant_id', 'created_at', 'id'])
        .where(sql<boolean>`status in ('FAILED', 'CANCELED')`)
        .execute()
    },
  }
}
