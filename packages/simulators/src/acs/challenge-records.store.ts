import type {
  CardBrand,
  ChallengeCancelReason,
  SimulatedCresForm,
  SimulatedFlow,
  TransStatus,
  TransStatusReason,
} from '@sluice/types/vocabulary'
import type { Kysely, Selectable } from 'kysely'

import type {
  SimulatedChallengeRoundTable,
  SimulatedChallengeTable,
  SimulatorTables,
} from '../simulator.tables.ts'
import type { ChallengeRecord, ChallengeRecords, ChallengeRound, RoundResult } from './challenge-records.ts'

/** Stores challenges and their rounds in the database. */
export function createChallengeRecordsStore(db: Kysely<SimulatorTables>): ChallengeRecords {
  const selectRecord = (threeDsServerTransId: string) =>
    db
      .selectFrom('simulated_challenges')
      .selectAll()
      .where('three_ds_server_trans_id', '=', threeDsServerTransId)

  async function readRound(threeDsServerTransId: string, round: number): Promise<ChallengeRound> {
    const row = await db
      .selectFrom('simulated_challenge_rounds')
      .selectAll()
      .where('three_ds_server_trans_id', '=', threeDsServerTransId)
      .where('round', '=', round)
      .executeTakeFirstOrThrow()
    return toRound(row)
  }

  return {
    async find(threeDsServerTransId: string): Promise<ChallengeRecord | null> {
      const row = await selectRecord(threeDsServerTransId).executeTakeFirst()
      return row ? toRecord(row) : null
    },

    async add(record: ChallengeRecord): Promise<ChallengeRecord> {
      const written = await db
        .insertInto('simulated_challenges')
        .values({
          three_ds_server_trans_id: record.threeDsServerTransId,
          merchant_id: record.merchantId,
          acs_trans_id: record.acsTransId,
          ds_trans_id: record.dsTransId,
          message_version: record.messageVersion,
          flow: record.flow,
          cres_form: record.cresForm,
          brand: record.brand,
          card_last4: record.cardLast4,
          merchant_name: record.merchantName,
          amount: record.amountMinor,
          currency: record.currency,
          notification_url: record.notificationUrl,
          return_url: record.returnUrl,
          language: record.language,
          created_at: record.createdAtMs,
        })
        // An AReq that is repeated after a crash names another notification URL, because the first one was never
        // stored.
        .onConflict((conflict) =>
          conflict
            .column('three_ds_server_trans_id')
            .doUpdateSet({ notification_url: record.notificationUrl, return_url: record.returnUrl }),
        )
        .returningAll()
        .executeTakeFirstOrThrow()
      return toRecord(written)
    },

    async listRounds(threeDsServerTransId: string): Promise<readonly ChallengeRound[]> {
      const rows = await db
        .selectFrom('simulated_challenge_rounds')
        .selectAll()
        .where('three_ds_server_trans_id', '=', threeDsServerTransId)
        .orderBy('round')
        .execute()
      return rows.map(toRound)
    },

    async openRound(threeDsServerTransId: string, round: number, nowMs: number): Promise<void> {
      await db
        .insertInto('simulated_challenge_rounds')
        .values({
          three_ds_server_trans_id: threeDsServerTransId,
          round,
          wrong_passwords: 0,
          opened_at: nowMs,
        })
        .onConflict((conflict) => conflict.columns(['three_ds_server_trans_id', 'round']).doNothing())
        .execute()
    },

    async countWrongPassword(
      threeDsServerTransId: string,
      round: number,
      wrongBefore: number,
    ): Promise<number> {
      await db
        .updateTable('simulated_challenge_rounds')
        .set({ wrong_passwords: wrongBefore + 1 })
        .where('three_ds_server_trans_id', '=', threeDsServerTransId)
        .where('round', '=', round)
        .where('wrong_passwords', '=', wrongBefore)
        .where('outcome', 'is', null)
        .execute()
      return (await readRound(threeDsServerTransId, round)).wrongPasswords
    },

    async endRound(
      threeDsServerTransId: string,
      round: number,
      result: RoundResult,
      nowMs: number,
    ): Promise<RoundResult> {
      const ended = await db
        .updateTable('simulated_challenge_rounds')
        .set({ ...fromResult(result), ended_at: nowMs })
        .where('three_ds_server_trans_id', '=', threeDsServerTransId)
        .where('round', '=', round)
        .where('outcome', 'is', null)
        .returning('round')
        .executeTakeFirst()
      if (ended) return result
      const { result: standing } = await readRound(threeDsServerTransId, round)
      if (!standing) throw new Error('a round that could not be ended has no result')
      return standing
    },
  }
}

function toRecord(row: Selectable<SimulatedChallengeTable>): ChallengeRecord {
  return {
    threeDsServerTransId: row.three_ds_server_trans_id,
    merchantId: row.merchant_id,
    acsTransId: row.acs_trans_id,
    dsTransId: row.ds_trans_id,
    messageVersion: row.message_version,
    flow: row.flow as SimulatedFlow,
    cresForm: row.cres_form as SimulatedCresForm,
    brand: row.brand as CardBrand,
    cardLast4: row.card_last4,
    merchantName: row.merchant_name,
    amountMinor: row.amount,
    currency: row.currency,
    notificationUrl: row.notification_url,
    returnUrl: row.return_url,
    language: row.language,
    createdAtMs: row.created_at,
  }
}

function toRound(row: Selectable<SimulatedChallengeRoundTable>): ChallengeRound {
  return { round: row.round, wrongPasswords: row.wrong_passwords, result: toResult(row) }
}

function toResult(row: Selectable<SimulatedChallengeRoundTable>): RoundResult | null {
  if (row.outcome === null) return null
  if (row.outcome === 'error') return { kind: 'error' }
  return {
    kind: 'completed',
    transStatus: row.trans_status as TransStatus,
    transStatusReason: row.trans_status_reason as TransStatusReason | null,
    challengeCancel: row.challenge_cancel as ChallengeCancelReason | null,
    authenticationValue: row.authentication_value,
  }
}

function fromResult(result: RoundResult) {
  if (result.kind === 'error') return { outcome: 'error' }
  return {
    outcome: 'completed',
    trans_status: result.transStatus,
    trans_status_reason: result.transStatusReason,
    challenge_cancel: result.challengeCancel,
    authentication_value: result.authenticationValue,
  }
}
