import type { Kysely } from 'kysely'

import { DatabaseBusyError } from '@sluice/platform/database/database-errors'

import type { TransactionTables } from '../transactions.tables.ts'
import type { Execution } from './execution-records.ts'
import { fromAttemptRow, fromPendingAuthenticationRow, selectAttempts } from './execution-rows.store.ts'
import { fromTransactionRow } from './transaction-rows.store.ts'

/** Far above the number of changes that other workers can make while three rows are read. */
const READS_MAX = 10

/**
 * Finds an execution as one commit left it, or null if it has ended.
 *
 * @throws {@link DatabaseBusyError} When it changes during each of {@link READS_MAX} reads: callers must not mistake
 *   that for the end.
 */
export async function findOpen(
  db: Kysely<TransactionTables>,
  merchantId: string,
  transactionId: string,
): Promise<Execution | null> {
  const found = await readOpen(db, merchantId, transactionId)
  if (found === 'CHANGING')
    throw new DatabaseBusyError(`transaction ${transactionId} changed during every read`)
  return found
}

async function readOpen(
  db: Kysely<TransactionTables>,
  merchantId: string,
  transactionId: string,
): Promise<Execution | 'CHANGING' | null> {
  for (let reads = 0; reads < READS_MAX; reads += 1) {
    const pendingAuthentication = await db
      .selectFrom('continuations')
      .selectAll()
      .where('merchant_id', '=', merchantId)
      .where('transaction_id', '=', transactionId)
      .where('step', '<>', 'DONE')
      .executeTakeFirst()
    if (!pendingAuthentication) return null
    // Each of the two rows is read only if the pending authentication is still at the same step, so that all three
    // are from one commit.
    const attempt = await selectAttempts(db)
      .innerJoin('continuations as held', (join) =>
        join
          .onRef('held.merchant_id', '=', 'attempts.merchant_id')
          .onRef('held.transaction_id', '=', 'attempts.transaction_id'),
      )
      .where('attempts.merchant_id', '=', merchantId)
      .where('attempts.id', '=', pendingAuthentication.attempt_id)
      .where('held.step_number', '=', pendingAuthentication.step_number)
      .executeTakeFirst()
    if (!attempt) continue
    const transaction = await db
      .selectFrom('transactions')
      .innerJoin('continuations as held', (join) =>
        join
          .onRef('held.merchant_id', '=', 'transactions.merchant_id')
          .onRef('held.transaction_id', '=', 'transactions.id'),
      )
      .selectAll('transactions')
      .where('transactions.merchant_id', '=', merchantId)
      .where('transactions.id', '=', transactionId)
      .where('held.step_number', '=', pendingAuthentication.step_number)
      .executeTakeFirst()
    if (!transaction) continue
    return {
      transaction: fromTransactionRow(transaction),
      attempt: fromAttemptRow(attempt),
      pendingAuthentication: fromPendingAuthenticationRow(pendingAuthentication),
    }
  }
  return 'CHANGING'
}

/** Finds open executions. One that keeps changing is left to the next round. */
export async function findAllOpen(
  db: Kysely<TransactionTables>,
  keys: readonly { readonly merchant_id: string; readonly transaction_id: string }[],
): Promise<readonly Execution[]> {
  const found = await Promise.all(keys.map((key) => readOpen(db, key.merchant_id, key.transaction_id)))
  return found.filter((open) => open !== null && open !== 'CHANGING')
}
