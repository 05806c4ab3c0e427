import type { Kysely } from 'kysely'

import type { Clock } from '@sluice/platform/kernel/clock'
import type { Transact } from '@sluice/platform/database/transact'

import type { TransactionTables } from '../transactions.tables.ts'
import type { LostCall } from '../execution/execution-records.ts'
import type { ProviderReports } from './provider-reports.ts'

/** The alerts LOST_ANSWER: calls that are undone because their answer was lost. */
export function createLostAnswers({
  db,
  transact,
  clock,
}: {
  readonly db: Kysely<TransactionTables>
  readonly transact: Transact<TransactionTables>
  readonly clock: Clock
}): Pick<ProviderReports, 'isUndoUnderWay' | 'recordApproval' | 'resumeUndo'> {
  return {
    async isUndoUnderWay(attempt) {
      const row = await selectAlert(db, attempt)
        .where('reversed_at', 'is', null)
        .where((eb) => eb.or([eb('reversal_due_at', 'is not', null), eb('reversal_key', 'is not', null)]))
        .executeTakeFirst()
      return row !== undefined
    },

    recordApproval: (attempt, source) =>
      transact(async (trx) => {
        const row = await selectAlert(trx, attempt).executeTakeFirst()
        if (row === undefined) return false
        const detail = { ...(JSON.parse(row.detail) as object), approval_reported: source }
        await updateAlert(trx, attempt)
          .set({ detail: JSON.stringify(detail) })
          .execute()
        return true
      }),

    async resumeUndo(attempt) {
      await updateAlert(db, attempt)
        .set({ reversal_due_at: clock.now() })
        .where('reversed_at', 'is', null)
        .where('reversal_due_at', 'is', null)
        .execute()
    },
  }
}

function selectAlert(db: Kysely<TransactionTables>, { merchantId, transactionId, attemptId }: LostCall) {
  return db
    .selectFrom('reconciliation_alerts')
    .select('detail')
    .where('merchant_id', '=', merchantId)
    .where('transaction_id', '=', transactionId)
    .where('attempt_id', '=', attemptId)
    .where('kind', '=', 'LOST_ANSWER')
}

function updateAlert(db: Kysely<TransactionTables>, { merchantId, transactionId, attemptId }: LostCall) {
  return db
    .updateTable('reconciliation_alerts')
    .where('merchant_id', '=', merchantId)
    .where('transaction_id', '=', transactionId)
    .where('attempt_id', '=', attemptId)
    .where('kind', '=', 'LOST_ANSWER')
}
