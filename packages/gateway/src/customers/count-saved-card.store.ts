import { type Connection, withTables } from '@sluice/platform/database/connection'

import type { CustomerTables } from './customers.tables.ts'

/**
 * Counts a card that is being saved for a customer. The update locks the customer, so that of two payments that save
 * the same card at once, the second sees the first one's.
 */
export async function countSavedCard(trx: Connection, merchantId: string, customerId: string): Promise<void> {
  await withTables<CustomerTables>(trx)
    .updateTable('customers')
    .set(({ eb }) => ({ saved_cards: eb('saved_cards', '+', 1) }))
    .where('merchant_id', '=', merchantId)
    .where('id', '=', customerId)
    .execute()
}
