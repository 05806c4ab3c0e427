import type { CardTransactionType, Exemption, ManageType, ProcessingCode } from '@sluice/types/vocabulary'

import type { OwedEvent } from '../events/owed-event.ts'
import type { ProviderOutcome } from '../provider.ts'
import { SOFT_DECLINE } from './decision.ts'
import { providerCodeFor, providerMessageFor } from './provider-codes.ts'

/** How long a pending authorization stays pending. @see docs/protocol/simulators.md#test-cards */
export const PENDING_MS = 3_000

export const PENDING: ProcessingCode = '1002'

/** What a provider wrote down about one authorization or operation. */
export interface LedgerEntry {
  readonly providerId: string
  readonly idempotencyKey: string
  readonly type: CardTransactionType | ManageType
  readonly merchantId: string
  readonly transactionId: string
  readonly accountId: string
  readonly amountMinor: number
  readonly currency: string
  /** Of an operation: the authorization or purchase it belongs to, and what exactly it is done to; else null. */
  readonly originalKey: string | null
  readonly parentKey: string | null
  /** Whether a capture lets go of what it leaves open. */
  readonly releasesRest: boolean
  readonly processingCode: ProcessingCode
  readonly providerResponseCode: string
  readonly providerResponseMessage: string
  readonly retryable: boolean
  /** Shown once the authorization is approved. */
  readonly approvalCode: string
  readonly referenceNumber: string
  readonly systan: number
  readonly createdAtMs: number
  /** The exemption that was applied; null for none. */
  readonly exemption: Exemption | null
  /** What of a capture or refund came back after its approval. */
  readonly failedMinor: number
}

/** What of an entry a void that overtook it changes. */
export type Decision = Pick<
  LedgerEntry,
  'processingCode' | 'providerResponseCode' | 'providerResponseMessage' | 'retryable'
>

/** Keeps what each provider decided, so that asking twice, or after a crash, gives one answer. */
export interface ProviderLedger {
  /**
   * Writes the entry unless its key is known; gives the entry that stands, and null for a key that was fenced.
   *
   * @param whenVoided - decided instead where a void names the key as what it undoes: it overtook its authorization.
   */
  record(entry: LedgerEntry, whenVoided: Decision): Promise<LedgerEntry | null>
  /**
   * The same for an operation, decided by what is booked of its original: that one itself, and all operations of it. Two
   * operations of one original are decided one after the other. The event that an entry causes is stored with the entry.
   */
  operate(
    key: { readonly providerId: string; readonly idempotencyKey: string; readonly originalKey: string },
    decide: (booked: readonly LedgerEntry[]) => LedgerEntry,
    eventOf: (entry: LedgerEntry) => OwedEvent | null,
  ): Promise<LedgerEntry | null>
  /** Promises never to write an entry of the key; gives the entry that is there already. */
  fence(providerId: string, idempotencyKey: string, nowMs: number): Promise<LedgerEntry | null>
  find(providerId: string, idempotencyKey: string): Promise<LedgerEntry | null>
}

/** Whether an entry stands for money at a moment: a pending one is approved when its time is over. */
export function isApproved({ processingCode, createdAtMs }: LedgerEntry, nowMs: number): boolean {
  return processingCode === '0000' || (processingCode === PENDING && nowMs - createdAtMs >= PENDING_MS)
}

/** Whether an entry moves money, or will. */
export function isApprovedOrPending({ processingCode }: LedgerEntry): boolean {
  return processingCode === '0000' || processingCode === PENDING
}

/** The outcome that an entry stands for at a moment. */
export function readLedgerEntry(entry: LedgerEntry, nowMs: number): ProviderOutcome {
  const approved = isApproved(entry, nowMs)
  const settled = approved && entry.processingCode === PENDING
  const providerResponseCode = settled ? providerCodeFor('0000') : entry.providerResponseCode
  return {
    processingCode: approved ? '0000' : entry.processingCode,
    providerResponseCode,
    providerResponseMessage: settled
      ? providerMessageFor(providerResponseCode)
      : entry.providerResponseMessage,
    approvalCode: approved ? entry.approvalCode : null,
    referenceNumber: entry.referenceNumber,
    systan: entry.systan,
    booked: { accountId: entry.accountId, amountMinor: entry.amountMinor, currency: entry.currency },
    retryable: entry.retryable,
    isSoftDecline: entry.processingCode === '1000' && entry.providerResponseCode === SOFT_DECLINE,
    // The network names charges, not follow-ups.
    ...(approved &&
      entry.exemption !== null && {
        authentication: { transStatus: 'I', eci: null, exemption: entry.exemption },
      }),
    networkTransactionId: approved && entry.originalKey === null ? `SIM${entry.referenceNumber}` : null,
  }
}
