import type { ExpressionBuilder, Kysely, Selectable, Updateable } from 'kysely'

import { MANAGE_TYPES, type ManageType, type TransactionType } from '@sluice/types/vocabulary'
import { addToCommit } from '@sluice/platform/database/add-to-commit'

import type { TransactionTable, TransactionTables } from '../transactions.tables.ts'
import type { DeadlinesOf } from './commit-ports.ts'
import { findEffect, isChange } from './money-rules.ts'
import { beginDeadlines, beginMoney, type Money, type MoneyDeadlines } from './money.ts'
import type { Transaction } from './transaction.ts'

export function fromMoneyColumns(row: Selectable<TransactionTable>): (Money & MoneyDeadlines) | null {
  if (row.authorized_amount === null) return null
  return {
    authorizedMinor: row.authorized_amount,
    capturedMinor: row.captured_amount ?? 0,
    refundedMinor: row.refunded_amount ?? 0,
    voidedMinor: row.voided_amount ?? 0,
    finalCapture: row.final_capture === 1,
    settlesAtMs: row.settles_at,
    refundableUntilMs: row.refundable_until,
    authorizationExpiresAtMs: row.authorization_expires_at,
    records: {
      captureFailedMinor: row.capture_failed_amount ?? 0,
      refundFailedMinor: row.refund_failed_amount ?? 0,
      returnedMinor: row.returned_amount ?? 0,
      disputedMinor: row.disputed_amount ?? 0,
    },
  }
}

/**
 * Part of the commit that ends a transaction: an operation that did not move its parent's money releases the amount
 * that was reserved for it. A change of an authorization counts from its approval.
 */
export async function updateParentAmounts(
  trx: Kysely<TransactionTables>,
  ended: Transaction,
  deadlinesOf: DeadlinesOf,
): Promise<void> {
  const { transactionType, status } = ended
  if (isChange(transactionType)) {
    if (status === 'APPROVED') await changeAuthorization(trx, ended, deadlinesOf)
  } else if (status !== 'APPROVED' && isOperation(transactionType)) {
    await moveMoney(trx, ended, -1)
    if (transactionType === 'CAPTURE') await releaseFreed(trx, ended)
  }
}

/**
 * A void of the rest leaves a pending capture its part. Once the capture is declined, no operation waits for that part:
 * it is open, and the gateway voids it at once.
 *
 * @decision 0620
 */
async function releaseFreed(
  trx: Kysely<TransactionTables>,
  { merchantId, parentId, updatedAtMs }: Transaction,
): Promise<void> {
  await trx
    .updateTable('transactions')
    .set({ final_capture: 0, release_due_at: updatedAtMs })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', parentId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('transactions as standing')
          .select('standing.id')
          .where('standing.merchant_id', '=', merchantId)
          .where('standing.parent_id', '=', parentId)
          .where('standing.transaction_type', '=', 'VOID')
          .where('standing.status', 'in', ['APPROVED', 'PENDING']),
      ),
    )
    .execute()
}

/** An increment raises the authorized amount; an extension restarts the time to capture. */
async function changeAuthorization(
  trx: Kysely<TransactionTables>,
  extended: Transaction,
  deadlinesOf: DeadlinesOf,
): Promise<void> {
  const { merchantId, parentId, transactionType, amountMinor, may } = extended
  if (parentId === null) throw new Error(`A change of ${merchantId} has no authorization`)
  const changed = trx
    .updateTable('transactions')
    .set((eb) => ({
      ...(may && { may: JSON.stringify(may) }),
      ...(transactionType === 'INCREMENT'
        ? { authorized_amount: eb('authorized_amount', '+', amountMinor) }
        : toExpiryColumns(eb, extended, deadlinesOf)),
    }))
    .where('merchant_id', '=', merchantId)
    .where('id', '=', parentId)
  await addToCommit(trx, changed)
}

/**
 * The time to capture is counted from the request: the bank may have extended it long before the gateway learned that. It ends no
 * earlier than before, unless the provider says when it ends.
 */
