import type { ProcessingCode } from '@sluice/types/vocabulary'

import { describeAlert } from '../execution/alert.ts'
import type { AttemptStatus } from '../execution/attempt.ts'
import { withNothingPayable } from '../execution/learn-confirmed.ts'
import { declaredCall, foundIn } from '../execution/status-query.ts'
import { rulesOfFlow } from '../execution/flow.ts'
import { attemptOf } from '../execution/key-for.ts'
import { move, type Step } from '../execution/move.ts'
import type { Execution } from '../execution/execution-records.ts'
import type { ProviderOutcome } from '../execution/provider.ts'
import { applyWithdrawal } from '../execution/apply-withdrawal.ts'
import { holdDecline, applyOutcome, withNames } from '../execution/apply-result.ts'
import { statusForCode } from '../execution/status-for-code.ts'
import type { Transaction } from '../execution/transaction.ts'
import { compareLateReport } from '../reports/provider-report.ts'
import type { AlertKind } from '../reports/provider-reports.ts'
import { recordAlert, recordLateMoney } from '../reports/receive-report.ts'
import { applyUndoEvent, findUndo } from './apply-undo-event.ts'
import { applyRecord, type RecordPorts } from './apply-record.ts'
import { detailOf, findDifferences, type OutcomeEvent } from './compare-event.ts'
import { nextTryAt } from './event-schedule.ts'
import { type Applied, end, type Inbox, type KnownAttempt, type StoredEvent, wait } from './inbox.ts'

export interface ApplyEventPorts extends RecordPorts {
  readonly inbox: Inbox
  /** Whether payments in this gateway move real money. */
  readonly isLive: boolean
}

/** The states of an attempt between its call and its end. */
const CALLED: ReadonlySet<AttemptStatus> = new Set(['CONFIRMING', 'PENDING', 'UNKNOWN', 'NEEDS_DECISION'])

/** The outcome of a cancellation that a provider accepted: the order was not paid, and never will be. */
const CANCELED: ProcessingCode = '1003'

/** A call that a worker has just begun is answered within seconds. */
const WORKER_BUSY_MS = 2_000

/** How long an event waits before the gateway checks again whether the shopper has come back from the provider. */
const SHOPPER_AWAY_MS = 15_000

/**
 * Applies one event. It settles an attempt only if it matches the call in every respect, and the provider is declared
 * to answer only by events or to send authoritative ones. Otherwise the gateway sends a status query.
 *
 * @throws When a temporary failure occurs.
 */
export async function applyEvent(ports: ApplyEventPorts, stored: StoredEvent): Promise<Applied> {
  const { event } = stored
  if (event.isLive !== ports.isLive) return end('FOREIGN')
  if (event.kind === 'OTHER') return end('IGNORED')
  const known = await ports.inbox.findAttempts(stored)
  if (event.record !== null) return applyRecord(ports, stored, event.record, known)
  if (!isOutcome(event)) return end('IGNORED')
  const [attempt, another] = known
  if (attempt === undefined) {
    const undo = await findUndo(ports, event, stored.providerId)
    return undo === null ? waitForPayment(ports, stored) : applyUndoEvent(ports, event, undo)
  }
  if (another !== undefined) {
    // Several calls have this reference, so only their provider can say which one the event means.
    for (const each of known) await ports.inbox.askNow(each)
    return end('APPLIED')
  }
  const transaction = await ports.store.find(attempt.merchantId, attempt.transactionId)
  if (transaction === null) return waitForPayment(ports, stored)

  // Some providers identify an undo by the payment that it undoes.
  const undo = event.call === 'undo' ? await ports.reports.findReversalOf(attempt) : null
  if (undo !== null) return applyUndoEvent(ports, event, undo)
  if (isUnderAnothersKey(event)) {
    await raise(ports, attempt, 'KEY_MISMATCH', event)
    await ports.inbox.askNow(attempt)
    return end('IGNORED', attempt)
  }
  const isCanceled = event.call === 'cancellation' && event.outcome.processingCode === CANCELED
  if (event.call === 'preparation' || (event.call === 'cancellation' && !isCanceled)) {
    // The event moves no money. A status query shows its effect on the payment.
    await ports.inbox.askNow(attempt)
    return end('APPLIED', attempt)
  }

  const differences = findDifferences(event, attempt, transaction)
  if (differences.length > 0) {
    for (const kind of differences) await raise(ports, attempt, kind, event)
    await ports.inbox.askNow(attempt)
    return end('IGNORED', attempt)
  }
  return attempt.status === 'ENDED'
    ? applyAfterTheEnd(ports, event, attempt, transaction)
    : applyToOpen(ports, event, attempt)
}

