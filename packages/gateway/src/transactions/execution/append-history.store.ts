import type { ExpressionBuilder, Insertable, Kysely } from 'kysely'

import { currentRequestId } from '@sluice/platform/audit/audit-origin'
import { addToCommit } from '@sluice/platform/database/add-to-commit'
import { type Parameters, prepareWrite } from '@sluice/platform/database/prepare-write'

import type { TransactionHistoryTable, TransactionTables } from '../transactions.tables.ts'
import type { Cause } from './execution-records.ts'
import type { Transaction } from './transaction.ts'

export async function appendHistory(
  trx: Kysely<TransactionTables>,
  before: Transaction | null,
  after: Transaction,
  cause: Cause,
  nowMs: number,
): Promise<void> {
  const row = {
    merchant_id: after.merchantId,
    transaction_id: after.id,
    from_status: before?.status ?? null,
    to_status: after.status,
    processing_code: after.processingCode,
    cause,
    request_id: currentRequestId(),
    created_at: nowMs,
  }
  await addToCommit(trx, before === null ? insertFirst(trx, row) : insertNext(trx, row))
}

type NewEntry = Omit<Insertable<TransactionHistoryTable>, 'seq'>

const insertFirst = prepareWrite<TransactionTables, NewEntry>((db, row) =>
  db.insertInto('transaction_history').values({ ...row, seq: 1 }),
)

const insertNext = prepareWrite<TransactionTables, NewEntry>((db, row) =>
  db.insertInto('transaction_history').values((eb) => ({ ...row, seq: nextSeq(eb, row) })),
)

/** The row of the transaction is locked, so that no other commit counts at the same time. */
function nextSeq(
  eb: ExpressionBuilder<TransactionTables, 'transaction_history'>,
  entry: Parameters<NewEntry>,
) {
  return eb
    .selectFrom('transaction_history')
    .select((one) => one(one.fn.coalesce(one.fn.max('seq'), one.lit(0)), '+', 1).as('seq'))
    .where('merchant_id', '=', entry.merchant_id)
    .where('transaction_id', '=', entry.transaction_id)
}
