import { type Kysely, sql } from 'kysely'

import { LIMITS } from '@sluice/types/vocabulary'
import type { Clock } from '@sluice/platform/kernel/clock'
import { claimDue } from '@sluice/platform/database/claim-due'
import { deleteOld } from '@sluice/platform/database/delete-old'
import type { Dialect } from '@sluice/platform/database/dialect'
import type { Transact } from '@sluice/platform/database/transact'

import { UsedElsewhere } from '../../payment-methods/index.ts'
import type { TransactionTables } from '../transactions.tables.ts'
import { applyChange, applySubmission } from './commit-change.store.ts'
import { threeDsOf } from './attempt.ts'
import type { CommitPorts, OpeningRefusal } from './commit-ports.ts'
import { findAllOpen, findOpen } from './find-open.store.ts'
import { insertOpening } from './open-movement.store.ts'
import { HeldBack, OpeningRefused, Overtaken } from './opening-refused.ts'
import {
  ASKED_STEPS,
  type Movement,
  PERSON_STEPS,
  QUESTION_PAUSE_MS,
  type TransactionStore,
} from './execution-records.ts'
import { fromHandleRow } from './movement-rows.store.ts'
import { fromTransactionRow } from './transaction-rows.store.ts'

export interface TransactionStoreOptions extends CommitPorts {
  readonly db: Kysely<TransactionTables>
  readonly dialect: Dialect
  /** Runs work in one database transaction. */
  readonly transact: Transact<TransactionTables>
  readonly clock: Clock
}

/** How long late and repeated posts of a browser still find their outcome. */
const HANDLE_LIFETIME_MS = LIMITS.CONTINUATION_LOOKUP_DAYS * 86_400_000

/** Far below the number of parameters that either database takes. */
const IDS_PER_QUERY = 500

