import { isFinalStatus } from '@sluice/types/vocabulary'
import { uuidFloor } from '@sluice/platform/kernel/random'
import { type Connection, withTables } from '@sluice/platform/database/connection'

import type { TransactionTables } from '../transactions.tables.ts'

/**
 * The next of a merchant's transactions that were made before a time and have ended, oldest first. One that has not ended
 * holds up those after it: people are still at work on it.
 */
export async function listNextOld(
  trx: Connection,
  merchantId: string,
  { beforeMs, limit }: { readonly beforeMs: number; readonly limit: number },
): Promise<readonly string[]> {
  const db = withTables<TransactionTables>(trx)
  const mark = await db
    .selectFrom('retention_marks')
    .select('transaction_id')
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst()
  const rows = await db
    .selectFrom('transactions')
    .select(['id', 'status'])
    .where('merchant_id', '=', merchantId)
    .where('id', '>', mark?.transaction_id ?? '')
    // Ids begin with their time.
    .where('id', '<', uuidFloor(beforeMs))
    .orderBy('id')
    .limit(limit)
    .execute()
  const open = rows.findIndex(({ status }) => !isFinalStatus(status))
  return rows.slice(0, open === -1 ? rows.length : open).map(({ id }) => id)
}

/** Records that nothing personal is left in a merchant's transactions up to this one. */
export async function markErased(trx: Connection, merchantId: string, transactionId: string): Promise<void> {
  await withTables<TransactionTables>(trx)
    .insertInto('retention_marks')
    .values({ merchant_id: merchantId, transaction_id: transactionId })
    .onConflict((conflict) => conflict.column('merchant_id').doUpdateSet({ transaction_id: transactionId }))
    .execute()
}
