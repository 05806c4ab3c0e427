import { isFinalStatus } from '@sluice/types/vocabulary'

import { describeAlert } from '../execution/alert.ts'
import { holdsCardNumber } from '../execution/holds-card-number.ts'
import type { ReportedRecord } from '../execution/provider.ts'
import type { Transaction } from '../execution/transaction.ts'
import { targetsOf } from '../records/record.ts'
import type { TransactionRecords } from '../records/transaction-records.store.ts'
import type { AlertKind } from '../reports/provider-reports.ts'
import { recordAlert, type ReportPorts } from '../reports/receive-report.ts'
import { LAST_RETRY_MS, nextTryAt } from './event-schedule.ts'
import { type Applied, end, type KnownAttempt, type StoredEvent, wait } from './inbox.ts'

export interface RecordPorts extends ReportPorts {
  readonly records: Pick<TransactionRecords, 'add'>
}

/**
 * Stores a provider's record about a transaction that ended. Amounts never cause a refusal: an impossible one is
 * stored too, and raises an alert.
 *
 * @param known - the attempts that the event identifies.
 */
export async function applyRecord(
  ports: RecordPorts,
  { event, receivedAtMs }: StoredEvent,
  record: ReportedRecord,
  known: readonly KnownAttempt[],
): Promise<Applied> {
  const target = await findTarget(ports, record, known)
  const nowMs = ports.clock.now()
  const laterMs = nextTryAt(receivedAtMs, nowMs)
  if (target === null) return laterMs === null ? end('FOREIGN') : wait(laterMs)
  const { attempt, transaction } = target
  // The record applies to the end, which is not known yet.
  if (!isFinalStatus(transaction.status)) return wait(laterMs ?? nowMs + LAST_RETRY_MS, attempt)
  if (isReportedAlready(record, transaction)) return end('APPLIED', attempt)
  const difference = differenceOf(event.accountId, record, target)
  if (difference !== null) {
    await raise(ports, attempt, difference, record)
    return end('IGNORED', attempt)
  }
  const alert = await ports.records.add({
    reported: record,
    fact: event.fact,
    providerReference: referenceToReport(event.refs[0], transaction),
    occurredAtMs: event.occurredAtMs,
    of: attempt,
  })
  if (alert !== null) ports.onAlert?.(alert)
  return end('APPLIED', attempt)
}

/**
 * A pending refund that failed ends as failed, because its provider does not always report whether it succeeded before.
 */
function isReportedAlready({ kind }: ReportedRecord, { transactionType, status }: Transaction): boolean {
  return kind === 'REFUND_FAILED' && transactionType === 'REFUND' && status !== 'APPROVED'
}

/** Returns the reference that merchants see; null if it contains the number of the card that paid. */
function referenceToReport(ref: string | undefined, { paymentMethod }: Transaction): string | null {
  const { masked } = paymentMethod
  return ref === undefined || (masked !== null && holdsCardNumber(ref, masked)) ? null : ref
}

interface Target {
  readonly attempt: KnownAttempt
  readonly transaction: Transaction
}

/** Returns the likeliest transaction among those that the event identifies. */
async function findTarget(
  { store }: RecordPorts,
  { kind }: ReportedRecord,
  known: readonly KnownAttempt[],
): Promise<Target | null> {
  const targets: Target[] = []
  for (const attempt of known) {
    const transaction = await store.find(attempt.merchantId, attempt.transactionId)
    if (transaction !== null) targets.push({ attempt, transaction })
  }
  const likely = targetsOf(kind).flatMap((type) =>
    targets.filter(({ transaction }) => transaction.transactionType === type),
  )
  return likely[0] ?? targets[0] ?? null
}

function differenceOf(
  accountId: string,
  { currency }: ReportedRecord,
  { attempt, transaction }: Target,
): AlertKind | null {
  if (accountId !== attempt.accountId) return 'ACCOUNT_MISMATCH'
  if (currency !== transaction.currency) return 'CURRENCY_MISMATCH'
  // Nothing can happen to money that never moved.
  return transaction.status === 'APPROVED' ? null : 'CONTRADICTION'
}

async function raise(
  ports: RecordPorts,
  attempt: KnownAttempt,
  kind: AlertKind,
  { kind: recordKind, amountMinor, currency }: ReportedRecord,
): Promise<void> {
  const detail = { record: recordKind, amount: String(amountMinor), currency }
  await recordAlert(ports, attempt, describeAlert(attempt, kind, detail, null))
}
