import type { CardTransactionType, Exemption, ManageType, ProcessingCode } from '@sluice/types/vocabulary'

import type { OwedEvent } from '../events/owed-event.ts'
import type { ProviderOutcome } from '../provider.ts'
import { SOFT_DECLINE } from './decision.ts'
import { providerCodeFor, providerMessageFor } from './provider-codes.ts'

/** How long a pending authorization stays pending. @see docs/protocol/simulators.md#test-cards */
export const PENDING_MS = 3_000

export const PENDING: ProcessingCode = '1002'

/** One authorization or operation, as the provider stores it. */
export interface LedgerEntry {
  readonly providerId: string
  readonly idempotencyKey: string
  readonly type: CardTransactionType | ManageType
  readonly merchantId: string
  readonly transactionId: string
  readonly accountId: string
  readonly amountMinor: number
  readonly currency: string
  /**
   * The key of the authorization or purchase that an operation belongs to, and of the call it applies to; else null.
   */
  readonly originalKey: string | null
  readonly parentKey: string | null
  /** Whether a capture releases the remaining amount. */
  readonly releasesRest: boolean
  readonly processingCode: ProcessingCode
  readonly providerResponseCode: string
  readonly providerResponseMessage: string
  readonly retryable: boolean
  /** Assigned once the authorization is approved. */
  readonly approvalCode: string
  readonly referenceNumber: string
  readonly systan: number
  readonly createdAtMs: number
  /** The exemption that was applied; null for none. */
  readonly exemption: Exemption | null
  /** The part of a capture or refund that came back after its approval. */
  readonly failedMinor: number
}

/** The members of an entry that differ if a void overtook it. */
export type Decision = Pick<
  LedgerEntry,
  'processingCode' | 'providerResponseCode' | 'providerResponseMessage' | 'retryable'
>

/** Stores the decisions of each provider, so that a repeated request gets the same answer, also after a crash. */
export interface ProviderLedger {
  /**
   * Stores the entry unless its key is known. Returns the stored entry, or null for a key that was fenced.
   *
   * @param whenVoided - decided instead where a void names the key as what it undoes: it overtook its authorization.
   */
  record(entry: LedgerEntry, whenVoided: Decision): Promise<LedgerEntry | null>
  /**
   * Stores an operation, decided by the ledger of its original: the original itself, and all its operations. Two
   * operations of one original are decided one after the other. The event that an entry causes is stored with the
   * entry.
   */
  operate(
    key: { readonly providerId: string; readonly idempotencyKey: string; readonly originalKey: string },
    decide: (booked: readonly LedgerEntry[]) => LedgerEntry,
    eventOf: (entry: LedgerEntry) => OwedEvent | null,
  ): Promise<LedgerEntry | null>
  /** Promises never to store an entry for the key. Returns the existing entry, if any. */
  fence(providerId: string, idempotencyKey: string, nowMs: number): Promise<LedgerEntry | null>
  find(providerId: string, idempotencyKey: string): Promise<LedgerEntry | null>
}

/** Returns whether an entry counts as approved at a moment. A pending one is approved after its delay. */
export function isApproved({ processingCode, createdAtMs }: LedgerEntry, nowMs: number): boolean {
  return processingCode === '0000' || (processingCode === PENDING && nowMs - createdAtMs >= PENDING_MS)
}

/** Returns whether an entry moves money, now or later. */
export function isApprovedOrPending({ processingCode }: LedgerEntry): boolean {
  return processingCode === '0000' || processingCode === PENDING
}

/** Returns the outcome of an entry at a moment. */
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
    // The network assigns names to charges, not to follow-up operations.
    ...(approved &&
      entry.exemption !== null && {
        authentication: { transStatus: 'I', eci: null, exemption: entry.exemption },
      }),
    networkTransactionId: approved && entry.originalKey === null ? `SIM${entry.referenceNumber}` : null,
  }
}
