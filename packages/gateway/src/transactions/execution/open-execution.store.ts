import type { Kysely } from 'kysely'

import type { TransactionType } from '@sluice/types/vocabulary'
import { addToCommit } from '@sluice/platform/database/add-to-commit'
import type { AddToOutbox } from '@sluice/platform/database/outbox-event'

import type { TransactionTables } from '../transactions.tables.ts'
import type { HoldKind, ReferenceHolds } from '../../references/index.ts'
import { appendHistory } from './append-history.store.ts'
import type { CommitPorts, LinkPayment, OpeningRefusal } from './commit-ports.ts'
import { OpeningRefused } from './opening-refused.ts'
import { ALLOWED } from '../../risk/index.ts'
import type { Cause, Opening, OpenResult, ProviderOrder } from './execution-records.ts'
import { insertAttempt, insertPendingAuthentication, insertTransaction } from './execution-writes.store.ts'
import { toAttemptRow, toPendingAuthenticationRow } from './execution-rows.store.ts'
import { toTransactionRow } from './transaction-rows.store.ts'
import type { Transaction } from './transaction.ts'

/** The endpoint that a reference belongs to; follow-ups have the reference of their parent. */
const HOLD_KIND: Readonly<Record<TransactionType, HoldKind>> = {
  AUTHORIZE: 'AUTHORIZE',
  PURCHASE: 'AUTHORIZE',
  VERIFY: 'AUTHORIZE',
  PAYMENT: 'PAYMENT',
  PAYOUT: 'PAYOUT',
  CAPTURE: 'AUTHORIZE',
  REFUND: 'AUTHORIZE',
  VOID: 'AUTHORIZE',
  INCREMENT: 'AUTHORIZE',
  EXTEND: 'AUTHORIZE',
}

const OPENED_BY: Readonly<Record<TransactionType, Cause>> = {
  AUTHORIZE: 'authorize',
  PURCHASE: 'authorize',
  VERIFY: 'authorize',
  PAYMENT: 'payment',
  PAYOUT: 'payout',
  CAPTURE: 'manage',
  REFUND: 'manage',
  VOID: 'manage',
  INCREMENT: 'manage',
  EXTEND: 'manage',
}

export async function insertOpening(
  trx: Kysely<TransactionTables>,
  opening: Opening,
  ports: CommitPorts,
  nowMs: number,
): Promise<Extract<OpenResult, { kind: 'opened' | 'declined' }>> {
  const { references, sessionWrites, linkWrites, oneTimeUses, addToOutbox } = ports
  const { transaction, requestKey = null } = opening
  const { sessionHash } = transaction
  const atLink = linkPaymentOf(transaction)
  if (sessionHash === null) await holdReference(trx, references, transaction, requestKey)
  else refuse(await sessionWrites.occupy(trx, transaction, sessionHash, nowMs))
  await oneTimeUses.bind(trx, transaction, opening.uses)
  // A request that a rule of the gateway refuses reserves no use.
  if (atLink && transaction.status !== 'INVALID') await linkWrites.reserve(trx, atLink, nowMs, linkRefused)

  const cause = OPENED_BY[transaction.transactionType]
  const { watch } = opening
  const { code, matches } = watch ? await ports.risk.checkAndCount(trx, watch.payment, nowMs) : ALLOWED
  if (watch === undefined || code === null) {
    await insertRecords(trx, opening, cause, addToOutbox, nowMs)
    return { kind: 'opened', matches }
  }
  const declined = watch.decline(code)
  await insertRecords(
    trx,
    { ...declined, attempt: null, pendingAuthentication: null },
    cause,
    addToOutbox,
    nowMs,
  )
  if (sessionHash !== null) await sessionWrites.follow(trx, declined.transaction, sessionHash, nowMs)
  if (atLink) await linkWrites.settle(trx, atLink, false, nowMs)
  return { kind: 'declined', transaction: declined.transaction, matches }
}

/** Returns the payment link of a transaction; null if there is none. */
export function linkPaymentOf(transaction: Transaction): LinkPayment | null {
  const { merchantId, id: transactionId, paymentLinkId, customerIp: visitorIp, paymentMethod } = transaction
  if (paymentLinkId === undefined) return null
  // Every card has a brand.
  const isPaidElsewhere = paymentMethod.brand === null
  return { merchantId, paymentLinkId, transactionId, visitorIp, isPaidElsewhere }
}

/** Refuses a payment whose link has no use for it. */
export const linkRefused = () => new OpeningRefused({ kind: 'link_not_free' })

/** @throws {@link OpeningRefused} */
export function refuse(refusal: OpeningRefusal | null): void {
  if (refusal) throw new OpeningRefused(refusal)
}

/** The rows that every transaction begins with. */
export async function insertRecords(
  trx: Kysely<TransactionTables>,
  { transaction, attempt, pendingAuthentication, event, order }: Omit<Opening, 'uses'>,
  cause: Cause,
  addToOutbox: AddToOutbox,
  nowMs: number,
): Promise<void> {
  await addToCommit(trx, insertTransaction(trx, toTransactionRow(transaction)))
  if (attempt) await addToCommit(trx, insertAttempt(trx, toAttemptRow(attempt, nowMs)))
  if (pendingAuthentication)
    await addToCommit(
      trx,
      insertPendingAuthentication(trx, toPendingAuthenticationRow(pendingAuthentication)),
    )
  await appendHistory(trx, null, transaction, cause, nowMs)
  if (order) await insertOrder(trx, order, nowMs)
  if (event) {
    const { merchantId, id: transactionId } = transaction
    await addToOutbox(trx, { ...event, merchantId, transactionId, createdAtMs: nowMs })
  }
}

/** Each attempt has its own order, because even a withdrawn order may still be paid. */
export async function insertOrder(
  trx: Kysely<TransactionTables>,
  order: ProviderOrder,
  nowMs: number,
): Promise<void> {
  const inserted = trx.insertInto('provider_orders').values({
    transaction_id: order.transactionId,
    merchant_id: order.merchantId,
    provider_id: order.providerId,
    attempt_id: order.attemptId,
    provider_account_id: order.accountId,
    provider_transaction_id: null,
    provider_user_id: null,
    created_at: nowMs,
  })
  await addToCommit(trx, inserted)
}

/**
 * A reference belongs to the first transaction that uses it; an INVALID transaction checks it, but does not take it.
 */
async function holdReference(
  trx: Kysely<TransactionTables>,
  references: ReferenceHolds,
  transaction: Transaction,
  requestKey: string | null,
): Promise<void> {
  const { id, status, transactionType, amountMinor, currency, createdAtMs } = transaction
  const hold = { kind: HOLD_KIND[transactionType], holderId: id, amountMinor, currency, requestKey }
  const taken = () => new OpeningRefused({ kind: 'reference_taken' })
  if (status !== 'INVALID') await references.mustHold(trx, transaction, hold, createdAtMs, taken)
  else if (await references.isHeld(trx, transaction)) throw taken()
}
