import type { Kysely } from 'kysely'

import { type CorrectableCode, isFinalStatus } from '@sluice/types/vocabulary'
import { addToCommit } from '@sluice/platform/database/add-to-commit'

import type { TransactionTables } from '../transactions.tables.ts'
import { appendHistory } from './append-history.store.ts'
import type { Attempt } from './attempt.ts'
import type { CommitPorts } from './commit-ports.ts'
import { statusForCode } from './status-for-code.ts'
import { DeclinedByRisk, ConcurrentUpdateError } from './opening-refused.ts'
import { storeAlert, storeReceipt } from './receipts.store.ts'
import { beginMoneyOf, updateParentAmounts, toMoneyColumns } from './money.store.ts'
import type {
  Change,
  Committed,
  FlowStep,
  OutboxEvent,
  Submission,
  SubmitResult,
} from './execution-records.ts'
import {
  mutablePendingAuthenticationColumns,
  toAttemptRow,
  toAuthenticationColumns,
  toConfirmationRow,
  toResumeTokenRow,
} from './execution-rows.store.ts'
import {
  claimThreeDsId,
  storeAttempt,
  storeAuthentication,
  storeConfirmation,
  movePendingAuthentication,
  updateTransaction,
} from './execution-writes.store.ts'
import { storeNames } from './provider-names.store.ts'
import { ALLOWED } from '../../risk/index.ts'
import { insertOrder, linkPaymentOf, linkRefused, refuse } from './open-execution.store.ts'
import { mutableTransactionColumns, submittedTransactionColumns } from './transaction-rows.store.ts'
import { TakenThreeDsIdError } from './taken-three-ds-id.ts'
import type { Transaction } from './transaction.ts'

/** Events that arrived after the attempt began are tried again within as long. */
const SOON_MS = 10_000

/** The steps at which the card is no longer needed. A commit that kept it would also keep the key that opens it. */
const KEEPS_NO_CARD: ReadonlySet<FlowStep> = new Set(['WAITING', 'REDIRECT', 'CORRECTION', 'DONE'])

/** @throws {@link ConcurrentUpdateError} When the execution was moved since it was read; on PostgreSQL only with the commit. */
export async function applyChange(
  trx: Kysely<TransactionTables>,
  change: Change,
  ports: CommitPorts,
  nowMs: number,
): Promise<Committed> {
  const { from, to } = change
  if (KEEPS_NO_CARD.has(to.step) && to.sealedCard !== null)
    throw new Error(`Transaction ${to.transactionId} may not keep its card at ${to.step}`)
  const moved = movePendingAuthentication(trx, {
    ...mutablePendingAuthenticationColumns(to),
    step_number: from.stepNumber + 1,
    of_merchant: from.merchantId,
    of_transaction: from.transactionId,
    read_step_number: from.stepNumber,
  })
  await addToCommit(trx, moved, { rows: 1, otherwise: () => new ConcurrentUpdateError() })

  for (const attempt of change.attempts ?? []) {
    await addToCommit(trx, storeAttempt(trx, toAttemptRow(attempt, nowMs)))
    const { confirmation } = attempt
    if (confirmation)
      await addToCommit(trx, storeConfirmation(trx, toConfirmationRow(attempt, confirmation, nowMs)))
    const isDecidedSoon =
      attempt.status === 'ENDED' && from.step === 'WORKING' && nowMs - attempt.createdAtMs < SOON_MS
    if (attempt.names) await storeNames(trx, attempt, attempt.names, ports.sealer, nowMs, !isDecidedSoon)
  }
  if (change.authenticated) await recordAuthentication(trx, change.authenticated, nowMs)
  if (change.resumeTokens && change.resumeTokens.length > 0) {
    await addToCommit(
      trx,
      trx.insertInto('continuation_handles').values(change.resumeTokens.map(toResumeTokenRow)),
    )
  }
  if (change.pendingCard) {
    if (!to.savesCard)
      throw new Error(`Transaction ${to.transactionId} keeps a card that its end would forget`)
    await ports.saving.keep(trx, change.pendingCard)
  }
  const settled =
    change.transaction && (await finishCardSaving(trx, change.transaction, change, ports, nowMs))
  let money: Transaction['money'] | null = null
  if (settled) {
    money = await moveTransaction(trx, settled, change.event, ports, nowMs)
    await countMove(trx, settled, change, ports, nowMs)
  }
  if (settled) await updateLinkUse(trx, settled, ports, nowMs)
  if (change.correction && settled) {
    const left = { code: change.correction, savesCard: from.savesCard }
    await leaveToShopper(trx, settled.after, left, ports, nowMs)
  }
  if (change.receipt) await storeReceipt(trx, from, change.receipt, nowMs)
  if (change.alert) await storeAlert(trx, change.alert, nowMs)
  // Handles are issued together with the sealed card, and open nothing once it is gone.
  if (from.sealedCard !== null && to.sealedCard === null) {
    const closed = trx
      .updateTable('continuation_handles')
      .set({ wrapped_key: null })
      .where('merchant_id', '=', from.merchantId)
      .where('transaction_id', '=', from.transactionId)
    await addToCommit(trx, closed)
  }
  return {
    pendingAuthentication: { ...to, stepNumber: from.stepNumber + 1 },
    transaction: settled ? { ...settled.after, ...(money && { money }) } : null,
  }
}

