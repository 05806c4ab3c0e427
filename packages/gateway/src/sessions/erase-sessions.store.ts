import { addToCommit } from '@sluice/platform/database/add-to-commit'
import { type Connection, withTables } from '@sluice/platform/database/connection'

import type { SessionTables } from './sessions.tables.ts'

/**
 * Cancels the sessions in which a customer has not paid yet, because an erased customer can neither pay nor save a
 * card.
 */
export async function cancelSessionsOf(
  trx: Connection,
  merchantId: string,
  customerId: string,
  nowMs: number,
): Promise<void> {
  await withTables<SessionTables>(trx)
    .updateTable('sessions')
    .set({ status: 'CANCELED', processing_code: '1003', updated_at: nowMs })
    .where('merchant_id', '=', merchantId)
    // The condition of the index.
    .where('customer_id', 'is not', null)
    .where('customer_id', '=', customerId)
    .where('status', '=', 'CREATED')
    .execute()
}

/** Erases personal data in all sessions of a customer; the id stays. */
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

/** Erases personal data in sessions that were created before a time, oldest first. Returns their number. */
export async function eraseSessionsBefore(trx: Connection, beforeMs: number, limit: number): Promise<number> {
  const db = withTables<SessionTables>(trx)
  const rows = await db
    .selectFrom('sessions')
    .select(['merchant_id', 'id_hash'])
    // The condition of the index.
    .where('customer', 'is not', null)
    .where('created_at', '<', beforeMs)
    .orderBy('created_at')
    .limit(limit)
    .execute()
  for (const { merchant_id: merchantId, id_hash: idHash } of rows) {
    const update = db
      .updateTable('sessions')
      .set({ customer: null })
      .where('merchant_id', '=', merchantId)
      .where('id_hash', '=', idHash)
    await addToCommit(trx, update)
  }
  return rows.length
}
