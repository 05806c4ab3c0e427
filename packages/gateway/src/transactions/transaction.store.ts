import { isFinalStatus, LIMITS, type SessionStatus, type TransactionStatus } from '@sluice/types/vocabulary'
import type { Kysely, Transaction as DatabaseTransaction } from 'kysely'

import type { Clock } from '../kernel/clock.ts'
import type { Database } from '../platform/database/tables.ts'
import type {
  Cause,
  Change,
  Continuation,
  OpenAuthorization,
  Opening,
  OpenResult,
  OutboxEvent,
  TransactionStore,
} from './transaction-store.ts'
import type { Transaction } from './transaction.ts'
import {
  fromAttemptRow,
  fromContinuationRow,
  fromHandleRow,
  fromTransactionRow,
  mutableAttemptColumns,
  mutableContinuationColumns,
  mutableTransactionColumns,
  toAttemptRow,
  toContinuationRow,
  toHandleRow,
  toTransactionRow,
} from './transaction-rows.store.ts'

type Connection = Kysely<Database> | DatabaseTransaction<Database>

export interface TransactionStoreOptions {
  readonly db: Kysely<Database>
  /** Runs work in one database transaction. */
  readonly transact: <T>(work: (trx: DatabaseTransaction<Database>) => Promise<T>) => Promise<T>
  readonly clock: Clock
}

/** How long late and repeated posts of a browser still find their outcome. */
const HANDLE_LIFETIME_MS = LIMITS.CONTINUATION_LOOKUP_DAYS * 86_400_000

/** Rolls an opening back and carries the reason out. */
class OpeningRefused extends Error {
  readonly result: OpenResult

  constructor(result: OpenResult) {
    super('opening refused')
    this.result = result
  }
}

/** What a session becomes with its transaction; an INVALID one leaves it open, so that the form can be corrected. */
const SESSION_STATUS: Readonly<Record<TransactionStatus, SessionStatus>> = {
  CREATED: 'PENDING',
  PENDING: 'PENDING',
  APPROVED: 'APPROVED',
  DECLINED: 'DECLINED',
  CANCELED: 'CANCELED',
  SESSION_EXPIRED: 'SESSION_EXPIRED',
  INVALID: 'CREATED',
}

