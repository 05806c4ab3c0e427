import { type Connection, withTables } from '../platform/database/connection.ts'
import type { RiskTables } from './risk.tables.ts'

/** Deletes what was counted of payments: by it one could tell which were made by one person. */
export async function forgetPayments(
  trx: Connection,
  merchantId: string,
  transactionIds: readonly string[],
): Promise<void> {
  await withTables<RiskTables>(trx)
    .deleteFrom('risk_events')
    .where('merchant_id', '=', merchantId)
    .where('transaction_id', 'in', transactionIds)
    .execute()
}
