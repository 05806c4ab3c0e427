import type { ProcessingCode } from '@sluice/types/vocabulary'

import { move } from '../execution/move.ts'
import { endUndecided } from '../execution/apply-result.ts'
import { statusForCode } from '../execution/status-for-code.ts'
import type { Transaction } from '../execution/transaction.ts'
import type { AlertKind, Reversal } from '../reports/provider-reports.ts'
import { recordAlert, type ReportPorts } from '../reports/receive-report.ts'
import { describeAlert } from '../execution/alert.ts'
import { approvedOf, afterNothing } from '../reports/reverse-late-money.ts'
import { detailOf, type OutcomeEvent } from './compare-event.ts'
import { type Applied, end, type KnownAttempt, wait } from './inbox.ts'

/** To the merchant, a call that the provider undid was never executed. */
const UNDONE: ProcessingCode = '1001'

const WORKER_BUSY_MS = 2_000

/** Finds the undo with the key of an event; null if there is none. */
export async function findUndo({ reports }: ReportPorts, { key }: OutcomeEvent, providerId: string) {
  return key === null ? null : reports.findReversal(providerId, key)
}

/**
 * Applies an event about an undo. A successful undo ends a payment whose answer was lost. "Nothing found" ends nothing,
 * because the payment may still arrive: the gateway sends the undo again under a new key.
 */
export async function applyUndoEvent(
  ports: ReportPorts,
  event: OutcomeEvent,
  undo: Reversal,
): Promise<Applied> {
  const key = undo.key?.id ?? event.key
  const attempt = toKnown(undo, event)
  const transaction = await ports.store.find(undo.merchantId, undo.transactionId)
  if (transaction === null) return end('IGNORED', attempt)
  const raise = async (kind: AlertKind) =>
    recordAlert(ports, attempt, describeAlert(undo, kind, detailOf(event), null))
  const differences = findUndoDifferences(event, undo, transaction)
  if (differences.length > 0) {
    for (const kind of differences) await raise(kind)
    await ports.reports.recordReversal(undo, key, { kind: 'left to people' })
    return end('IGNORED', attempt)
  }
  switch (statusForCode(event.outcome.processingCode)) {
    case 'APPROVED':
      return applyUndone(ports, undo, attempt, raise)
    case 'PENDING':
      return end('APPLIED', attempt)
    default:
      // The provider confirmed the undo before.
      if (undo.isReversed) await raise('CONTRADICTION')
      else await ports.reports.recordReversal(undo, key, afterNothing(ports, undo, transaction))
      return end('APPLIED', attempt)
  }
}

/** Returns everything in which an event differs from the undo that it names. */
function findUndoDifferences(
  event: OutcomeEvent,
  { detail }: Reversal,
  { amountMinor, currency }: Transaction,
): readonly AlertKind[] {
  const undoneMinor = approvedOf({ detail }) ?? amountMinor
  const { processingCode, approvedMinor = undoneMinor } = event.outcome
  // A provider that found nothing to undo knows no amount and no currency of it.
  const isDone = statusForCode(processingCode) === 'APPROVED'
  const isPartial = isDone && approvedMinor !== undoneMinor
  const differs: Readonly<Partial<Record<AlertKind, boolean>>> = {
    ACCOUNT_MISMATCH: event.accountId !== (detail['accountReference'] ?? detail['account_id']),
    CURRENCY_MISMATCH: isDone && event.currency !== currency,
    AMOUNT_MISMATCH: isDone && (event.amountMinor !== undoneMinor || isPartial),
    TYPE_MISMATCH: event.call !== 'undo',
  }
  return (Object.keys(differs) as AlertKind[]).filter((kind) => differs[kind])
}

async function applyUndone(
  ports: ReportPorts,
  undo: Reversal,
  attempt: KnownAttempt,
  raise: (kind: AlertKind) => Promise<void>,
): Promise<Applied> {
  const open = await ports.store.findOpen(undo.merchantId, undo.transactionId)
  if (open?.attempt.id === undo.attemptId && undo.kind === 'LOST_ANSWER') {
    const nowMs = ports.clock.now()
    // The worker that made the call has to record first that it got no answer.
    if (open.pendingAuthentication.step === 'WORKING') return wait(nowMs + WORKER_BUSY_MS, attempt)
    const moved = await move(ports, open, endUndecided(open, UNDONE, { cause: 'provider', nowMs }))
    if (moved === null) return wait(nowMs + WORKER_BUSY_MS, attempt)
  } else if (undo.kind === 'LOST_ANSWER') {
    const ended = await ports.store.find(undo.merchantId, undo.transactionId)
    // The merchant may deliver although the money was reversed.
    if (ended?.status === 'APPROVED') await raise('CONTRADICTION')
  }
  await ports.reports.recordReversal(undo, undo.key?.id ?? null, { kind: 'reversed' })
  return end('APPLIED', attempt)
}

function toKnown(undo: Reversal, { accountId }: OutcomeEvent): KnownAttempt {
  const { merchantId, transactionId, attemptId, providerId } = undo
  return { merchantId, transactionId, attemptId, providerId, accountId, status: 'UNKNOWN', endedAs: null }
}
