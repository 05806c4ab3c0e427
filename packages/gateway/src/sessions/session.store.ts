import { type Kysely, type Selectable, sql, type UpdateQueryBuilder, type UpdateResult } from 'kysely'

import type { CustomerEcho, Metadata } from '@sluice/types'
import {
  type Currency,
  LIMITS,
  type ProcessingCode,
  type SessionKind,
  type SessionStatus,
  type SessionTokenization,
} from '@sluice/types/vocabulary'
import type { Transact } from '@sluice/platform/database/transact'

import { NO_DESCRIPTION, NO_RETURN_URL, type SessionTable, type SessionTables } from './sessions.tables.ts'
import type { ReferenceHold, ReferenceHolds } from '../references/index.ts'
import type { TransactionTables } from '../transactions/index.ts'
import { NO_OPTIONS, type Session, type SessionChange, type SessionOptions } from './session.ts'

type SessionReferences = Pick<
  ReferenceHolds,
  'hold' | 'findHolderByRequest' | 'passOn' | 'changeAmount' | 'release'
>

export interface SessionStoreOptions {
  /** Pending authentications are only read, to see whether a shopper was redirected to the bank. */
  readonly db: Kysely<SessionTables & Pick<TransactionTables, 'continuations'>>
  /** Runs work in one database transaction. */
  readonly transact: Transact<SessionTables>
  readonly references: SessionReferences
}

export type SessionStore = ReturnType<typeof createSessionStore>

export function createSessionStore({ db, transact, references }: SessionStoreOptions) {
  return {
    /**
     * Stores a new session and reserves its reference. Returns false if the reference belongs to another session or transaction.
     *
     * @param requestKey - identifies the request, if it has an `Idempotency-Key`. The new session replaces an unused one that
     * the same request created before, because the id of that one was lost with the response.
     */
    create: (session: Session, requestKey: string | null = null): Promise<boolean> =>
      transact(async (trx) => {
        const isHeld =
          (await references.hold(trx, session, toHold(session, requestKey), session.createdAtMs)) ||
          (requestKey !== null && (await takeOverUntouched(trx, references, session, requestKey)))
        if (!isHeld) return false
        await trx.insertInto('sessions').values(toRow(session)).execute()
        return true
      }),

    async find(merchantId: string, idHash: string): Promise<Session | null> {
      const row = await db
        .selectFrom('sessions')
        .selectAll()
        .where('merchant_id', '=', merchantId)
        .where('id_hash', '=', idHash)
        .executeTakeFirst()
      return row ? fromRow(row) : null
    },

    /** Counts a payment that was rejected before it became a transaction. Returns false if the session accepts no more payments. */
    async countSubmission(session: Session, nowMs: number): Promise<boolean> {
      const counted = await db
        .updateTable('sessions')
        .set((eb) => ({ submissions: eb('submissions', '+', 1), updated_at: nowMs }))
        .where('merchant_id', '=', session.merchantId)
        .where('id_hash', '=', session.idHash)
        .where('status', '=', 'CREATED')
        .where('submissions', '<', LIMITS.PAYMENT_SUBMISSIONS_MAX_PER_SESSION)
        .executeTakeFirst()
      return counted.numUpdatedRows > 0n
    },

    /**
     * Ends a session without an open transaction. Returns false if it is no longer CREATED, or has one to be corrected. The
     * reference stays reserved for the merchant's order; that of a payment link was generated for this session alone and is freed.
     */
    end: (
      session: Session,
      status: 'CANCELED' | 'SESSION_EXPIRED',
      code: ProcessingCode,
      nowMs: number,
    ): Promise<boolean> =>
      transact(async (trx) => {
        const updated = await whereUntouched(trx.updateTable('sessions'), session)
          .set({ status, processing_code: code, updated_at: nowMs })
          .executeTakeFirst()
        if (updated.numUpdatedRows === 0n) return false
        if (session.paymentLinkId !== null) await references.release(trx, session, session.idHash)
        return true
      }),

    /** Changes a session that has no open transaction. Returns null if it has one, or has ended. */
    change: (
      session: Session,
      { amountMinor = session.amountMinor, description = session.description }: SessionChange,
      nowMs: number,
    ): Promise<Session | null> =>
      transact(async (trx) => {
        const row = await whereUntouched(trx.updateTable('sessions'), session)
          .set((eb) => ({
            amount: amountMinor,
            description: description ?? NO_DESCRIPTION,
            revision: eb('revision', '+', 1),
            updated_at: nowMs,
          }))
          .where('expires_at', '>', nowMs)
          .returningAll()
          .executeTakeFirst()
        if (row === undefined) return null
        await references.changeAmount(trx, session, session.idHash, amountMinor)
        return fromRow(row)
      }),

    /** Cancels a session without an open transaction and frees its reference. Returns false if it has one, or has ended. */
    withdraw: (session: Session, nowMs: number): Promise<boolean> =>
      transact(async (trx) => {
        const canceled = await whereUntouched(trx.updateTable('sessions'), session)
          .set({ status: 'CANCELED', processing_code: '1003', updated_at: nowMs })
          .where('expires_at', '>', nowMs)
          .executeTakeFirst()
        if (canceled.numUpdatedRows === 0n) return false
        await references.release(trx, session, session.idHash)
        return true
      }),

    /** Frees the reference of a canceled session, which cannot change again. */
    freeReference: (session: Session): Promise<void> =>
      transact((trx) => references.release(trx, session, session.idHash)),

    /**
     * Returns expired sessions that wait only for the shopper, the longest overdue first. Sessions with a payment to be
     * corrected are not among them: they end with their transaction.
     */
    async listExpired(nowMs: number, limit: number): Promise<readonly Session[]> {
      const rows = await db
        .selectFrom('sessions')
        .selectAll()
        .where('expires_at', '<=', nowMs)
        // Repeats the condition of the index literally: SQLite cannot infer that one condition implies the other.
        .where('status', 'in', [sql.lit('CREATED'), sql.lit('PENDING')])
        .where((eb) =>
          eb.or([
            eb('status', '=', 'CREATED').and('processing_code', 'is', null),
            // A session that is being paid ends with its hour only while its shopper has not been sent to the bank.
            eb('status', '=', 'PENDING').and(
              eb.exists(
                eb
                  .selectFrom('continuations')
                  .select('continuations.transaction_id')
                  .whereRef('continuations.merchant_id', '=', 'sessions.merchant_id')
                  .whereRef('continuations.transaction_id', '=', 'sessions.transaction_id')
                  .where('continuations.step', '=', 'FINGERPRINT'),
              ),
            ),
          ]),
        )
        .orderBy('expires_at')
        .limit(limit)
        .execute()
      return rows.map(fromRow)
    },
  }
}