/** At other attempts no request waits for an answer. */
const IS_ASKED = sql<boolean>`status <> 'ENDED'`

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
        if (error instanceof Overtaken) return null
        throw error
      }
    },

    async submit(change, submission) {
      try {
        return await transact((trx) => applySubmission(trx, change, submission, ports, clock.now()))
      } catch (error) {
        // Another tab was faster; the shopper follows the session.
        if (error instanceof Overtaken) return { kind: 'session_busy', status: 'PENDING' }
        if (error instanceof HeldBack) return error.verdict
        return readRefusal(error)
      }
    },

    correctableUntil: async (transaction) =>
      transaction.sessionHash === null
        ? null
        : ports.sessionCommits.takesMoreUntil(db, transaction, transaction.sessionHash),

    async noteChallengeResponse(attempt, nowMs) {
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

    async find(merchantId, transactionId) {
      const row = await db
        .selectFrom('transactions')
        .selectAll()
        .where('merchant_id', '=', merchantId)
        .where('id', '=', transactionId)
        .executeTakeFirst()
      return row ? fromTransactionRow(row) : null
    },

    findOpen: (merchantId, transactionId) => findOpen(db, merchantId, transactionId),

    async findHandle(lookup) {
      const row = await db
        .selectFrom('continuation_handles')
        .selectAll()
        .where('lookup', '=', lookup)
        .executeTakeFirst()
      return row ? fromHandleRow(row) : null
    },

    async findAuthentication(merchantId, transactionId, threeDsServerTransId) {
      const row = await db
        .selectFrom('attempt_authentications')
        .select('attempt_id')
        .where('merchant_id', '=', merchantId)
        .where('transaction_id', '=', transactionId)
        .where('three_ds_server_trans_id', '=', threeDsServerTransId)
        .executeTakeFirst()
      return row?.attempt_id ?? null
    },

    async findServerTransId(merchantId, transactionId, attemptId) {
      const row = await db
        .selectFrom('attempt_authentications')
        .select('three_ds_server_trans_id')
        .where('merchant_id', '=', merchantId)
        .where('transaction_id', '=', transactionId)
        .where('attempt_id', '=', attemptId)
        .executeTakeFirst()
      return row?.three_ds_server_trans_id ?? null
    },

    async listWithCard(transactionIds) {
      const found: { transactionId: string; attemptId: string }[] = []
      for (let at = 0; at < transactionIds.length; at += IDS_PER_QUERY) {
        const rows = await db
          .selectFrom('continuations')
          .select(['transaction_id', 'attempt_id'])
          // The condition of the index, as below.
          .where('step', '<>', sql.lit('DONE'))
          .where('transaction_id', 'in', transactionIds.slice(at, at + IDS_PER_QUERY))
          .where('sealed_card', 'is not', null)
          .execute()
        for (const row of rows) found.push({ transactionId: row.transaction_id, attemptId: row.attempt_id })
      }
      return found
    },

    async listAbandoned(nowMs, limit) {
      const rows = await db
        .selectFrom('continuations')
        .select(['merchant_id', 'transaction_id'])
        .where('step', '=', 'WORKING')
        .where('lease_until', '<=', nowMs)
        .limit(limit)
        .execute()
      const open = await findAllOpen(db, rows)
      return open.filter((movement) => isAbandoned(movement, nowMs))
    },

    async listOverdue(nowMs, limit) {
      const waiting = await db
        .selectFrom('continuations')
        .select(['merchant_id', 'transaction_id'])
        // The condition of the index, word for word: SQLite does not find out by itself that one implies the other.
        .where('step', '<>', sql.lit('DONE'))
        .where('step', 'in', PERSON_STEPS)
        .where('expires_at', '<=', nowMs)
        .limit(limit)
        .execute()
      const atTheBank = await db
        .selectFrom('attempt_authentications as authentication')
        // A continuation, found by its own key, is at one attempt.
        .innerJoin('continuations', (join) =>
          join
            .onRef('continuations.merchant_id', '=', 'authentication.merchant_id')
            .onRef('continuations.transaction_id', '=', 'authentication.transaction_id')
            .onRef('continuations.attempt_id', '=', 'authentication.attempt_id'),
        )
        .select(['continuations.merchant_id', 'continuations.transaction_id'])
        .where('authentication.challenge_expires_at', '<=', nowMs)
        .where('continuations.step', '=', 'CHALLENGE')
        .limit(limit)
        .execute()
      const overdue = new Map([...waiting, ...atTheBank].map((row) => [row.transaction_id, row]))
      const open = await findAllOpen(db, [...overdue.values()])
      return open.filter((movement) => isOverdue(movement, nowMs))
    },

    async listUnsettledProviders(nowMs) {
      const rows = await db
        .selectFrom('attempts')
        .select('provider_id')
        .distinct()
        .where('due_at', '<=', nowMs)
        .where(IS_ASKED)
        .execute()
      return rows.map(({ provider_id }) => provider_id)
    },

    async claimUnsettled(claim, providerId) {
      const claimed = await claimDue(db, dialect, {
        table: 'attempts',
        key: ['merchant_id', 'id'],
        column: 'due_at',
        takenAt: 'asked_at',
        where: providerId === undefined ? IS_ASKED : sql`${IS_ASKED} and provider_id = ${providerId}`,
        ...claim,
      })
      const open = await findAllOpen(db, claimed)
      return open.filter(({ continuation: { step } }) => ASKED_STEPS.some((asked) => asked === step))
    },

    async claimQuestion({ merchantId, id }, nowMs) {
      const { numUpdatedRows } = await db
        .updateTable('attempts')
        .set({ asked_at: nowMs })
        .where('merchant_id', '=', merchantId)
        .where('id', '=', id)
        .where((eb) => eb.or([eb('asked_at', 'is', null), eb('asked_at', '<=', nowMs - QUESTION_PAUSE_MS)]))
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    purgeHandles: (nowMs) =>
      deleteOld(db, {
        table: 'continuation_handles',
        key: ['lookup'],
        column: 'created_at',
        untilMs: nowMs - HANDLE_LIFETIME_MS,
      }),
  }
}

// Movements are found first and read afterwards, and another process may have moved them in between: what is given is
// what was asked for when it was read. From then on the step number guards it.

function isAbandoned({ continuation: { step, leaseUntilMs } }: Movement, nowMs: number): boolean {
  return step === 'WORKING' && leaseUntilMs !== null && leaseUntilMs <= nowMs
}

function isOverdue({ continuation: { step, expiresAtMs }, attempt }: Movement, nowMs: number): boolean {
  const challengeExpiresAtMs = attempt.authentication?.challengeExpiresAtMs ?? null
  const isLateAtTheBank =
    step === 'CHALLENGE' && challengeExpiresAtMs !== null && challengeExpiresAtMs <= nowMs
  return isLateAtTheBank || (PERSON_STEPS.some((waits) => waits === step) && expiresAtMs <= nowMs)
}
