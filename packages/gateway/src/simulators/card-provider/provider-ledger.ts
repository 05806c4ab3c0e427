import type { ManageType, ProcessingCode } from '@sluice/types/vocabulary'

import type { ProviderOutcome } from '../../transactions/execution/provider.ts'
import { providerCodeFor, providerMessageFor } from './provider-codes.ts'

/** How long a pending authorization stays pending. @see docs/protocol.md#test-cards */
const PENDING_MS = 3_000

const PENDING: ProcessingCode = '1002'

/** What an operation was to move, and of which authorization. */
export interface LedgerOperation {
  readonly type: ManageType
  readonly originalKey: string
  readonly amountMinor: number
}

/** What a provider wrote down about one authorization or operation. */
export interface LedgerEntry {
  readonly providerId: string
  readonly idempotencyKey: string
  readonly processingCode: ProcessingCode
  readonly providerResponseCode: string
  readonly providerResponseMessage: string
  readonly retryable: boolean
  /** Shown once the authorization is approved. */
  readonly approvalCode: string
  readonly referenceNumber: string
  readonly systan: number
  readonly createdAtMs: number
  /** Absent for an authorization. */
  readonly operation?: LedgerOperation
}

/** Keeps what each provider decided, so that asking twice, or after a crash, gives one answer. */
export interface ProviderLedger {
  /** Writes the entry unless its key is known; gives the entry that stands, and null for a key that was fenced. */
  record(entry: LedgerEntry): Promise<LedgerEntry | null>
  /** Promises never to write an entry of the key; gives the entry that is there already. */
  fence(providerId: string, idempotencyKey: string, nowMs: number): Promise<LedgerEntry | null>
  find(providerId: string, idempotencyKey: string): Promise<LedgerEntry | null>
  /** Whether a void names the key as what it undoes. */
  isVoided(providerId: string, originalKey: string): Promise<boolean>
}

/** The outcome that an entry stands for at a moment: a pending one is approved when its time is over. */
export function readLedgerEntry(entry: LedgerEntry, nowMs: number): ProviderOutcome {
  const settled = entry.processingCode === PENDING && nowMs - entry.createdAtMs >= PENDING_MS
  const processingCode = settled ? '0000' : entry.processingCode
  const providerResponseCode = settled ? providerCodeFor('0000') : entry.providerResponseCode
  return {
    processingCode,
    providerResponseCode,
    providerResponseMessage: settled
      ? providerMessageFor(providerResponseCode)
      : entry.providerResponseMessage,
    approvalCode: processingCode === '0000' ? entry.approvalCode : null,
    referenceNumber: entry.referenceNumber,
    systan: entry.systan,
    retryable: entry.retryable,
    // The network names charges, not follow-ups.
    networkTransactionId:
      processingCode === '0000' && !entry.operation ? `SIM${entry.referenceNumber}` : null,
  }
}
