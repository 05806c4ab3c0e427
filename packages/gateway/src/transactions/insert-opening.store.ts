import { LIMITS, type SessionStatus, type TransactionType } from '@sluice/types/vocabulary'

import type { Connection } from '../platform/database/connection.ts'
import type { AddToOutbox } from '../platform/database/outbox-event.ts'
import { appendHistory } from './append-history.store.ts'
import { bindUses } from './bind-uses.store.ts'
import { OpeningRefused } from './opening-refused.ts'
import { SESSION_STATUS } from './session-status.ts'
import type { Cause, HoldKind, Opening, ProviderOrder } from './transaction-store.ts'
import { toAttemptRow, toContinuationRow, toTransactionRow } from './transaction-rows.store.ts'
import type { Transaction } from './transaction.ts'

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

export async function insertOpening(
  trx: Connection,
  opening: Opening,
  addToOutbox: AddToOutbox,
  nowMs: number,
): Promise<void> {
  const { transaction, requestKey = null } = opening
  if (transaction.sessionHash === null) await holdReference(trx, transaction, requestKey)
  else await occupySession(trx, transaction, transaction.sessionHash, nowMs)
  await bindUses(trx, transaction, opening.uses)

  await insertRecords(trx, opening, OPENED_BY[transaction.transactionType], addToOutbox, nowMs)
}

/** The rows that every transaction begins with. */
export async function insertRecords(
  trx: Connection,
  { transaction, attempt, continuation, event, order }: Omit<Opening, 'uses'>,
  cause: Cause,
  addToOutbox: AddToOutbox,
  nowMs: number,
): Promise<void> {
  await trx.insertInto('transactions').values(toTransactionRow(transaction)).execute()
  if (attempt) await trx.insertInto('attempts').values(toAttemptRow(attempt, nowMs)).execute()
  if (continuation) await trx.insertInto('continuations').values(toContinuationRow(continuation)).execute()
  await appendHistory(trx, null, transaction, cause, nowMs)
  if (order) await insertOrder(trx, order, nowMs)
  if (event) {
    const { merchantId, id: transactionId } = transaction
    await addToOutbox(trx, { ...event, merchantId, transactionId, createdAtMs: nowMs })
  }
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
