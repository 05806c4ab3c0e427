import {
  isFinalStatus,
  LIMITS,
  type SessionStatus,
  type TransactionStatus,
  type TransactionType,
} from '@sluice/types/vocabulary'
import type { Kysely, Transaction as DatabaseTransaction } from 'kysely'

import type { Clock } from '../kernel/clock.ts'
import type { CardSaving } from '../payment-methods/index.ts'
import type { Database } from '../platform/database/tables.ts'
import {
  ASKED_STEPS,
  type Cause,
  type Change,
  type Continuation,
  type HoldKind,
  type OpenAuthorization,
  type Opening,
  type OpenResult,
  type OutboxEvent,
  PERSON_STEPS,
  type ProviderOrder,
  type TransactionStore,
} from './transaction-store.ts'
import { keepAlert, keepReceipt } from './alternative/provider-reports.store.ts'
import { settleMoney } from './money.store.ts'
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
  /** Saves cards in the commits of their transactions. */
  readonly saving: CardSaving
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

/** The endpoint that a reference belongs to; follow-ups have the reference of their parent. */
const HOLD_KIND: Readonly<Record<TransactionType, HoldKind>> = {
  AUTHORIZE: 'AUTHORIZE',
  PURCHASE: 'AUTHORIZE',
  PAYMENT: 'PAYMENT',
  PAYOUT: 'PAYOUT',
  CAPTURE: 'AUTHORIZE',
  REFUND: 'AUTHORIZE',
  VOID: 'AUTHORIZE',
}

const OPENED_BY: Readonly<Record<TransactionType, Cause>> = {
  AUTHORIZE: 'authorize',
  PURCHASE: 'authorize',
  PAYMENT: 'payment',
  PAYOUT: 'payout',
  CAPTURE: 'manage',
  REFUND: 'manage',
  VOID: 'manage',
}

export function createTransactionStore({
  db,
  transact,
  clock,
  saving,
}: TransactionStoreOptions): TransactionStore {
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

    commit: (change) => transact((trx) => applyChange(trx, change, saving, clock.now())),

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

    async findReference(merchantId, terminalId, reference) {
      const row = await db
        .selectFrom('reference_holds')
        .selectAll()
        .where('merchant_id', '=', merchantId)
        .where('terminal_id', '=', terminalId)
        .where('reference', '=', reference)
        .executeTakeFirst()
      return row
        ? {
            kind: row.kind as HoldKind,
            holderId: row.holder_id,
            currency: row.currency,
            amountMinor: row.amount,
            requestKey: row.request_key,
          }
        : null
    },

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
        .where('continuations.step', 'in', PERSON_STEPS)
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
        .where('continuations.step', 'in', ASKED_STEPS)
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
  const { transaction, requestKey = null } = opening
  if (transaction.sessionHash === null) await holdReference(trx, transaction, requestKey)
  else await occupySession(trx, transaction, transaction.sessionHash, nowMs)
  for (const use of opening.uses) await bindSealedField(trx, transaction, use)

  await insertRecords(trx, opening, OPENED_BY[transaction.transactionType], nowMs)
}

/** The rows that every transaction begins with. */
export async function insertRecords(
  trx: Connection,
  { transaction, attempt, continuation, event, order }: Omit<Opening, 'uses'>,
  cause: Cause,
  nowMs: number,
): Promise<void> {
  await trx.insertInto('transactions').values(toTransactionRow(transaction)).execute()
  if (attempt) await trx.insertInto('attempts').values(toAttemptRow(attempt, nowMs)).execute()
  if (continuation) await trx.insertInto('continuations').values(toContinuationRow(continuation)).execute()
  await appendHistory(trx, null, transaction, cause, nowMs)
  if (order) await insertOrder(trx, order, nowMs)
  if (event) await insertEvent(trx, transaction, event, nowMs)
}

async function insertOrder(trx: Connection, order: ProviderOrder, nowMs: number): Promise<void> {
  await trx
    .insertInto('provider_orders')
    .values({
      transaction_id: order.transactionId,
      provider_id: order.providerId,
      merchant_id: order.merchantId,
      attempt_id: order.attemptId,
      provider_account_id: order.accountId,
      provider_transaction_id: null,
      provider_user_id: null,
      created_at: nowMs,
    })
    .execute()
}

/** A reference belongs to the first that uses it; an INVALID transaction asks, but does not take it. */
async function holdReference(
  trx: Connection,
  transaction: Transaction,
  requestKey: string | null,
): Promise<void> {
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
      kind: HOLD_KIND[transaction.transactionType],
      holder_id: transaction.id,
      amount: transaction.amountMinor,
      currency: transaction.currency,
      request_key: requestKey,
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

/**
 * A session takes one transaction at a time, and so many in all: the compare-and-set on CREATED and on the count decides
 * between two tabs.
 */
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
    .where('submissions', '<', LIMITS.PAYMENT_SUBMISSIONS_MAX_PER_SESSION)
    .executeTakeFirst()
  if (updated.numUpdatedRows > 0n) return
  const session = await trx
    .selectFrom('sessions')
    .select(['status', 'expires_at'])
    .where('merchant_id', '=', transaction.merchantId)
    .where('id_hash', '=', hash)
    .executeTakeFirst()
  if (session?.status === 'CREATED' && session.expires_at > nowMs) {
    throw new OpeningRefused({ kind: 'session_exhausted' })
  }
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

async function applyChange(
  trx: Connection,
  change: Change,
  saving: CardSaving,
  nowMs: number,
): Promise<Continuation | null> {
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
  if (change.pendingCard) await saving.keep(trx, change.pendingCard)
  if (change.transaction) {
    const moved = await settleCard(trx, change.transaction, saving, nowMs)
    await moveTransaction(trx, moved, change.event, nowMs)
  }
  if (change.receipt) await keepReceipt(trx, from, change.receipt, nowMs)
  if (change.alert) await keepAlert(trx, change.alert, nowMs)
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

/** A transaction that ends decides over the card that shall be saved with it, and shows what it is paid with from then on. */
async function settleCard(
  trx: Connection,
  move: NonNullable<Change['transaction']>,
  saving: CardSaving,
  nowMs: number,
): Promise<NonNullable<Change['transaction']>> {
  const { after } = move
  if (!isFinalStatus(after.status)) return move
  const { merchantId, id: transactionId, paymentMethod } = after
  const ended = { merchantId, transactionId, isApproved: after.status === 'APPROVED' }
  const saved = await saving.settle(trx, ended, nowMs)
  if (saved === null) return move
  await insertEvent(trx, after, saved.event, nowMs)
  return { ...move, after: { ...after, paymentMethod: { ...paymentMethod, token: saved.token } } }
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
  if (isFinalStatus(after.status)) await settleMoney(trx, after, nowMs)
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