export function createTransactionStore({ db, transact, clock }: TransactionStoreOptions): TransactionStore {
  return {
    async open(opening) {
      try {
        await transact((trx) => insertOpening(trx, opening, clock.now()))
        return { kind: 'opened' }
      } catch (error) {
        if (error instanceof OpeningRefused) return error.result
        throw error
      }
    },

    commit: (change) => transact((trx) => applyChange(trx, change, clock.now())),

    async noteChallengeResponse(attempt, nowMs) {
      await db
        .updateTable('attempts')
        .set({ cres_received_at: nowMs })
        .where('merchant_id', '=', attempt.merchantId)
        .where('id', '=', attempt.id)
        .where('challenge_round', '=', attempt.authentication.round)
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

    async findBySession(merchantId, sessionHash) {
      const row = await db
        .selectFrom('sessions')
        .innerJoin('transactions', (join) =>
          join
            .onRef('transactions.merchant_id', '=', 'sessions.merchant_id')
            .onRef('transactions.id', '=', 'sessions.transaction_id'),
        )
        .selectAll('transactions')
        .where('sessions.merchant_id', '=', merchantId)
        .where('sessions.id_hash', '=', sessionHash)
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
        .selectFrom('attempts')
        .select('id')
        .where('merchant_id', '=', merchantId)
        .where('transaction_id', '=', transactionId)
        .where('three_ds_server_trans_id', '=', threeDsServerTransId)
        .executeTakeFirst()
      return row?.id ?? null
    },

    async listAbandoned(nowMs, limit) {
      const rows = await db
        .selectFrom('continuations')
        .select(['merchant_id', 'transaction_id'])
        .where('step', '=', 'WORKING')
        .where('lease_until', '<=', nowMs)
        .limit(limit)
        .execute()
      return findAllOpen(db, rows)
    },

    async listOverdue(nowMs, limit) {
      const rows = await db
        .selectFrom('continuations')
        .innerJoin('attempts', (join) =>
          join
            .onRef('attempts.merchant_id', '=', 'continuations.merchant_id')
            .onRef('attempts.id', '=', 'continuations.attempt_id'),
        )
        .select(['continuations.merchant_id', 'continuations.transaction_id'])
        .where('continuations.step', 'in', ['FINGERPRINT', 'CHALLENGE'])
        .where((eb) =>
          eb.or([
            eb('continuations.expires_at', '<=', nowMs),
            eb.and([
              eb('continuations.step', '=', 'CHALLENGE'),
              eb('attempts.challenge_expires_at', '<=', nowMs),
            ]),
          ]),
        )
        .limit(limit)
        .execute()
      return findAllOpen(db, rows)
    },

    async listUnsettled(nowMs, limit) {
      const rows = await db
        .selectFrom('attempts')
        .innerJoin('continuations', (join) =>
          join
            .onRef('continuations.merchant_id', '=', 'attempts.merchant_id')
            .onRef('continuations.attempt_id', '=', 'attempts.id'),
        )
        .select(['continuations.merchant_id', 'continuations.transaction_id'])
        .where('attempts.due_at', '<=', nowMs)
        .where('continuations.step', '=', 'WAITING')
        .limit(limit)
        .execute()
      return findAllOpen(db, rows)
    },

    async forgetOld(nowMs) {
      const uses = await db
        .deleteFrom('sealed_field_uses')
        .where('expires_at', '<=', nowMs)
        .executeTakeFirst()
      const handles = await db
        .deleteFrom('continuation_handles')
        .where('created_at', '<=', nowMs - HANDLE_LIFETIME_MS)
        .executeTakeFirst()
      return Number(uses.numDeletedRows + handles.numDeletedRows)
    },
  }
}

async function insertOpening(trx: Connection, opening: Opening, nowMs: number): Promise<void> {
  const { transaction, attempt, continuation } = opening
  if (transaction.sessionHash === null) await holdReference(trx, transaction)
  else await occupySession(trx, transaction, transaction.sessionHash, nowMs)
  for (const use of opening.uses) await bindSealedField(trx, transaction, use)

  await trx.insertInto('transactions').values(toTransactionRow(transaction)).execute()
  if (attempt) await trx.insertInto('attempts').values(toAttemptRow(attempt, nowMs)).execute()
  if (continuation) await trx.insertInto('continuations').values(toContinuationRow(continuation)).execute()
  await appendHistory(trx, null, transaction, 'authorize', nowMs)
  if (opening.event) await insertEvent(trx, transaction, opening.event, nowMs)
}

/** A reference belongs to the first that uses it; an INVALID transaction asks, but does not take it. */
async function holdReference(trx: Connection, transaction: Transaction): Promise<void> {
  const key = {
    merchant_id: transaction.merchantId,
    terminal_id: transaction.terminalId,
    reference: transaction.reference,
  }
  if (transaction.status === 'INVALID') {
    const held = await trx
      .selectFrom('reference_holds')
      .select('holder_id')
      .where('merchant_id', '=', key.merchant_id)
      .where('terminal_id', '=', key.terminal_id)
      .where('reference', '=', key.reference)
      .executeTakeFirst()
    if (held) throw new OpeningRefused({ kind: 'reference_taken' })
    return
  }
  const inserted = await trx
    .insertInto('reference_holds')
    .values({
      ...key,
      kind: 'AUTHORIZE',
      holder_id: transaction.id,
      amount: transaction.amountMinor,
      currency: transaction.currency,
      created_at: transaction.createdAtMs,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (!inserted.numInsertedOrUpdatedRows) throw new OpeningRefused({ kind: 'reference_taken' })
}

/** Who was told INVALID may ask again, corrected; a session keeps the reference that it was made with. */
async function releaseReference(trx: Connection, transaction: Transaction): Promise<void> {
  await trx
    .deleteFrom('reference_holds')
    .where('merchant_id', '=', transaction.merchantId)
    .where('terminal_id', '=', transaction.terminalId)
    .where('reference', '=', transaction.reference)
    .where('holder_id', '=', transaction.id)
    .execute()
}

/** A session takes one transaction at a time: the compare-and-set on CREATED decides between two tabs. */
async function occupySession(
  trx: Connection,
  transaction: Transaction,
  hash: string,
  nowMs: number,
): Promise<void> {
  const updated = await trx
    .updateTable('sessions')
    .set((eb) => ({
      status: SESSION_STATUS[transaction.status],
      processing_code: transaction.processingCode,
      transaction_id: transaction.id,
      submissions: eb('submissions', '+', 1),
      updated_at: nowMs,
    }))
    .where('merchant_id', '=', transaction.merchantId)
    .where('id_hash', '=', hash)
    .where('status', '=', 'CREATED')
    .where('expires_at', '>', nowMs)
    .executeTakeFirst()
  if (updated.numUpdatedRows > 0n) return
  const session = await trx
    .selectFrom('sessions')
    .select('status')
    .where('merchant_id', '=', transaction.merchantId)
    .where('id_hash', '=', hash)
    .executeTakeFirst()
  // Still CREATED means that its time ran out and nobody has swept it yet.
  const status = session === undefined || session.status === 'CREATED' ? 'SESSION_EXPIRED' : session.status
  throw new OpeningRefused({ kind: 'session_busy', status: status as SessionStatus })
}

async function bindSealedField(
  trx: Connection,
  transaction: Transaction,
  use: Opening['uses'][number],
): Promise<void> {
  const inserted = await trx
    .insertInto('sealed_field_uses')
    .values({
      merchant_id: transaction.merchantId,
      use_key: use.useKey,
      terminal_id: transaction.terminalId,
      reference: transaction.reference,
      expires_at: use.expiresAtMs,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (inserted.numInsertedOrUpdatedRows) return
  const bound = await trx
    .selectFrom('sealed_field_uses')
    .select(['terminal_id', 'reference'])
    .where('merchant_id', '=', transaction.merchantId)
    .where('use_key', '=', use.useKey)
    .executeTakeFirst()
  if (bound?.terminal_id !== transaction.terminalId || bound.reference !== transaction.reference) {
    throw new OpeningRefused({ kind: 'sealed_field_used', field: use.field })
  }
}

async function applyChange(trx: Connection, change: Change, nowMs: number): Promise<Continuation | null> {
  const { from, to } = change
  const moved = await trx
    .updateTable('continuations')
    .set({ ...mutableContinuationColumns(to), step_number: from.stepNumber + 1 })
    .where('merchant_id', '=', from.merchantId)
    .where('transaction_id', '=', from.transactionId)
    .where('step_number', '=', from.stepNumber)
    .executeTakeFirst()
  if (moved.numUpdatedRows === 0n) return null

  for (const attempt of change.attempts ?? []) {
    await trx
      .insertInto('attempts')
      .values(toAttemptRow(attempt, nowMs))
      .onConflict((conflict) =>
        conflict.columns(['merchant_id', 'id']).doUpdateSet(mutableAttemptColumns(attempt, nowMs)),
      )
      .execute()
  }
  if (change.handles && change.handles.length > 0) {
    await trx.insertInto('continuation_handles').values(change.handles.map(toHandleRow)).execute()
  }
  if (change.transaction) await moveTransaction(trx, change.transaction, change.event, nowMs)
  if (to.step === 'DONE') {
    await trx
      .updateTable('continuation_handles')
      .set({ wrapped_key: null })
      .where('merchant_id', '=', from.merchantId)
      .where('transaction_id', '=', from.transactionId)
      .execute()
  }
  return { ...to, stepNumber: from.stepNumber + 1 }
}

async function moveTransaction(
  trx: Connection,
  { before, after, cause }: NonNullable<Change['transaction']>,
  event: OutboxEvent | undefined,
  nowMs: number,
): Promise<void> {
  const updated = await trx
    .updateTable('transactions')
    .set((eb) => ({ ...mutableTransactionColumns(after), version: eb('version', '+', 1) }))
    .where('merchant_id', '=', after.merchantId)
    .where('id', '=', after.id)
    .where('status', '=', before.status)
    .executeTakeFirst()
  if (updated.numUpdatedRows === 0n)
    throw new Error(`Transaction ${after.id} is not ${before.status} any more`)
  if (before.status === after.status) return

  await appendHistory(trx, before, after, cause, nowMs)
  if (isFinalStatus(after.status) && !event) throw new Error(`Transaction ${after.id} ends without an event`)
  if (event) await insertEvent(trx, after, event, nowMs)
  if (after.status === 'INVALID' && after.sessionHash === null) await releaseReference(trx, after)
  if (after.sessionHash !== null) {
    await trx
      .updateTable('sessions')
      .set({ status: SESSION_STATUS[after.status], processing_code: after.processingCode, updated_at: nowMs })
      .where('merchant_id', '=', after.merchantId)
      .where('id_hash', '=', after.sessionHash)
      .where('transaction_id', '=', after.id)
      .execute()
  }
}

async function appendHistory(
  trx: Connection,
  before: Transaction | null,
  after: Transaction,
  cause: Cause,
  nowMs: number,
): Promise<void> {
  const last = before
    ? await trx
        .selectFrom('transaction_history')
        .select((eb) => eb.fn.max('seq').as('seq'))
        .where('merchant_id', '=', after.merchantId)
        .where('transaction_id', '=', after.id)
        .executeTakeFirst()
    : undefined
  await trx
    .insertInto('transaction_history')
    .values({
      merchant_id: after.merchantId,
      transaction_id: after.id,
      seq: (last?.seq ?? 0) + 1,
      from_status: before?.status ?? null,
      to_status: after.status,
      processing_code: after.processingCode,
      cause,
      created_at: nowMs,
    })
    .execute()
}

async function insertEvent(
  trx: Connection,
  transaction: Transaction,
  event: OutboxEvent,
  nowMs: number,
): Promise<void> {
  await trx
    .insertInto('events')
    .values({
      merchant_id: transaction.merchantId,
      id: event.id,
      transaction_id: transaction.id,
      type: event.type,
      payload: event.payload,
      created_at: nowMs,
    })
    .execute()
}

async function findOpen(
  db: Connection,
  merchantId: string,
  transactionId: string,
): Promise<OpenAuthorization | null> {
  const continuation = await db
    .selectFrom('continuations')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('transaction_id', '=', transactionId)
    .where('step', '<>', 'DONE')
    .executeTakeFirst()
  if (!continuation) return null
  const attempt = await db
    .selectFrom('attempts')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('id', '=', continuation.attempt_id)
    .executeTakeFirstOrThrow()
  const transaction = await db
    .selectFrom('transactions')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('id', '=', transactionId)
    .executeTakeFirstOrThrow()
  return {
    transaction: fromTransactionRow(transaction),
    attempt: fromAttemptRow(attempt),
    continuation: fromContinuationRow(continuation),
  }
}

async function findAllOpen(
  db: Connection,
  keys: readonly { readonly merchant_id: string; readonly transaction_id: string }[],
): Promise<readonly OpenAuthorization[]> {
  const found = await Promise.all(keys.map((key) => findOpen(db, key.merchant_id, key.transaction_id)))
  return found.filter((open) => open !== null)
}