/**
 * Applies a change that begins an attempt to correct a declined one.
 *
 * @throws {@link ConcurrentUpdateError} When the execution changed since it was read.
 * @throws {@link OpeningRefused} When the session accepts no payment, a sealed field was submitted before, or the
 *   payment link accepts no more payments that are confirmed elsewhere.
 * @throws {@link DeclinedByRisk} When a risk rule declines it.
 */
export async function applySubmission(
  trx: Kysely<TransactionTables>,
  change: Change,
  { uses, order, watched }: Submission,
  ports: CommitPorts,
  nowMs: number,
): Promise<Extract<SubmitResult, { kind: 'submitted' }>> {
  const after = change.transaction?.after
  if (!after || after.sessionHash === null)
    throw new Error(`Only in a session a decline is corrected, not that of ${change.from.transactionId}`)
  const atLink = linkPaymentOf(after)
  // First, because whatever ends this payment locks the link before its transaction.
  if (atLink) await ports.linkWrites.recheck(trx, atLink, linkRefused)
  const committed = await applyChange(trx, change, ports, nowMs)
  refuse(await ports.sessionWrites.occupyAgain(trx, after, after.sessionHash, nowMs))
  refuse(await ports.oneTimeUses.rebind(trx, after, uses))
  const submitted = trx
    .updateTable('transactions')
    .set(submittedTransactionColumns(after))
    .where('merchant_id', '=', after.merchantId)
    .where('id', '=', after.id)
  await addToCommit(trx, submitted)
  if (order) await insertOrder(trx, order, nowMs)
  const { code, matches } = watched ? await ports.risk.checkAndCount(trx, watched, nowMs) : ALLOWED
  if (code !== null) throw new DeclinedByRisk({ kind: 'declined_by_risk', code, matches })
  return { kind: 'submitted', committed, matches }
}

async function recordAuthentication(
  trx: Kysely<TransactionTables>,
  attempt: Attempt,
  nowMs: number,
): Promise<void> {
  const authentication = toAuthenticationColumns(attempt)
  if (authentication === null) return
  const columns = { ...authentication, updated_at: nowMs }
  const { merchantId, transactionId, id } = attempt
  const row = { merchant_id: merchantId, transaction_id: transactionId, attempt_id: id, ...columns }
  await addToCommit(trx, storeAuthentication(trx, row))
  const { three_ds_server_trans_id: serverId } = authentication
  // Results of a provider count only for the payment that it names: its ids need not be unique.
  if (serverId === null || attempt.confirmation !== undefined) return
  const claim = { merchant_id: merchantId, transaction_id: transactionId, attempt_id: id, created_at: nowMs }
  await addToCommit(trx, claimThreeDsId(trx, { id: serverId, ...claim }), {
    rows: 1,
    otherwise: () => new TakenThreeDsIdError(),
  })
}

/**
 * Updates the counters of the risk rules when a shopper's attempt ends, whatever the cause. A payment that waits for
 * a correction does not count as open. Captures, refunds and voids are not counted: the merchant starts them.
 */
async function countMove(
  trx: Kysely<TransactionTables>,
  { before, after }: NonNullable<Change['transaction']>,
  { attempts = [], correction }: Change,
  { risk }: CommitPorts,
  nowMs: number,
): Promise<void> {
  const { counted, parentId, paymentMethod } = before
  // Operations that earlier versions stored have what their payment is counted as.
  if (!counted || parentId !== null) return
  const refused = attempts.flatMap(({ id, status, processingCode }) =>
    status === 'ENDED' && processingCode !== null && statusForCode(processingCode) === 'DECLINED'
      ? [{ id, processingCode }]
      : [],
  )
  const { id: transactionId, merchantId, terminalId, amountMinor, currency, status } = after
  const end = isFinalStatus(status) || correction !== undefined
  const ended = end ? (status === 'APPROVED' ? 'APPROVED' : 'ENDED') : null
  const payment = { merchantId, transactionId, terminalId, amountMinor, currency, counted }
  await risk.follow(trx, { ...payment, card: paymentMethod.hash, refused, ended }, nowMs)
}

