import type { ProcessingCode } from '@sluice/types/vocabulary'
import type { Random } from '@sluice/platform/kernel/random'

import type { BoundProvider } from '../execution/bound-provider.ts'
import { statusForCode } from '../execution/status-for-code.ts'
import { rulesOfFlow } from '../execution/flow.ts'
import { move } from '../execution/move.ts'
import type { EndPorts } from '../execution/recover.ts'
import { canAsk, declaredCall } from '../execution/status-query.ts'
import { applyOutcome } from '../execution/apply-result.ts'
import type {
  CallbackReceipt,
  Execution,
  ProviderOrder,
  TransactionStore,
} from '../execution/execution-records.ts'
import type { Transaction } from '../execution/transaction.ts'
import {
  type QueriedOrder,
  type Confirmation,
  decidedBy,
  findMismatches,
  findReported,
  compareLateReport,
  resolveReport,
  acceptReport,
  type Mismatch,
  type ProviderReport,
} from './provider-report.ts'
import { describeAlert } from '../execution/alert.ts'
import type { ProviderReports, ReconciliationAlert, StandingOrder } from './provider-reports.ts'

export interface ReportPorts extends EndPorts {
  readonly store: Pick<TransactionStore, 'commit' | 'find' | 'findOpen'>
  readonly reports: ProviderReports
  readonly random: Pick<Random, 'uuid'>
  /** The time limit for a provider's answer. */
  readonly providerTimeoutMs: number
}

export type CallbackResult =
  | { readonly kind: 'accepted' }
  /** The provider never received this transaction. */
  | { readonly kind: 'unknown' }
  /**
   * The call is still unanswered, and settling now would lose its answer, so the provider must send the report again.
   */
  | { readonly kind: 'too_early' }
  | { readonly kind: 'mismatched'; readonly mismatches: readonly Mismatch[] }

/** A change between reading and commit ends the transaction, so a second try succeeds. */
const MAX_TRIES = 3
/** The time after which a provider that does not confirm its report is queried again. */
const ASK_AGAIN_MS = 2_000

const ACCEPTED: CallbackResult = { kind: 'accepted' }

/**
 * Processes a provider's report whose signature was verified. Reports may be repeated, late, out of order and
 * contradictory; a final transaction never changes.
 */
export async function receiveReport(
  ports: ReportPorts,
  providerId: string,
  messageId: string,
  report: ProviderReport,
  code: ProcessingCode,
): Promise<CallbackResult> {
  const orders = await ports.reports.findOrders(providerId, report.transactionId)
  const [latest] = orders
  const transaction = latest && (await ports.store.find(latest.merchantId, latest.transactionId))
  if (!latest || !transaction) return { kind: 'unknown' }

  // Each attempt may have used another account.
  const meant = orders.filter((each) => findMismatches(report, each, transaction).length === 0)
  const [order] = meant
  if (order === undefined) {
    const mismatches = findMismatches(report, latest, transaction)
    for (const { kind } of mismatches) {
      await recordAlert(ports, latest, describeAlert(latest, kind, detailOf(report), null))
    }
    return { kind: 'mismatched', mismatches }
  }

  if (await ports.reports.isReceived(order.merchantId, providerId, messageId)) return ACCEPTED
  const receipt: CallbackReceipt = {
    providerId,
    messageId,
    attemptId: meant.length === 1 ? order.attemptId : null,
    status: report.status,
    providerTransactionId: report.providerTransactionId,
    providerUserId: report.providerUserId,
  }
  if (statusForCode(code) === 'PENDING') await ports.reports.note(order, { receipt })
  else if (meant.length === 1) return resolveOrder(ports, order, report, code, receipt)
  else await resolveAmongOrders(ports, transaction, meant, report, code, receipt)
  return ACCEPTED
}

