import {
  isCurrency,
  type ProcessingCode,
  toMinorUnits,
  type TransactionStatus,
  type TransactionType,
} from '@sluice/types/vocabulary'

import type { ProviderOutcome } from '../execution/provider.ts'
import { statusForCode } from '../execution/status-for-code.ts'
import type { ProviderOrder } from '../execution/execution-records.ts'
import type { Transaction } from '../execution/transaction.ts'
import type { AlertKind, StandingOrder } from './provider-reports.ts'

/** What a provider says of a transaction of its own accord. */
export interface ProviderReport {
  readonly accountId: string
  /** The provider's own name of the transaction. */
  readonly providerTransactionId: string
  readonly transactionId: string
  /** The provider's id of the payer; opaque. */
  readonly providerUserId: string
  readonly currency: string
  /** Decimal text in major units, as it was written. */
  readonly amount: string
  readonly status: string
  readonly type: 'DEPOSIT' | 'WITHDRAWAL' | 'REFUND'
}

/** What the words of providers mean; they are read without regard to case. @see docs/protocol/redirect-methods.md#provider-callback */
export const REPORTED_CODES: Readonly<Record<string, ProcessingCode>> = {
  COMPLETED: '0000',
  SUCCESS: '0000',
  APPROVED: '0000',
  DECLINED: '1000',
  FAILED: '1000',
  REJECTED: '1000',
  CANCELED: '1003',
  CANCELLED: '1003',
  EXPIRED: '1005',
  TIMEOUT: '1005',
  PENDING: '1002',
}

/** Null for an unknown status. */
export function readReportedCode(status: string): ProcessingCode | null {
  const word = status.toUpperCase()
  return Object.hasOwn(REPORTED_CODES, word) ? (REPORTED_CODES[word] ?? null) : null
}

/** Which way the money of each type goes; follow-ups that move none are never reported. */
const DIRECTIONS: Readonly<Partial<Record<TransactionType, ProviderReport['type']>>> = {
  PURCHASE: 'DEPOSIT',
  PAYMENT: 'DEPOSIT',
  PAYOUT: 'WITHDRAWAL',
  REFUND: 'REFUND',
}

/** A member of a report that is not what we hold. */
export interface Mismatch {
  readonly kind: AlertKind
  readonly member: 'accountReference' | 'currency' | 'amount' | 'type'
}

interface Comparison extends Mismatch {
  readonly fits: (report: ProviderReport, order: ProviderOrder, transaction: Transaction) => boolean
}

const COMPARISONS: readonly Comparison[] = [
  {
    kind: 'ACCOUNT_MISMATCH',
    member: 'accountReference',
    fits: (report, order) => report.accountId === order.accountId,
  },
  {
    kind: 'CURRENCY_MISMATCH',
    member: 'currency',
    fits: (report, _, transaction) => report.currency === transaction.currency,
  },
  {
    kind: 'AMOUNT_MISMATCH',
    member: 'amount',
    fits: (report, _, { amountMinor, currency }) => isAmount(report.amount, amountMinor, currency),
  },
  {
    kind: 'TYPE_MISMATCH',
    member: 'type',
    fits: (report, _, transaction) => report.type === DIRECTIONS[transaction.transactionType],
  },
]

/** Everything in which a report differs from the transaction that it names. */
export function findMismatches(
  report: ProviderReport,
  order: ProviderOrder,
  transaction: Transaction,
): readonly Mismatch[] {
  return COMPARISONS.filter(({ fits }) => !fits(report, order, transaction))
}

/** Whether decimal text is exactly an amount in minor units: digits are moved, nothing is ever a fraction in between. */
export function isAmount(decimalText: string, amountMinor: number, currency: string): boolean {
  if (!isCurrency(currency)) return false
  try {
    return toMinorUnits(decimalText, currency) === amountMinor
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

/** What the provider answered when it was asked after its report. */
export type Confirmation = ProviderOutcome | null | 'unknown'

/** What is made of a report: null when nothing may be done before the provider has been asked again. */
export interface ReportVerdict {
  readonly outcome: ProviderOutcome
  /** The provider says two things. What it answers when asked counts. */
  readonly contradicts: boolean
}

/**
 * Resolves a final report by the answer of the provider. An approval counts only when it is confirmed, since
 * a report is a message that may be forged; a refusal counts by itself, and the exact code of it comes from
 * the answer.
 *
 * @param attemptNumber - of the running attempt: after a correction a report may be of an earlier one, so nothing of it
 * counts by itself.
 */
export function resolveReport(
  report: ProviderReport,
  reportedCode: ProcessingCode,
  confirmation: Confirmation,
  attemptNumber = 1,
): ReportVerdict | null {
  const reported = statusForCode(reportedCode)
  const outcome = decidedBy(confirmation)
  if (outcome === null) {
    const isOfThisAttempt = attemptNumber === 1
    return reported === 'APPROVED' || !isOfThisAttempt ? null : takeAtItsWord(report, reportedCode)
  }
  return {
    outcome: { ...outcome, referenceNumber: report.providerTransactionId },
    contradicts: statusForCode(outcome.processingCode) !== reported,
  }
}

/** What the provider answered when it was asked about one of several orders of a transaction. */
export interface AskedOrder {
  readonly order: StandingOrder
  readonly confirmation: Confirmation
}

/**
 * Which of several orders of a transaction a report is about: reports name the transaction alone. It is the one that the
 * provider calls by the same name, or else the one of which the provider says the same. Undefined where that is none, or
 * more than one.
 */
export function findReported(
  report: ProviderReport,
  reportedCode: ProcessingCode,
  answers: readonly AskedOrder[],
): StandingOrder | undefined {
  const reported = statusForCode(reportedCode)
  const named = answers.filter(
    ({ confirmation }) => decidedBy(confirmation)?.referenceNumber === report.providerTransactionId,
  )
  const agreeing = answers.filter(({ confirmation }) => statusOf(confirmation) === reported)
  const [found, another] = named.length > 0 ? named : agreeing
  return another === undefined ? found?.order : undefined
}

/** An answer that decides; null for one that is silent, open, or knows nothing of the order. */
export function decidedBy(confirmation: Confirmation): ProviderOutcome | null {
  if (confirmation === 'unknown' || confirmation === null) return null
  return statusForCode(confirmation.processingCode) === 'PENDING' ? null : confirmation
}

function statusOf(confirmation: Confirmation): TransactionStatus | null {
  const outcome = decidedBy(confirmation)
  return outcome && statusForCode(outcome.processingCode)
}

/** What a report means by itself. */
export function takeAtItsWord(report: ProviderReport, reportedCode: ProcessingCode): ReportVerdict {
  return { outcome: outcomeOf(report, reportedCode), contradicts: false }
}

function outcomeOf(report: ProviderReport, processingCode: ProcessingCode): ProviderOutcome {
  return {
    processingCode,
    providerResponseCode: report.status,
    providerResponseMessage: report.status,
    approvalCode: null,
    referenceNumber: report.providerTransactionId,
    systan: null,
    retryable: false,
  }
}

/**
 * What a report about an attempt that has ended says besides; null when it agrees or adds nothing.
 *
 * @param stands - how the attempt ended, which is not how the transaction did where another attempt followed.
 */
export function compareLateReport(reported: TransactionStatus, stands: TransactionStatus): AlertKind | null {
  if (reported === stands || reported === 'PENDING') return null
  if (reported === 'APPROVED') return 'LATE_SUCCESS'
  return stands === 'APPROVED' ? 'CONTRADICTION' : null
}
