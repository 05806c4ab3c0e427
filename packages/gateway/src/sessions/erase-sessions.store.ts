import { type Connection, withTables } from '../platform/database/connection.ts'
import type { SessionTables } from './sessions.tables.ts'

/** Takes out of all sessions of a customer what names the customer; the id stays. */
export async function eraseSessionsOf(
  trx: Connection,
  merchantId: string,
  customerId: string,
): Promise<void> {
  await withTables<SessionTables>(trx)
    .updateTable('sessions')
    .set({ customer: JSON.stringify({ id: customerId }) })
    .where('merchant_id', '=', merchantId)
    // The condition of the index.
    .where('customer_id', 'is not', null)
    .where('customer_id', '=', customerId)
    .execute()
}
