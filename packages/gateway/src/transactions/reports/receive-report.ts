import type { ProcessingCode } from '@sluice/types/vocabulary'

import { withProviderOutcome } from '../card/call-provider.ts'
import { endTransaction, ERASED } from '../execution/settle.ts'
import type { FlowPorts } from '../card/flow.ts'
import { callProvider, describeOutcome } from '../execution/provider-calls.ts'
import { statusForCode } from '../execution/status-for-code.ts'
import type { CallbackReceipt, OpenAuthorization, ProviderOrder } from '../execution/execution-records.ts'
import {
  type Confirmation,
  findMismatches,
  judgeLateReport,
  judgeReport,
  type Mismatch,
  type ProviderReport,
} from './provider-report.ts'
import type { AlertKind, ProviderReports, ReconciliationAlert } from './provider-reports.ts'

export interface ReportPorts extends FlowPorts {
  readonly reports: ProviderReports
}

export type Received =
  | { readonly kind: 'accepted' }
  /** The provider was never given such a transaction. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'mismatched'; readonly mismatches: readonly Mismatch[] }

/** Whoever moves a transaction between our reading and our commit ends it, so the second look settles it. */
const MAX_TRIES = 3
/** A provider that does not confirm what it reported is asked again after so long. */
const ASK_AGAIN_MS = 2_000

const ACCEPTED: Received = { kind: 'accepted' }

/**
 * Acts upon a provider's report whose signature was verified. Reports may come twice, late, in any order, and against
 * each other: a final transaction stays as it is.
 */
export async function receiveReport(
  ports: ReportPorts,
  providerId: string,
  messageId: string,
  report: ProviderReport,
  code: ProcessingCode,
): Promise<Received> {
  const order = await ports.reports.findOrder(providerId, report.transactionId)
  const transaction = order && (await ports.store.find(order.merchantId, order.transactionId))
  if (order === null || transaction === null) return { kind: 'unknown' }

  const mismatches = findMismatches(report, order, transaction)
  for (const { kind } of mismatches) {
    await noteAlert(ports, order, describeAlert(order, kind, detailOf(report), null))
  }
  if (mismatches.length > 0) return { kind: 'mismatched', mismatches }

  if (await ports.reports.isReceived(order.merchantId, providerId, messageId)) return ACCEPTED
  const receipt: CallbackReceipt = {
    providerId,
    messageId,
    status: report.status,
    providerTransactionId: report.providerTransactionId,
    providerUserId: report.providerUserId,
  }
  if (statusForCode(code) === 'PENDING') await ports.reports.note(order, { receipt })
  else await settle(ports, order, report, code, receipt)
  return ACCEPTED
}

async function settle(
  ports: ReportPorts,
  order: ProviderOrder,
  report: ProviderReport,
  code: ProcessingCode,
  receipt: CallbackReceipt,
): Promise<void> {
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const open = await ports.store.findOpen(order.merchantId, order.transactionId)
    if (open === null) return noteAfterTheEnd(ports, order, report, code, receipt)
    const verdict = judgeReport(report, code, await confirm(ports, order))
    if (verdict === null) {
      if (await askAgain(ports, order, open, receipt)) return
      continue
    }
    if (verdict.contradicts) {
      await noteAlert(ports, order, describeAlert(order, 'CONTRADICTION', detailOf(report), null))
    }
    const attempt = withProviderOutcome(open.attempt, verdict.outcome)
    const after = endTransaction(open.transaction, attempt, {
      processingCode: verdict.outcome.processingCode,
      retryable: false,
      nowMs: ports.clock.now(),
    })
    const { stepNumber: _, ...current } = open.continuation
    const committed = await ports.store.commit({
      from: open.continuation,
      to: { ...current, ...ERASED },
      transaction: { before: open.transaction, after, cause: 'provider' },
      attempts: [attempt],
      event: ports.describeEvent(after),
      receipt,
    })
    if (committed !== null) return
  }
  throw new Error(`Transaction ${order.transactionId} was moved by others again and again`)
}

/** What the provider says now. */
export async function confirm(ports: ReportPorts, order: ProviderOrder): Promise<Confirmation> {
  const provider = ports.providers.get(order.providerId)
  if (!provider) return 'unknown'
  const find = () => provider.findOutcome(order.attemptId)
  const heard = await callProvider(ports, order.providerId, 'find', find, describeOutcome)
  return heard.kind === 'silent' ? 'unknown' : heard.value
}

/**
 * Leaves it to the next question: whoever is still at work with the provider will ask by himself. False when somebody
 * moved the transaction meanwhile: ended, it may be late money.
 */
async function askAgain(
  ports: ReportPorts,
  order: ProviderOrder,
  { attempt, continuation }: OpenAuthorization,
  receipt: CallbackReceipt,
): Promise<boolean> {
  if (continuation.step === 'WORKING') {
    await ports.reports.note(order, { receipt })
    return true
  }
  const { stepNumber: _, ...current } = continuation
  const committed = await ports.store.commit({
    from: continuation,
    to: current,
    attempts: [{ ...attempt, dueAtMs: ports.clock.now() + ASK_AGAIN_MS }],
    receipt,
  })
  return committed !== null
}

async function noteAfterTheEnd(
  ports: ReportPorts,
  order: ProviderOrder,
  report: ProviderReport,
  code: ProcessingCode,
  receipt: CallbackReceipt,
): Promise<void> {
  const transaction = await ports.store.find(order.merchantId, order.transactionId)
  const kind = transaction && judgeLateReport(statusForCode(code), transaction.status)
  if (kind === null) return ports.reports.note(order, { receipt })
  // Money that came too late for its transaction is given back; everything else is for people to look at.
  // A refund that went through after all is such a thing: to reverse it would be to charge.
  const goesBack = kind === 'LATE_SUCCESS' && transaction?.parentId === null
  const reversalDueAtMs = goesBack ? ports.clock.now() : null
  await noteAlert(ports, order, describeAlert(order, kind, detailOf(report), reversalDueAtMs), receipt)
}

async function noteAlert(
  ports: ReportPorts,
  order: ProviderOrder,
  alert: ReconciliationAlert,
  receipt?: CallbackReceipt,
): Promise<void> {
  await ports.reports.note(order, { alert, ...(receipt && { receipt }) })
  ports.onAlert?.(alert)
}

function describeAlert(
  order: ProviderOrder,
  kind: AlertKind,
  detail: ReconciliationAlert['detail'],
  reversalDueAtMs: number | null,
): ReconciliationAlert {
  return {
    merchantId: order.merchantId,
    transactionId: order.transactionId,
    kind,
    providerId: order.providerId,
    attemptId: order.attemptId,
    detail,
    reversalDueAtMs,
    reversalTries: 0,
  }
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

/** Has money given back of which no report told. */
export function noteLateMoney(
  ports: ReportPorts,
  order: ProviderOrder,
  detail: ReconciliationAlert['detail'],
): Promise<void> {
  return noteAlert(ports, order, describeAlert(order, 'LATE_SUCCESS', detail, ports.clock.now()))
}
