import { isFinalStatus } from '@sluice/types/vocabulary'

import type { CardSaving } from '../payment-methods/index.ts'
import type { Connection } from '../platform/database/connection.ts'
import type { AddToOutbox } from '../platform/database/outbox-event.ts'
import { keepAlert, keepReceipt } from './alternative/provider-reports.store.ts'
import { appendHistory } from './append-history.store.ts'
import { settleMoney, toMoneyColumns } from './money.store.ts'
import { SESSION_STATUS } from './session-status.ts'
import type { Change, Continuation, OutboxEvent } from './transaction-store.ts'
import {
  mutableAttemptColumns,
  mutableContinuationColumns,
  mutableTransactionColumns,
  toAttemptRow,
  toHandleRow,
} from './transaction-rows.store.ts'
import type { Transaction } from './transaction.ts'

/** What other slices do in the commits of a transaction. */
export interface CommitPorts {
  readonly saving: CardSaving
  readonly addToOutbox: AddToOutbox
}

export async function applyChange(
  trx: Connection,
  change: Change,
  ports: CommitPorts,
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
  if (change.pendingCard) await ports.saving.keep(trx, change.pendingCard)
  if (change.transaction) {
    const moved = await settleCard(trx, change.transaction, ports, nowMs)
    await moveTransaction(trx, moved, change.event, ports, nowMs)
  }
  if (change.receipt) await keepReceipt(trx, from, change.receipt, nowMs)
  if (change.alert) await keepAlert(trx, change.alert, nowMs)
  // Handles are issued together with the sealed card, and open nothing once it is gone.
  if (from.sealedCard !== null && to.sealedCard === null) {
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
  { saving, addToOutbox }: CommitPorts,
  nowMs: number,
): Promise<NonNullable<Change['transaction']>> {
  const { after } = move
  if (!isFinalStatus(after.status)) return move
  const { merchantId, id: transactionId, paymentMethod } = after
  const ended = { merchantId, transactionId, isApproved: after.status === 'APPROVED' }
  const saved = await saving.settle(trx, ended, nowMs)
  if (saved === null) return move
  await addToOutbox(trx, { ...saved.event, merchantId, transactionId, createdAtMs: nowMs })
  return { ...move, after: { ...after, paymentMethod: { ...paymentMethod, token: saved.token } } }
}

async function moveTransaction(
  trx: Connection,
  { before, after, cause }: NonNullable<Change['transaction']>,
  event: OutboxEvent | undefined,
  { addToOutbox }: CommitPorts,
  nowMs: number,
): Promise<void> {
  const updated = await trx
    .updateTable('transactions')
    .set((eb) => ({
      ...mutableTransactionColumns(after),
      ...(before.status === after.status ? {} : toMoneyColumns(after, nowMs)),
      version: eb('version', '+', 1),
    }))
    .where('merchant_id', '=', after.merchantId)
    .where('id', '=', after.id)
    .where('status', '=', before.status)
    .executeTakeFirst()
  if (updated.numUpdatedRows === 0n)
    throw new Error(`Transaction ${after.id} is not ${before.status} any more`)
  if (before.status === after.status) return

  await appendHistory(trx, before, after, cause, nowMs)
  if (isFinalStatus(after.status) && !event) throw new Error(`Transaction ${after.id} ends without an event`)
  if (event) {
    const { merchantId, id: transactionId } = after
    await addToOutbox(trx, { ...event, merchantId, transactionId, createdAtMs: nowMs })
  }
  if (isFinalStatus(after.status)) await settleMoney(trx, after)
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