/** Restricts an update to a session without a payment in progress: neither a payment nor a correction is open. */
function whereUntouched(
  update: UpdateQueryBuilder<SessionTables, 'sessions', 'sessions', UpdateResult>,
  { merchantId, idHash }: Session,
) {
  return update
    .where('merchant_id', '=', merchantId)
    .where('id_hash', '=', idHash)
    .where('status', '=', 'CREATED')
    .where('processing_code', 'is', null)
}

function toHold({ idHash, amountMinor, currency }: Session, requestKey: string | null): ReferenceHold {
  return { kind: 'SESSION', holderId: idHash, amountMinor, currency, requestKey }
}

/** Removes the session that the same request created before; returns false if there is none, or it was used. */
async function takeOverUntouched(
  trx: Kysely<SessionTables>,
  references: SessionReferences,
  session: Session,
  requestKey: string,
): Promise<boolean> {
  const holder = await references.findHolderByRequest(trx, session, requestKey)
  if (holder === null) return false
  const removed = await trx
    .deleteFrom('sessions')
    .where('merchant_id', '=', session.merchantId)
    .where('id_hash', '=', holder)
    .where('status', '=', 'CREATED')
    .where('submissions', '=', 0)
    .where('expires_at', '>', session.createdAtMs)
    .executeTakeFirst()
  if (removed.numDeletedRows === 0n) return false
  await references.passOn(trx, session, session.idHash)
  return true
}

function toRow(session: Session) {
  return {
    merchant_id: session.merchantId,
    id_hash: session.idHash,
    kind: session.kind,
    terminal_id: session.terminalId,
    reference: session.reference,
    description: session.description ?? NO_DESCRIPTION,
    currency: session.currency,
    amount: session.amountMinor,
    transaction_type: session.transactionType,
    return_url: session.returnUrl ?? NO_RETURN_URL,
    payment_link_id: session.paymentLinkId,
    customer: session.customer === null ? null : JSON.stringify(session.customer),
    customer_id: session.customer?.id ?? null,
    country: session.country,
    metadata: session.metadata === null ? null : JSON.stringify(session.metadata),
    tokenization: session.tokenization,
    options: JSON.stringify(session.options),
    status: session.status,
    revision: session.revision,
    processing_code: session.processingCode,
    transaction_id: session.transactionId,
    submissions: session.submissions,
    created_at: session.createdAtMs,
    updated_at: session.createdAtMs,
    expires_at: session.expiresAtMs,
  }
}

function fromRow(row: Selectable<SessionTable>): Session {
  return {
    merchantId: row.merchant_id,
    idHash: row.id_hash,
    kind: row.kind as SessionKind,
    terminalId: row.terminal_id,
    reference: row.reference,
    description: row.description === NO_DESCRIPTION ? null : row.description,
    currency: row.currency as Currency,
    amountMinor: row.amount,
    transactionType: row.transaction_type as Session['transactionType'],
    returnUrl: row.return_url === NO_RETURN_URL ? null : row.return_url,
    paymentLinkId: row.payment_link_id,
    customer: row.customer === null ? null : (JSON.parse(row.customer) as CustomerEcho),
    country: row.country,
    metadata: row.metadata === null ? null : (JSON.parse(row.metadata) as Metadata),
    tokenization: row.tokenization as SessionTokenization,
    options:
      row.options === null
        ? NO_OPTIONS
        : { ...NO_OPTIONS, ...(JSON.parse(row.options) as Partial<SessionOptions>) },
    status: row.status as SessionStatus,
    revision: row.revision,
    processingCode: row.processing_code as ProcessingCode | null,
    transactionId: row.transaction_id,
    submissions: row.submissions,
    createdAtMs: row.created_at,
    expiresAtMs: row.expires_at,
  }
}