async function resolveOrder(
  ports: ReportPorts,
  order: ProviderOrder,
  report: ProviderReport,
  code: ProcessingCode,
  receipt: CallbackReceipt,
): Promise<CallbackResult> {
  const provider = ports.providers.get(order.providerId)
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const open = await ports.store.findOpen(order.merchantId, order.transactionId)
    if (open === null) {
      await recordAfterTheEnd(ports, order, report, code, receipt)
      return ACCEPTED
    }
    if (isEnded(open, order)) {
      await ports.reports.lookNow(order, receipt)
      return ACCEPTED
    }
    if (isOnlyReported(ports, open) && open.pendingAuthentication.step === 'WORKING')
      return { kind: 'too_early' }
    const verdict = isAuthoritative(ports, open)
      ? acceptReport(report, code)
      : resolveReport(report, code, await confirm(provider, order, open.transaction), open.attempt.number)
    if (verdict === null) {
      if (await askAgain(ports, order, open, receipt)) return ACCEPTED
      continue
    }
    if (verdict.contradicts) {
      await recordAlert(ports, order, describeAlert(order, 'CONTRADICTION', detailOf(report), null))
    }
    const end = applyOutcome(open, verdict.outcome, { cause: 'provider', nowMs: ports.clock.now() })
    const committed = await move(ports, open, { ...end, receipt })
    if (committed !== null) return ACCEPTED
  }
  throw movedAgain(order)
}

/**
 * Handles a report if the provider has several orders of the transaction. The report names none of them, so each is
 * queried, which also finds a second attempt that was paid.
 */
async function resolveAmongOrders(
  ports: ReportPorts,
  transaction: Transaction,
  orders: readonly StandingOrder[],
  report: ProviderReport,
  code: ProcessingCode,
  { attemptId: _, ...message }: CallbackReceipt,
): Promise<void> {
  const [latest] = orders
  if (latest === undefined) return
  const provider = ports.providers.get(latest.providerId)
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const asked = await Promise.all(
      orders.map(async (order) => ({ order, confirmation: await confirm(provider, order, transaction) })),
    )
    const reported = findReported(report, code, asked)
    const receipt = { ...message, attemptId: reported?.attemptId ?? null }
    await ports.reports.lookNow(latest, receipt)

    const open = await ports.store.findOpen(latest.merchantId, latest.transactionId)
    const running = open && asked.find(({ order }) => !isEnded(open, order))
    if (!open || !running) return recordReversedOutcome(ports, asked, report)
    const outcome = decidedBy(running.confirmation)
    if (outcome === null) {
      if (await askAgain(ports, running.order, open, receipt)) return
      continue
    }
    const { providerTransactionId: referenceNumber } = report
    const named = reported === running.order ? { ...outcome, referenceNumber } : outcome
    const end = applyOutcome(open, named, { cause: 'provider', nowMs: ports.clock.now() })
    const committed = await move(ports, open, end)
    if (committed !== null) return
  }
  throw movedAgain(latest)
}

/** Raises an alert about an approved attempt that its provider now reports as refused. */
async function recordReversedOutcome(
  ports: ReportPorts,
  asked: readonly QueriedOrder[],
  report: ProviderReport,
): Promise<void> {
  for (const { order, confirmation } of asked) {
    const says = decidedBy(confirmation)
    if (says === null || order.endedAs === null) continue
    const kind = compareLateReport(statusForCode(says.processingCode), statusForCode(order.endedAs))
    // The status query that the report made due handles money of another attempt.
    if (kind !== 'CONTRADICTION') continue
    await recordAlert(ports, order, describeAlert(order, kind, detailOf(report), null))
  }
}

function movedAgain({ transactionId }: ProviderOrder): Error {
  return new Error(`Transaction ${transactionId} was moved by others again and again`)
}

/**
 * Reports whether a report settles its order without a status query: the configuration allows it for the provider,
 * and the provider has acknowledged the order. A provider that never acknowledged an order may be reporting another
 * one.
 */
function isAuthoritative(ports: ReportPorts, open: Execution): boolean {
  if (isOnlyReported(ports, open)) return true
  const { attempt } = open
  const provider = ports.providers.get(attempt.providerId)
  // A report names only the transaction, so with several attempts it may apply to an earlier one.
  const isAcknowledged = attempt.status === 'PENDING' && attempt.number === 1
  return provider?.capabilities.reports === 'AUTHORITATIVE' && isAcknowledged
}

/**
 * Reports whether the gateway never queries the provider, so that a matching report is the only source of the
 * outcome.
 */
function isOnlyReported({ providers }: ReportPorts, { transaction, attempt }: Execution): boolean {
  return declaredCall(providers.get(attempt.providerId), transaction).lookup === 'events-only'
}

/** Reports whether a report applies to a declined attempt that the shopper corrects or has corrected. */
function isEnded({ attempt, pendingAuthentication }: Execution, { attemptId }: ProviderOrder): boolean {
  return pendingAuthentication.step === 'CORRECTION' || attempt.id !== attemptId
}

