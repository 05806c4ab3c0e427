import type { Kysely } from 'kysely'

import { addToCommit } from '@sluice/platform/database/add-to-commit'

import type { TransactionTables } from '../transactions.tables.ts'
import type { ReconciliationAlert } from './alert.ts'
import type { CallbackReceipt } from './execution-records.ts'

/** Stores a report within the commit that it causes. A report that arrives twice at once is stored once. */
export async function storeReceipt(
  trx: Kysely<TransactionTables>,
  of: { readonly merchantId: string; readonly transactionId: string },
  receipt: CallbackReceipt,
  nowMs: number,
): Promise<void> {
  const received = trx
    .insertInto('provider_callbacks')
    .values({
      merchant_id: of.merchantId,
      provider_id: receipt.providerId,
      message_id: receipt.messageId,
      transaction_id: of.transactionId,
      status: receipt.status,
      received_at: nowMs,
    })
    .onConflict((conflict) => conflict.doNothing())
  await addToCommit(trx, received)
  if (receipt.attemptId === null) return
  const named = trx
    .updateTable('provider_orders')
    .set({
      provider_transaction_id: receipt.providerTransactionId,
      provider_user_id: receipt.providerUserId,
    })
    .where('transaction_id', '=', of.transactionId)
    .where('attempt_id', '=', receipt.attemptId)
    .where('merchant_id', '=', of.merchantId)
  await addToCommit(trx, named)
}

/** Stores an alert within the commit that it belongs to; one of each kind per attempt. */
export async function storeAlert(
  trx: Kysely<TransactionTables>,
  alert: ReconciliationAlert,
  nowMs: number,
): Promise<void> {
  const kept = trx
    .insertInto('reconciliation_alerts')
    .values({
      merchant_id: alert.merchantId,
      transaction_id: alert.transactionId,
      kind: alert.kind,
      provider_id: alert.providerId,
      attempt_id: alert.attemptId,
      detail: JSON.stringify(alert.detail),
      reversal_due_at: alert.reversalDueAtMs,
      reversal_tries: alert.reversalTries,
      reversed_at: null,
      created_at: nowMs,
    })
    .onConflict((conflict) => conflict.doNothing())
  await addToCommit(trx, kept)
}
