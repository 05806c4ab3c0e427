import type { Kysely } from 'kysely'

import type { AlertKind } from '../execution/alert.ts'
import { fromAttemptRow, selectAttempts } from '../execution/execution-rows.store.ts'
import { fromTransactionRow } from '../execution/transaction-rows.store.ts'
import { fromRecordRow } from '../records/record-rows.store.ts'
import type { TransactionTables } from '../transactions.tables.ts'
import type { FindPast, SentStep, StatusChange, Waiting } from './timeline.ts'

/** Reads the history of a transaction: one statement per table, each using a key or an index. */
export function createFindPast(db: Kysely<TransactionTables>): FindPast {
  return async (merchantId, transactionId, limit) => {
    const row = await db
      .selectFrom('transactions')
      .selectAll()
      .where('merchant_id', '=', merchantId)
      .where('id', '=', transactionId)
      .executeTakeFirst()
    if (!row) return null
    const of = { merchantId, transactionId, limit }
    const [changes, attempts, steps, waiting, reports, alerts, records, followUps] = await Promise.all([
      readChanges(db, of),
      readAttempts(db, of),
      readSteps(db, of),
      readWaiting(db, of),
      readReports(db, of),
      readAlerts(db, of),
      readRecords(db, of),
      readFollowUps(db, of),
    ])
    return {
      transaction: fromTransactionRow(row),
      changes,
      attempts,
      steps,
      waiting,
      reports,
      alerts,
      records,
      followUps,
    }
  }
}

interface Of {
  readonly merchantId: string
  readonly transactionId: string
  readonly limit: number
}

type Database = Kysely<TransactionTables>

async function readChanges(db: Database, { merchantId, transactionId, limit }: Of) {
  const rows = await db
    .selectFrom('transaction_history')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('transaction_id', '=', transactionId)
    .orderBy('seq')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    from: row.from_status as StatusChange['from'],
    to: row.to_status as StatusChange['to'],
    processingCode: row.processing_code as StatusChange['processingCode'],
    cause: row.cause as StatusChange['cause'],
    requestId: row.request_id,
    atMs: row.created_at,
  }))
}

async function readAttempts(db: Database, { merchantId, transactionId, limit }: Of) {
  const rows = await selectAttempts(db)
    .select('authentication.updated_at as authenticated_at')
    .where('attempts.merchant_id', '=', merchantId)
    .where('attempts.transaction_id', '=', transactionId)
    .orderBy('attempts.number')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    ...fromAttemptRow(row),
    updatedAtMs: row.updated_at,
    authenticatedAtMs: row.authenticated_at,
  }))
}

/** Each step issues two resume tokens; the one for the merchant's call marks the step. */
async function readSteps(db: Database, { merchantId, transactionId, limit }: Of) {
  const rows = await db
    .selectFrom('continuation_handles')
    .select(['attempt_id', 'step', 'created_at'])
    .where('merchant_id', '=', merchantId)
    .where('transaction_id', '=', transactionId)
    .where('kind', '=', 'PAYMENT_DATA')
    // Not ordered by time, because PostgreSQL might then scan the index of ages. The whole timeline is sorted later.
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    attemptId: row.attempt_id,
    step: row.step as SentStep['step'],
    atMs: row.created_at,
  }))
}

async function readWaiting(db: Database, { merchantId, transactionId }: Of): Promise<Waiting | null> {
  const row = await db
    .selectFrom('continuations')
    .select(['step', 'expires_at', 'created_at'])
    .where('merchant_id', '=', merchantId)
    .where('transaction_id', '=', transactionId)
    .where('step', '<>', 'DONE')
    .executeTakeFirst()
  return row ? { step: row.step as Waiting['step'], untilMs: row.expires_at, sinceMs: row.created_at } : null
}

async function readReports(db: Database, { merchantId, transactionId, limit }: Of) {
  const rows = await db
    .selectFrom('provider_callbacks')
    .select(['provider_id', 'status', 'received_at'])
    .where('merchant_id', '=', merchantId)
    .where('transaction_id', '=', transactionId)
    // Not ordered by time, as above.
    .limit(limit)
    .execute()
  return rows.map((row) => ({ providerId: row.provider_id, status: row.status, atMs: row.received_at }))
}

async function readAlerts(db: Database, { merchantId, transactionId, limit }: Of) {
  const rows = await db
    .selectFrom('reconciliation_alerts')
    .select(['kind', 'provider_id', 'reversed_at', 'created_at'])
    .where('merchant_id', '=', merchantId)
    .where('transaction_id', '=', transactionId)
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    kind: row.kind as AlertKind,
    providerId: row.provider_id,
    reversedAtMs: row.reversed_at,
    atMs: row.created_at,
  }))
}

/** A payment includes the records of its follow-up operations. */
async function readRecords(db: Database, { merchantId, transactionId, limit }: Of) {
  const find = () => db.selectFrom('transaction_records').selectAll().where('merchant_id', '=', merchantId)
  const ofFollowUp = find()
    .where('transaction_id', '=', transactionId)
    .where('payment_id', '<>', transactionId)
  // Each half uses an index; one condition with `or` would read all records of the merchant.
  const rows = await find()
    .where('payment_id', '=', transactionId)
    .unionAll(ofFollowUp)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(fromRecordRow)
}

async function readFollowUps(db: Database, { merchantId, transactionId, limit }: Of) {
  const rows = await db
    .selectFrom('transactions')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('parent_id', '=', transactionId)
    // Must be the literal condition of the index.
    .where('parent_id', 'is not', null)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(fromTransactionRow)
}
