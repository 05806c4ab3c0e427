import type { Kysely } from 'kysely'

import { LIMITS } from '@sluice/types/vocabulary'
import type { Clock } from '@sluice/platform/kernel/clock'
import { deleteOld } from '@sluice/platform/database/delete-old'
import type { Dialect } from '@sluice/platform/database/dialect'
import type { Transact } from '@sluice/platform/database/transact'

import { UsedElsewhere } from '../../payment-methods/index.ts'
import type { TransactionTables } from '../transactions.tables.ts'
import { applyChange, applySubmission } from './commit-change.store.ts'
import { threeDsOf } from './attempt.ts'
import type { CommitPorts, OpeningRefusal } from './commit-ports.ts'
import { insertOpening } from './open-execution.store.ts'
import { DeclinedByRisk, OpeningRefused, ConcurrentUpdateError } from './opening-refused.ts'
import type { TransactionStore } from './execution-records.ts'
import { createExecutionLookup } from './find-executions.store.ts'
import { createRecoveryStore } from './recovery.store.ts'

export interface TransactionStoreOptions extends CommitPorts {
  readonly db: Kysely<TransactionTables>
  readonly dialect: Dialect
  /** Runs work in one database transaction. */
  readonly transact: Transact<TransactionTables>
  readonly clock: Clock
}

/** How long a browser's late and repeated posts still find their outcome. */
const RESUME_TOKEN_LIFETIME_MS = LIMITS.CONTINUATION_LOOKUP_DAYS * 86_400_000

export function createTransactionStore({
  db,
  dialect,
  transact,
  clock,
  ...ports
}: TransactionStoreOptions): TransactionStore {
  const readRefusal = async (error: unknown): Promise<OpeningRefusal> => {
    if (error instanceof OpeningRefused) return error.refusal
    if (error instanceof UsedElsewhere) return ports.oneTimeUses.findRefusal(error)
    throw error
  }

  return {
    ...createExecutionLookup(db),
    ...createRecoveryStore(db, dialect),

    async open(opening) {
      try {
        return await transact((trx) => insertOpening(trx, opening, ports, clock.now()))
      } catch (error) {
        return readRefusal(error)
      }
    },

    async commit(change) {
      try {
        return await transact((trx) => applyChange(trx, change, ports, clock.now()))
      } catch (error) {
        if (error instanceof ConcurrentUpdateError) return null
        throw error
      }
    },

    async submit(change, submission) {
      try {
        return await transact((trx) => applySubmission(trx, change, submission, ports, clock.now()))
      } catch (error) {
        // Another tab was faster; the shopper follows the session.
        if (error instanceof ConcurrentUpdateError) return { kind: 'session_busy', status: 'PENDING' }
        if (error instanceof DeclinedByRisk) return error.verdict
        return readRefusal(error)
      }
    },

    correctableUntil: async (transaction) =>
      transaction.sessionHash === null
        ? null
        : ports.sessionWrites.takesMoreUntil(db, transaction, transaction.sessionHash),

    async recordChallengeResponse(attempt, nowMs) {
      await db
        .updateTable('attempt_authentications')
        .set({ cres_received_at: nowMs })
        .where('merchant_id', '=', attempt.merchantId)
        .where('transaction_id', '=', attempt.transactionId)
        .where('attempt_id', '=', attempt.id)
        .where('challenge_round', '=', threeDsOf(attempt).round)
        .where('cres_received_at', 'is', null)
        .execute()
    },

    purgeResumeTokens: (nowMs) =>
      deleteOld(db, {
        table: 'continuation_handles',
        key: ['lookup'],
        column: 'created_at',
        untilMs: nowMs - RESUME_TOKEN_LIFETIME_MS,
      }),
  }
}
