import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

import type { Dialect } from '@sluice/platform/database/dialect'
import { addIndex, type IndexMigration } from '@sluice/platform/database/index-migration'

/** Adds the payment link of a transaction. Earlier transactions had none. */
export function rememberPaymentLinks(): Migration {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema.alterTable('transactions').addColumn('payment_link_id', 'text').execute()
    },
  }
}

/** The index that finds the transactions of a payment link. */
export const indexPaymentLinks = (dialect: Dialect): IndexMigration =>
  addIndex(dialect, {
    name: 'transactions_payment_link',
    table: 'transactions',
    on: '(merchant_id, payment_link_id, id) where payment_link_id is not null',
  })
