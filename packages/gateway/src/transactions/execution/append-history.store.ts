import type { Kysely, ExpressionBuilder } from 'kysely'

import { currentRequestId } from '../../platform/audit/audit-origin.ts'
import { addToCommit } from '../../platform/database/add-to-commit.ts'
import type { TransactionTables } from '../transactions.tables.ts'
import type { Cause } from './execution-records.ts'
import type { Transaction } from './transaction.ts'

export async function appendHistory(
  trx: Kysely<TransactionTables>,
  before: Transaction | null,
  after: Transaction,
  cause: Cause,
  nowMs: number,
): Promise<void> {
  const query = trx.insertInto('transaction_history').values((eb) => ({
    merchant_id: after.merchantId,
    transaction_id: after.id,
    seq: before === null ? 1 : nextSeq(eb, after),
    from_status: before?.status ?? null,
    to_status: after.status,
    processing_code: after.processingCode,
    cause,
    request_id: currentRequestId(),
    created_at: nowMs,
  }))
  await addToCommit(trx, query)
}

/** The row of the transaction is locked, so that no other commit counts at the same time. */
function nextSeq(
  eb: ExpressionBuilder<TransactionTables, 'transaction_history'>,
  { merchantId, id }: Transaction,
) {
  return eb
    .selectFrom('transaction_history')
    .select((one) => one(one.fn.coalesce(one.fn.max('seq'), one.lit(0)), '+', 1).as('seq'))
    .where('merchant_id', '=', merchantId)
    .where('transaction_id', '=', id)
}