async function applyToOpen(
  ports: ApplyEventPorts,
  event: OutcomeEvent,
  attempt: KnownAttempt,
): Promise<Applied> {
  const open = await ports.store.findOpen(attempt.merchantId, attempt.transactionId)
  const isRunning = open !== null && open.attempt.id === attempt.attemptId
  // The next try sees the final state of whatever ended in the meantime.
  if (!isRunning || open.pendingAuthentication.step === 'WORKING' || open.attempt.status === 'ENDED')
    return wait(ports.clock.now() + WORKER_BUSY_MS, attempt)
  // A call that was not made cannot have an outcome.
  if (!CALLED.has(open.attempt.status)) {
    await raise(ports, attempt, 'CONTRADICTION', event)
    return end('IGNORED', attempt)
  }

  const outcome = withOwnNames(event)
  if (!isDecisive(ports, open)) {
    // The provider is not queried while the shopper is there. The effect of the event shows once the shopper returns
    // or the time expires.
    if (open.attempt.status === 'CONFIRMING') return wait(ports.clock.now() + SHOPPER_AWAY_MS, attempt)
    await ports.inbox.askNow(attempt)
    return end('APPLIED', attempt)
  }
  const nowMs = ports.clock.now()
  if (event.call === 'cancellation') {
    const inTime = nowMs < open.pendingAuthentication.expiresAtMs ? CANCELED : '1005'
    const code = open.attempt.confirmation?.endsAs ?? inTime
    const names = outcome.names
    const withdrawn = applyWithdrawal(
      open,
      { kind: 'withdrawn', ...(names && { names }) },
      { code, cause: 'provider', nowMs },
    )
    const canceled = withdrawn && (await move(ports, open, withdrawn))
    return canceled === null ? wait(nowMs + WORKER_BUSY_MS, attempt) : end('APPLIED', attempt)
  }
  // While the shopper is present, a decline does not exclude another attempt.
  if (statusForCode(outcome.processingCode) !== 'APPROVED' && open.attempt.status === 'CONFIRMING') {
    await ports.inbox.askNow(attempt)
    return end('APPLIED', attempt)
  }
  const moved = await move(ports, open, await applyOutcomeEvent(ports, open, { ...attempt, event }, outcome))
  return moved === null ? wait(ports.clock.now() + WORKER_BUSY_MS, attempt) : end('APPLIED', attempt)
}

/** A decline counts once the provider confirms that the shopper can no longer pay there. */
async function applyOutcomeEvent(
  ports: ApplyEventPorts,
  open: Execution,
  { event, ...attempt }: KnownAttempt & { readonly event: OutcomeEvent },
  outcome: ProviderOutcome,
): Promise<Step> {
  const provider = ports.providers.get(open.attempt.providerId)
  const found = await withNothingPayable(provider, open.attempt, foundIn(outcome))
  const nowMs = ports.clock.now()
  if (found.kind === 'declining') return { ...holdDecline(open, found, nowMs), cause: 'provider' }
  const told = found.kind === 'decided' ? found.outcome : outcome
  // The gateway requested a reversal, so it discards an earlier approval.
  const isUndone =
    statusForCode(told.processingCode) === 'APPROVED' &&
    (await ports.reports.recordApproval(attempt, event.id))
  return found.kind !== 'decided' || isUndone
    ? { cause: 'provider', to: {}, attempt: withNames(open.attempt, told) }
    : applyOutcome(open, told, { cause: 'provider', nowMs })
}

/** Applies an event about an attempt that has ended: money that arrived too late is reversed. */
async function applyAfterTheEnd(
  ports: ApplyEventPorts,
  event: OutcomeEvent,
  attempt: KnownAttempt,
  transaction: Transaction,
): Promise<Applied> {
  const stands = attempt.endedAs
  const kind = compareLateReport(
    statusForCode(event.outcome.processingCode),
    // The provider was never called.
    stands === null ? 'DECLINED' : statusForCode(stands),
  )
  if (kind === null) return end('APPLIED', attempt)
  if (kind !== 'LATE_SUCCESS' || rulesOfFlow(transaction).lateMoney !== 'reverse')
    await raise(ports, attempt, kind, event)
  else if (isDecisive(ports, { transaction, attempt })) {
    const { referenceNumber, approvedMinor } = event.outcome
    await recordLateMoney(ports, attempt, {
      learned: 'by an event',
      event_id: event.id,
      reference: referenceNumber ?? '',
      ...(approvedMinor !== undefined && { approved_amount: String(approvedMinor) }),
    })
  } else await ports.inbox.askNow(attempt)
  return end('APPLIED', attempt)
}

/** Reports whether the call of an event is not the one with its key. */
function isUnderAnothersKey({ key, call }: OutcomeEvent): boolean {
  const further = key === null ? null : attemptOf(key).further
  return further !== null && further !== call
}

/** Reports whether events of the provider are authoritative. */
function isDecisive(
  { providers }: Pick<ApplyEventPorts, 'providers'>,
  of: Pick<Execution, 'transaction'> & { readonly attempt: { readonly providerId: string } },
): boolean {
  const provider = providers.get(of.attempt.providerId)
  const isOnlyReported = declaredCall(provider, of.transaction).lookup === 'events-only'
  return isOnlyReported || provider?.capabilities.reports === 'AUTHORITATIVE'
}

function isOutcome(event: StoredEvent['event']): event is OutcomeEvent {
  return event.kind === 'OUTCOME' && event.outcome !== null
}

/** The references of the event belong to the payment, even if its outcome repeats none. */
function withOwnNames({ outcome, refs }: OutcomeEvent): ProviderOutcome {
  const { names = { state: null, refs: [] } } = outcome
  if (names.state === null && names.refs.length === 0 && refs.length === 0) return outcome
  return { ...outcome, names: { ...names, refs: names.refs.length > 0 ? names.refs : refs } }
}

async function raise(ports: ApplyEventPorts, attempt: KnownAttempt, kind: AlertKind, event: OutcomeEvent) {
  await recordAlert(ports, attempt, describeAlert(attempt, kind, detailOf(event), null))
}

function waitForPayment({ clock }: ApplyEventPorts, { receivedAtMs }: StoredEvent): Applied {
  const dueAtMs = nextTryAt(receivedAtMs, clock.now())
  return dueAtMs === null ? end('FOREIGN') : wait(dueAtMs)
}