function toExpiryColumns(
  eb: ExpressionBuilder<TransactionTables, 'transactions'>,
  { processing, createdAtMs, captureBeforeMs }: Transaction,
  deadlinesOf: DeadlinesOf,
) {
  const declared = deadlinesOf(processing?.providerId ?? '')
  const { authorizationExpiresAtMs } = beginDeadlines('AUTHORIZE', createdAtMs, declared, captureBeforeMs)
  const before = eb.ref('authorization_expires_at')
  const expiry =
    captureBeforeMs === undefined
      ? eb
          .case()
          .when('authorization_expires_at', '>', authorizationExpiresAtMs)
          .then(before)
          .else(authorizationExpiresAtMs)
          .end()
      : eb.val(authorizationExpiresAtMs)
  return { authorization_expires_at: expiry, release_due_at: expiry }
}

/** Returns the money that a transaction which ends APPROVED begins to have; null for any other end. */
export function beginMoneyOf(
  ended: Transaction,
  nowMs: number,
  deadlinesOf: DeadlinesOf,
): (Money & MoneyDeadlines) | null {
  const money = ended.status === 'APPROVED' ? beginMoney(ended) : null
  if (money === null) return null
  const { transactionType, processing, captureBeforeMs, calledAtMs = nowMs } = ended
  const declared = deadlinesOf(processing?.providerId ?? '')
  return { ...money, ...beginDeadlines(transactionType, calledAtMs, declared, captureBeforeMs) }
}

/** Returns the columns of that money, and of the terms that the provider reported with the approval. */
export function toMoneyColumns(
  { approvedMinor, may }: Transaction,
  money: (Money & MoneyDeadlines) | null,
): Updateable<TransactionTable> {
  if (money === null) return {}
  return {
    approved_amount: approvedMinor ?? null,
    may: may === undefined ? null : JSON.stringify(may),
    authorized_amount: money.authorizedMinor,
    captured_amount: money.capturedMinor,
    refunded_amount: money.refundedMinor,
    voided_amount: money.voidedMinor,
    final_capture: money.finalCapture ? 1 : 0,
    settles_at: money.settlesAtMs,
    refundable_until: money.refundableUntilMs,
    authorization_expires_at: money.authorizationExpiresAtMs,
    release_due_at: money.authorizationExpiresAtMs,
  }
}

/** Part of the commit that begins an operation: what moves money counts as moved until the provider refuses. */
export async function reserveMoney(
  trx: Kysely<TransactionTables>,
  child: Transaction,
  releasesRest: boolean,
): Promise<void> {
  if (isChange(child.transactionType)) return
  const noted = trx
    .updateTable('transactions')
    .set({ releases_rest: releasesRest ? 1 : 0 })
    .where('merchant_id', '=', child.merchantId)
    .where('id', '=', child.id)
  await addToCommit(trx, noted)
  await moveMoney(trx, child, 1)
}

/** Changes to a capture also apply to its authorization, which is locked first: all writers lock in the same order. */
async function moveMoney(
  trx: Kysely<TransactionTables>,
  child: Transaction,
  direction: 1 | -1,
): Promise<void> {
  const { merchantId, parentId, amountMinor } = child
  const find = (id: string) =>
    trx
      .selectFrom('transactions')
      .select(['transaction_type', 'parent_id', 'releases_rest'])
      .where('merchant_id', '=', merchantId)
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  if (parentId === null) throw new Error(`Operation ${child.id} has no parent`)
  const self = await find(child.id)
  const parent = await find(parentId)
  const effect = findEffect(child.transactionType as ManageType, parent.transaction_type as TransactionType)
  const by = (multiple: number): number => direction * multiple * amountMinor

  for (const id of [parent.parent_id, parentId]) {
    if (id === null) continue
    const moved = trx
      .updateTable('transactions')
      .set((eb) => ({
        captured_amount: eb('captured_amount', '+', by(effect.captured)),
        refunded_amount: eb('refunded_amount', '+', by(effect.refunded)),
        voided_amount: eb('voided_amount', '+', by(effect.voided)),
        // Nothing is open after a final capture, so only one can be in progress.
        ...(self.releases_rest === 1 ? { final_capture: direction === 1 ? 1 : 0 } : {}),
      }))
      .where('merchant_id', '=', merchantId)
      .where('id', '=', id)
    await addToCommit(trx, moved)
  }
}

function isOperation(type: TransactionType): type is ManageType {
  return MANAGE_TYPES.some((operation) => operation === type)
}