/** Queries the provider; undefined if it is no longer configured. A provider without a lookup counts as unavailable. */
export async function confirm(
  provider: BoundProvider | undefined,
  { merchantId, attemptId: id, transactionId }: ProviderOrder,
  transaction: Transaction,
): Promise<Confirmation> {
  const attempt = { merchantId, id, transactionId }
  if (!provider || !(await canAsk(provider, transaction, attempt))) return 'unknown'
  const result = await provider.findOutcome(attempt)
  return result.kind === 'unanswered' ? 'unknown' : result.value
}

/**
 * Schedules the next status query; a process that is still calling the provider queries it anyway. Returns false if
 * the transaction changed in the meantime: if it ended, the report may be about late money.
 */
async function askAgain(
  ports: ReportPorts,
  order: ProviderOrder,
  open: Execution,
  receipt: CallbackReceipt,
): Promise<boolean> {
  if (open.pendingAuthentication.step === 'WORKING') {
    await ports.reports.note(order, { receipt })
    return true
  }
  const attempt = { ...open.attempt, dueAtMs: ports.clock.now() + ASK_AGAIN_MS }
  const committed = await move(ports, open, { cause: 'provider', to: {}, attempt, receipt })
  return committed !== null
}

async function recordAfterTheEnd(
  ports: ReportPorts,
  order: ProviderOrder,
  report: ProviderReport,
  code: ProcessingCode,
  receipt: CallbackReceipt,
): Promise<void> {
  const transaction = await ports.store.find(order.merchantId, order.transactionId)
  // The current state, because the attempt may have ended since the report arrived.
  const orders = await ports.reports.findOrders(order.providerId, order.transactionId)
  const endedAs = orders.find(({ attemptId }) => attemptId === order.attemptId)?.endedAs ?? null
  const kind = endedAs && compareLateReport(statusForCode(code), statusForCode(endedAs))
  const isKnown =
    kind === 'LATE_SUCCESS' && (await isGivenBackAlready(ports, order, report.providerTransactionId))
  if (kind === null || isKnown) return ports.reports.note(order, { receipt })
  // Money that arrived too late for its transaction is reversed; everything else needs a person.
  const goesBack =
    kind === 'LATE_SUCCESS' && transaction !== null && rulesOfFlow(transaction).lateMoney === 'reverse'
  const reversalDueAtMs = goesBack ? ports.clock.now() : null
  await recordAlert(ports, order, describeAlert(order, kind, detailOf(report), reversalDueAtMs), receipt)
}

/** Stores an alert, with the report that caused it, and notifies the operators. */
export async function recordAlert(
  ports: ReportPorts,
  order: ProviderOrder,
  alert: ReconciliationAlert,
  receipt?: CallbackReceipt,
): Promise<void> {
  await ports.reports.note(order, { alert, ...(receipt && { receipt }) })
  ports.onAlert?.(alert)
}

function detailOf(report: ProviderReport): ReconciliationAlert['detail'] {
  return {
    accountReference: report.accountId,
    psTransactionId: report.providerTransactionId,
    status: report.status,
    type: report.type,
    currency: report.currency,
    amount: report.amount,
  }
}

/**
 * Reports whether a late approval needs no undo of its own: it was partial or unauthenticated, or the undo of its
 * lost answer reverses it. If that undo was confirmed, it came after the approval, which was only reported later.
 */
async function isGivenBackAlready(
  ports: ReportPorts,
  order: ProviderOrder,
  source: string,
): Promise<boolean> {
  if (await ports.reports.isApprovalUndone(order)) return true
  if (!(await ports.reports.recordApproval(order, source))) return false
  await ports.reports.resumeUndo(order)
  return true
}

/** Schedules the reversal of money that no report mentioned, unless it is already scheduled. */
export async function recordLateMoney(
  ports: ReportPorts,
  order: ProviderOrder,
  detail: ReconciliationAlert['detail'],
): Promise<void> {
  if (await isGivenBackAlready(ports, order, detail['event_id'] ?? 'when asked')) return
  const account = { accountReference: order.accountId }
  const alert = describeAlert(order, 'LATE_SUCCESS', { ...detail, ...account }, ports.clock.now())
  return recordAlert(ports, order, alert)
}

/** Leaves an order that ended here, but not at its provider, to manual resolution. */
export function recordUnresolved(ports: ReportPorts, order: ProviderOrder): Promise<void> {
  return recordAlert(ports, order, describeAlert(order, 'UNRESOLVED', { account_id: order.accountId }, null))
}
