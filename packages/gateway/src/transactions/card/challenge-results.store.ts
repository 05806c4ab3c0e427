import type { Kysely } from 'kysely'

import type { Clock } from '@sluice/platform/kernel/clock'
import { Secret } from '@sluice/platform/kernel/secret'
import { deleteOld } from '@sluice/platform/database/delete-old'
import type { Sealer } from '@sluice/platform/secrets/sealer'

import type { ChallengeResult } from '../../three-ds/index.ts'
import type { TransactionTables } from '../transactions.tables.ts'

/** A challenge whose shopper has not come back, and whose result is not stored. */
export interface RunningChallenge extends RoundOfAttempt {
  readonly transactionId: string
  /** The id of the 3DS server in the configuration. */
  readonly serverId: string | null
  readonly threeDsServerTransId: string
}

/** Identifies a challenge. */
export interface RoundOfAttempt {
  readonly merchantId: string
  readonly attemptId: string
  /** 1 for the first challenge, 2 for the additional one. */
  readonly round: number
}

/** Stores the results of challenges that were read before the shopper returned. */
export interface ChallengeResults {
  /** Lists running challenges without a stored result, the longest-running first. */
  listRunning(nowMs: number, limit: number): Promise<readonly RunningChallenge[]>
  /** Stores a result, sealed, unless one is stored already. */
  keep(challenge: RunningChallenge, result: ChallengeResult): Promise<void>
  /** Returns the stored result of a challenge that has this 3DS server transaction id; null if there is none. */
  find(
    challenge: RoundOfAttempt & Pick<RunningChallenge, 'threeDsServerTransId'>,
  ): Promise<ChallengeResult | null>
  /** Deletes the results of challenges whose time has long been over. Returns how many. */
  deleteOld(): Promise<number>
}

/** A challenge lasts ten minutes, and a shopper returns within them. */
const KEPT_MS = 20 * 60_000

/** Names the use of a sealed result. */
export function challengeResultPurpose(merchantId: string, attemptId: string, round: number): string {
  return `challenge result/${merchantId}/${attemptId}/${round}`
}

export function createChallengeResults({
  db,
  sealer,
  clock,
}: {
  readonly db: Kysely<TransactionTables>
  readonly sealer: Pick<Sealer, 'open' | 'seal'>
  readonly clock: Clock
}): ChallengeResults {
  return {
    async listRunning(nowMs, limit) {
      const rows = await db
        .selectFrom('attempt_authentications as running')
        .leftJoin('challenge_results as known', (join) =>
          join
            .onRef('known.merchant_id', '=', 'running.merchant_id')
            .onRef('known.attempt_id', '=', 'running.attempt_id')
            .onRef('known.round', '=', 'running.challenge_round'),
        )
        // A provider that authenticates shoppers itself has the results of its challenges.
        .leftJoin('attempt_confirmations as confirmed', (join) =>
          join
            .onRef('confirmed.merchant_id', '=', 'running.merchant_id')
            .onRef('confirmed.attempt_id', '=', 'running.attempt_id'),
        )
        .select(['running.merchant_id', 'running.transaction_id', 'running.attempt_id'])
        .select(['running.challenge_round', 'running.three_ds_server', 'running.three_ds_server_trans_id'])
        .where('running.challenge_expires_at', '>', nowMs)
        .where('known.attempt_id', 'is', null)
        .where('confirmed.attempt_id', 'is', null)
        .orderBy('running.challenge_expires_at')
        .limit(limit)
        .execute()
      return rows.flatMap((row) =>
        row.three_ds_server_trans_id === null
          ? []
          : [
              {
                merchantId: row.merchant_id,
                transactionId: row.transaction_id,
                attemptId: row.attempt_id,
                round: row.challenge_round,
                serverId: row.three_ds_server,
                threeDsServerTransId: row.three_ds_server_trans_id,
              },
            ],
      )
    },

    async keep({ merchantId, transactionId, attemptId, round, threeDsServerTransId }, result) {
      const text = JSON.stringify({ threeDsServerTransId, result: withPlainValue(result) })
      const purpose = challengeResultPurpose(merchantId, attemptId, round)
      await db
        .insertInto('challenge_results')
        .values({
          merchant_id: merchantId,
          attempt_id: attemptId,
          round,
          transaction_id: transactionId,
          sealed_result: sealer.seal(purpose, Buffer.from(text, 'utf8')),
          created_at: clock.now(),
        })
        .onConflict((conflict) => conflict.columns(['merchant_id', 'attempt_id', 'round']).doNothing())
        .execute()
    },

    async find({ merchantId, attemptId, round, threeDsServerTransId }) {
      const row = await db
        .selectFrom('challenge_results')
        .select('sealed_result')
        .where('merchant_id', '=', merchantId)
        .where('attempt_id', '=', attemptId)
        .where('round', '=', round)
        .executeTakeFirst()
      if (row === undefined) return null
      const purpose = challengeResultPurpose(merchantId, attemptId, round)
      const kept = JSON.parse(sealer.open(purpose, row.sealed_result).toString('utf8')) as Kept
      return kept.threeDsServerTransId === threeDsServerTransId ? withSecretValue(kept.result) : null
    },

    deleteOld: () =>
      deleteOld(db, {
        table: 'challenge_results',
        key: ['merchant_id', 'attempt_id', 'round'],
        column: 'created_at',
        untilMs: clock.now() - KEPT_MS,
      }),
  }
}

type Completed = Extract<ChallengeResult, { readonly kind: 'completed' }>
type PlainResult =
  | (Omit<Completed, 'authenticationValue'> & { readonly authenticationValue: string | null })
  | Exclude<ChallengeResult, Completed>

interface Kept {
  readonly threeDsServerTransId: string
  readonly result: PlainResult
}

function withPlainValue(result: ChallengeResult): PlainResult {
  if (result.kind !== 'completed') return result
  return { ...result, authenticationValue: result.authenticationValue?.reveal() ?? null }
}

function withSecretValue(result: PlainResult): ChallengeResult {
  if (result.kind !== 'completed') return result
  const { authenticationValue } = result
  return {
    ...result,
    authenticationValue: authenticationValue === null ? null : new Secret(authenticationValue),
  }
}
