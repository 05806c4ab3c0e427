import type { Kysely } from 'kysely'

import { isFinalStatus } from '@sluice/types/vocabulary'

import type { TransactionTables } from '../transactions.tables.ts'
import type { Movement } from './execution-records.ts'
import { fromAttemptRow, fromContinuationRow, selectAttempts } from './movement-rows.store.ts'
import { fromTransactionRow } from './transaction-rows.store.ts'

export async function findOpen(
  db: Kysely<TransactionTables>,
  merchantId: string,
  transactionId: string,
): Promise<Movement | null> {
  const continuation = await db
    .selectFrom('continuations')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('transaction_id', '=', transactionId)
    .where('step', '<>', 'DONE')
    .executeTakeFirst()
  if (!continuation) return null
  const attempt = await selectAttempts(db)
    .where('attempts.merchant_id', '=', merchantId)
    .where('attempts.id', '=', continuation.attempt_id)
    .executeTakeFirst()
  const row = await db
    .selectFrom('transactions')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('id', '=', transactionId)
    .executeTakeFirst()
  // Removed while we read.
  if (!attempt || !row) return null
  const transaction = fromTransactionRow(row)
  // Ended while we read. All that moved meanwhile is newer than the continuation, and no commit from that succeeds.
  if (isFinalStatus(transaction.status)) return null
  return {
    transaction,
    attempt: fromAttemptRow(attempt),
    continuation: fromContinuationRow(continuation),
  }
}

export async function findAllOpen(
  db: Kysely<TransactionTables>,
  keys: readonly { readonly merchant_id: string; readonly transaction_id: string }[],
): Promise<readonly Movement[]> {
  const found = await Promise.all(keys.map((key) => findOpen(db, key.merchant_id, key.transaction_id)))
  return found.filter((open) => open !== null)
}