/** A payment at a link holds its use until it is final: also while the shopper corrects a decline. */
async function updateLinkUse(
  trx: Kysely<TransactionTables>,
  { before, after }: NonNullable<Change['transaction']>,
  { linkWrites }: CommitPorts,
  nowMs: number,
): Promise<void> {
  const atLink = linkPaymentOf(after)
  if (atLink === null || before.status === after.status || !isFinalStatus(after.status)) return
  await linkWrites.settle(trx, atLink, after.status === 'APPROVED', nowMs)
}

/** The session is open for another attempt; the card that was to be saved with this one is gone. */
async function leaveToShopper(
  trx: Kysely<TransactionTables>,
  declined: Transaction,
  { code, savesCard }: { readonly code: CorrectableCode; readonly savesCard: boolean },
  { saving, sessionWrites }: CommitPorts,
  nowMs: number,
): Promise<void> {
  const { merchantId, id: transactionId, sessionHash } = declined
  if (sessionHash === null) throw new Error(`Transaction ${transactionId} has no session to be corrected in`)
  if (savesCard) {
    const nothing = { authenticationStatus: null, networkTransactionId: null, firstAuthentication: null }
    await saving.settle(trx, { merchantId, transactionId, isApproved: false, ...nothing }, nowMs)
  }
  await sessionWrites.reopen(trx, declined, sessionHash, code, nowMs)
}

/** A transaction that ends decides whether its card is saved, and from then on shows the payment method. */
async function finishCardSaving(
  trx: Kysely<TransactionTables>,
  move: NonNullable<Change['transaction']>,
  { from, to, attempts }: Change,
  { saving, addToOutbox }: CommitPorts,
  nowMs: number,
): Promise<NonNullable<Change['transaction']>> {
  const { after } = move
  if (!isFinalStatus(after.status) || !from.savesCard) return move
  const { merchantId, id: transactionId, paymentMethod } = after
  const decided = attempts?.find(({ id }) => id === to.attemptId)
  const ended = {
    merchantId,
    transactionId,
    isApproved: after.status === 'APPROVED',
    authenticationStatus: after.authenticationStatus,
    networkTransactionId: decided?.networkTransactionId ?? null,
    firstAuthentication: decided ? firstAuthenticationOf(decided, nowMs) : null,
  }
  const saved = await saving.settle(trx, ended, nowMs)
  if (saved === null) return move
  await addToOutbox(trx, { ...saved.event, merchantId, transactionId, createdAtMs: nowMs })
  return { ...move, after: { ...after, paymentMethod: { ...paymentMethod, token: saved.token } } }
}

/** Returns what later charges refer to; null if the payment was not authenticated. */
function firstAuthenticationOf({ authentication }: Attempt, nowMs: number) {
  if (authentication?.transStatus !== 'Y' && authentication?.transStatus !== 'A') return null
  const { acsTransId, dsTransId, round } = authentication
  return { acsTransId, dsTransId, wasChallenged: round > 0, atMs: nowMs }
}

/** Returns the money that the transaction begins to have. */
async function moveTransaction(
  trx: Kysely<TransactionTables>,
  { before, after, cause }: NonNullable<Change['transaction']>,
  event: OutboxEvent | undefined,
  { addToOutbox, deadlinesOf, references, sessionWrites }: CommitPorts,
  nowMs: number,
): Promise<Transaction['money'] | null> {
  const money = before.status === after.status ? null : beginMoneyOf(after, nowMs, deadlinesOf)
  const updated = updateTransaction(trx, {
    ...mutableTransactionColumns(after),
    ...toMoneyColumns(after, money),
    of_merchant: after.merchantId,
    of_id: after.id,
    read_status: before.status,
  })
  const otherwise = () => new Error(`Transaction ${after.id} is not ${before.status} any more`)
  await addToCommit(trx, updated, { rows: 1, otherwise })
  if (before.status === after.status) return null

  await appendHistory(trx, before, after, cause, nowMs)
  if (isFinalStatus(after.status) && !event) throw new Error(`Transaction ${after.id} ends without an event`)
  if (event) {
    const { merchantId, id: transactionId } = after
    await addToOutbox(trx, { ...event, merchantId, transactionId, createdAtMs: nowMs })
  }
  if (isFinalStatus(after.status)) await updateParentAmounts(trx, after, deadlinesOf)
  if (after.sessionHash !== null) await sessionWrites.follow(trx, after, after.sessionHash, nowMs)
  // After INVALID, the merchant may send a corrected request. A session keeps the reference with which it was
  // created.
  else if (after.status === 'INVALID') await references.release(trx, after, after.id)
  return money
}
