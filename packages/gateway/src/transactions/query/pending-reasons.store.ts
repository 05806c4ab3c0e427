import type { Kysely } from 'kysely'

import type { AttemptStatus } from '../execution/attempt.ts'
import type { FlowStep } from '../execution/execution-records.ts'
import type { TransactionTables } from '../transactions.tables.ts'
import { findPendingReason, type ListPendingReasons } from './pending-reason.ts'

/** Reads the open step and the calls of pending payments by their keys. */
export function createListPendingReasons(db: Kysely<TransactionTables>): ListPendingReasons {
  return async (merchantId, ids) => {
    if (ids.length === 0) return new Map()
    const rows = await db
      .selectFrom('transactions')
      .leftJoin('continuations', (join) =>
        join
          .onRef('continuations.merchant_id', '=', 'transactions.merchant_id')
          .onRef('continuations.transaction_id', '=', 'transactions.id'),
      )
      .leftJoin('attempts', (join) =>
        join
          .onRef('attempts.merchant_id', '=', 'transactions.merchant_id')
          .onRef('attempts.transaction_id', '=', 'transactions.id'),
      )
      .select(['transactions.id', 'continuations.step', 'attempts.status', 'attempts.number'])
      .where('transactions.merchant_id', '=', merchantId)
      .where('transactions.id', 'in', ids)
      .where('transactions.status', '=', 'PENDING')
      .execute()
    // Only the last attempt of each payment counts.
    const byNumber = rows.toSorted((left, right) => (left.number ?? 0) - (right.number ?? 0))
    return new Map(
      byNumber.map(({ id, step, status }) => [
        id,
        findPendingReason(step as FlowStep | null, status as AttemptStatus | null),
      ]),
    )
  }
}
