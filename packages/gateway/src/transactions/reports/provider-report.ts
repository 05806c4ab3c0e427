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

/** An unsolicited report of a provider on a transaction. */
export interface ProviderReport {
  readonly accountId: string
  /** The provider's own reference of the transaction. */
  readonly providerTransactionId: string
  readonly transactionId: string
  /** The provider's opaque id of the payer. */
  readonly providerUserId: string
  readonly currency: string
  /** The amount as decimal text in major units, exactly as received. */
  readonly amount: string
  readonly status: string
  readonly type: 'DEPOSIT' | 'WITHDRAWAL' | 'REFUND'
}

/**
 * The meanings of providers' status words, which are compared case-insensitively.
 *
 * @see docs/protocol/redirect-methods.md#provider-callback
 */
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

/** Returns null for an unknown status. */
export function readReportedCode(status: string): ProcessingCode | null {
  const word = status.toUpperCase()
  return Object.hasOwn(REPORTED_CODES, word) ? (REPORTED_CODES[word] ?? null) : null
}

/** The direction of the money for each type. Follow-up operations that move none are never reported. */
const DIRECTIONS: Readonly<Partial<Record<TransactionType, ProviderReport['type']>>> = {
  PURCHASE: 'DEPOSIT',
  PAYMENT: 'DEPOSIT',
  PAYOUT: 'WITHDRAWAL',
  REFUND: 'REFUND',
}

/** A member of a report that differs from the stored data. */
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

/** Returns all differences between a report and the transaction that it names. */
export function findMismatches(
  report: ProviderReport,
  order: ProviderOrder,
  transaction: Transaction,
): readonly Mismatch[] {
  return COMPARISONS.filter(({ fits }) => !fits(report, order, transaction))
}

/**
 * Reports whether decimal text is exactly an amount in minor units. It shifts digits and never computes with
 * fractions.
 */
export function isAmount(decimalText: string, amountMinor: number, currency: string): boolean {
  if (!isCurrency(currency)) return false
  try {
    return toMinorUnits(decimalText, currency) === amountMinor
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

/** The provider's answer to the status query after its report. */
export type Confirmation = ProviderOutcome | null | 'unknown'

/** The resolution of a report; null if the provider has to be queried again first. */
export interface ReportVerdict {
  readonly outcome: ProviderOutcome
  /** The provider contradicts itself. Its answer to the status query counts. */
  readonly contradicts: boolean
}

/**
 * Resolves a final report by the answer of the provider. An approval counts only if it is confirmed, because a report
 * may be forged; a refusal counts without confirmation, and its exact code comes from the answer.
 *
 * @param attemptNumber - the number of the running attempt. After a correction a report may concern an earlier attempt,
 * so it never counts without a query.
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
    return reported === 'APPROVED' || !isOfThisAttempt ? null : acceptReport(report, reportedCode)
  }
  return {
    outcome: { ...outcome, referenceNumber: report.providerTransactionId },
    contradicts: statusForCode(outcome.processingCode) !== reported,
  }
}

/** The provider's answer to a status query about one of several orders of a transaction. */
export interface QueriedOrder {
  readonly order: StandingOrder
  readonly confirmation: Confirmation
}

/**
 * Finds the order to which a report applies among several of a transaction, because reports name only the
 * transaction. It is the one with the same provider reference, or else the one with the same outcome. Undefined if
 * there is none, or more than one.
 */
export function findReported(
  report: ProviderReport,
  reportedCode: ProcessingCode,
  answers: readonly QueriedOrder[],
): StandingOrder | undefined {
  const reported = statusForCode(reportedCode)
  const named = answers.filter(
    ({ confirmation }) => decidedBy(confirmation)?.referenceNumber === report.providerTransactionId,
  )
  const agreeing = answers.filter(({ confirmation }) => statusOf(confirmation) === reported)
  const [found, another] = named.length > 0 ? named : agreeing
  return another === undefined ? found?.order : undefined
}

/** Returns a final answer; null if there is none, the order is open, or the provider does not know it. */
export function decidedBy(confirmation: Confirmation): ProviderOutcome | null {
  if (confirmation === 'unknown' || confirmation === null) return null
  return statusForCode(confirmation.processingCode) === 'PENDING' ? null : confirmation
}

function statusOf(confirmation: Confirmation): TransactionStatus | null {
  const outcome = decidedBy(confirmation)
  return outcome && statusForCode(outcome.processingCode)
}

/** Returns the outcome that a report states. */
export function acceptReport(report: ProviderReport, reportedCode: ProcessingCode): ReportVerdict {
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
 * Returns what a report adds to an ended attempt; null if it agrees or adds nothing.
 *
 * @param stands - the outcome of the attempt, which differs from that of the transaction if another attempt followed.
 */
export function compareLateReport(reported: TransactionStatus, stands: TransactionStatus): AlertKind | null {
  if (reported === stands || reported === 'PENDING') return null
  if (reported === 'APPROVED') return 'LATE_SUCCESS'
  return stands === 'APPROVED' ? 'CONTRADICTION' : null
}
