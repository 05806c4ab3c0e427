import { type Kysely, sql } from 'kysely'

import { claimDue } from '@sluice/platform/database/claim-due'
import type { Dialect } from '@sluice/platform/database/dialect'

import type { TransactionTables } from '../transactions.tables.ts'
import {
  ASKED_STEPS,
  type Execution,
  PERSON_STEPS,
  QUESTION_PAUSE_MS,
  type TransactionStore,
} from './execution-records.ts'
import { findAllOpen } from './find-open.store.ts'

/** Attempts in other states have no request that waits for an answer. */
const IS_ASKED = sql<boolean>`status <> 'ENDED'`

/** Finds payments that a process left unfinished, and claims those that need a status query to a provider. */
export function createRecoveryStore(
  db: Kysely<TransactionTables>,
  dialect: Dialect,
): Pick<
  TransactionStore,
  'listAbandoned' | 'listOverdue' | 'listUnsettledProviders' | 'claimDueQueries' | 'claimQuestion'
> {
  return {
    async listAbandoned(nowMs, limit) {
      const rows = await db
        .selectFrom('continuations')
        .select(['merchant_id', 'transaction_id'])
        .where('step', '=', 'WORKING')
        .where('lease_until', '<=', nowMs)
        .limit(limit)
        .execute()
      const open = await findAllOpen(db, rows)
      return open.filter((execution) => isAbandoned(execution, nowMs))
    },

    async listOverdue(nowMs, limit) {
      const waiting = await db
        .selectFrom('continuations')
        .select(['merchant_id', 'transaction_id'])
        // This repeats the condition of the index literally: SQLite does not infer that one condition implies the other.
        .where('step', '<>', sql.lit('DONE'))
        .where('step', 'in', PERSON_STEPS)
        .where('expires_at', '<=', nowMs)
        .limit(limit)
        .execute()
      const atTheBank = await db
        .selectFrom('attempt_authentications as authentication')
        // A continuation has one attempt, which is found by the continuation's key.
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
      return open.filter((execution) => isOverdue(execution, nowMs))
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

    async claimDueQueries(claim, providerId) {
      const claimed = await claimDue(db, dialect, {
        table: 'attempts',
        key: ['merchant_id', 'id'],
        column: 'due_at',
        takenAt: 'asked_at',
        where: providerId === undefined ? IS_ASKED : sql`${IS_ASKED} and provider_id = ${providerId}`,
        ...claim,
      })
      const open = await findAllOpen(db, claimed)
      return open.filter(({ pendingAuthentication: { step } }) => ASKED_STEPS.some((asked) => asked === step))
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
  }
}

// Movements are found first and read afterwards, and another process may move them in between. The result contains only
// executions that still matched when they were read. From then on the step number detects changes.

function isAbandoned({ pendingAuthentication: { step, leaseUntilMs } }: Execution, nowMs: number): boolean {
  return step === 'WORKING' && leaseUntilMs !== null && leaseUntilMs <= nowMs
}

function isOverdue(
  { pendingAuthentication: { step, expiresAtMs }, attempt }: Execution,
  nowMs: number,
): boolean {
  const challengeExpiresAtMs = attempt.authentication?.challengeExpiresAtMs ?? null
  const isLateAtTheBank =
    step === 'CHALLENGE' && challengeExpiresAtMs !== null && challengeExpiresAtMs <= nowMs
  return isLateAtTheBank || (PERSON_STEPS.some((waits) => waits === step) && expiresAtMs <= nowMs)
}
