import type { DisputeFunds, RecordKind, TransactionType } from '@sluice/types/vocabulary'

import type { ReportedRecord } from '../execution/provider.ts'

/** A stored record. */
export interface TransactionRecord extends ReportedRecord {
  readonly id: string
  readonly merchantId: string
  readonly transactionId: string
  readonly providerReference: string | null
  /** The id of the record that opened the dispute; null for everything else. */
  readonly disputeId: string | null
  readonly occurredAtMs: number
  readonly createdAtMs: number
}

/** The sums of records in minor units. A record never changes the amounts of the payment. */
export interface RecordSums {
  readonly captureFailedMinor: number
  readonly refundFailedMinor: number
  readonly returnedMinor: number
  /** The amount that disputes withdrew and did not reinstate. */
  readonly disputedMinor: number
}

export const NO_RECORDS: RecordSums = {
  captureFailedMinor: 0,
  refundFailedMinor: 0,
  returnedMinor: 0,
  disputedMinor: 0,
}

const SUMS: Readonly<Partial<Record<RecordKind, keyof RecordSums>>> = {
  CAPTURE_FAILED: 'captureFailedMinor',
  REFUND_FAILED: 'refundFailedMinor',
  // A reversed refund counts as failed: the merchant has the money again.
  REFUND_REVERSED: 'refundFailedMinor',
  RETURNED: 'returnedMinor',
}

const MOVES: Readonly<Record<DisputeFunds, -1 | 0 | 1>> = { NONE: 0, WITHDRAWN: 1, REINSTATED: -1 }

/** Returns what one record adds to the sums. */
export function sumsOf({
  kind,
  amountMinor,
  funds,
}: Pick<ReportedRecord, 'kind' | 'amountMinor' | 'funds'>): RecordSums {
  const sum = SUMS[kind]
  const disputedMinor = isDispute(kind) ? MOVES[funds] * amountMinor : 0
  return { ...NO_RECORDS, disputedMinor, ...(sum && { [sum]: amountMinor }) }
}

export function isDispute(kind: RecordKind): boolean {
  return kind.startsWith('DISPUTE_')
}

const OF_REFUNDS: ReadonlySet<RecordKind> = new Set(['REFUND_FAILED', 'REFUND_REVERSED'])

/**
 * Returns the types of transactions to which a record may apply, likeliest first: a payment and its follow-up operations may
 * share a provider reference.
 */
export function targetsOf(kind: RecordKind): readonly TransactionType[] {
  if (OF_REFUNDS.has(kind)) return ['REFUND', ...TAKEN]
  return kind === 'CAPTURE_FAILED' ? ['CAPTURE', ...TAKEN] : TAKEN
}

const TAKEN: readonly TransactionType[] = ['PURCHASE', 'PAYMENT', 'CAPTURE', 'AUTHORIZE', 'PAYOUT']
