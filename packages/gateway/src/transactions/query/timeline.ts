import type { ProcessingCode, SessionKind, SessionStatus, TransactionStatus } from '@sluice/types/vocabulary'

import type { AlertKind } from '../execution/alert.ts'
import type { Attempt } from '../execution/attempt.ts'
import type { BrowserStep, Cause, FlowStep } from '../execution/execution-records.ts'
import type { Transaction } from '../execution/transaction.ts'
import type { TransactionRecord } from '../records/record.ts'

/** The history of a transaction from its own rows. Each list is bounded, and the oldest entry comes first. */
export interface TransactionPast {
  readonly transaction: Transaction
  readonly changes: readonly StatusChange[]
  readonly attempts: readonly PastAttempt[]
  readonly steps: readonly SentStep[]
  /** Null once the transaction is final. */
  readonly waiting: Waiting | null
  readonly reports: readonly PastReport[]
  readonly alerts: readonly PastAlert[]
  readonly records: readonly TransactionRecord[]
  /** Captures, refunds and voids. */
  readonly followUps: readonly Transaction[]
}

/** A change of status. The first one is the creation of the transaction. */
export interface StatusChange {
  readonly from: TransactionStatus | null
  readonly to: TransactionStatus
  readonly processingCode: ProcessingCode | null
  readonly cause: Cause
  /** Null for work of the gateway itself. */
  readonly requestId: string | null
  readonly atMs: number
}

export interface PastAttempt extends Attempt {
  readonly updatedAtMs: number
  /** The time of the last change of the authentication; null if there is none. */
  readonly authenticatedAtMs: number | null
}

/** A step of 3-D Secure that was sent to a browser. */
export interface SentStep {
  readonly attemptId: string
  readonly step: BrowserStep
  readonly atMs: number
}

export interface Waiting {
  readonly step: Exclude<FlowStep, 'DONE'>
  readonly untilMs: number
  readonly sinceMs: number
}

export interface PastReport {
  readonly providerId: string
  /** The text as the provider wrote it. */
  readonly status: string
  readonly atMs: number
}

export interface PastAlert {
  readonly kind: AlertKind
  readonly providerId: string
  readonly reversedAtMs: number | null
  readonly atMs: number
}

/** The session of a transaction, from the slice of sessions. */
export interface PastSession {
  readonly kind: SessionKind
  readonly status: SessionStatus
  readonly submissions: number
  readonly createdAtMs: number
  readonly expiresAtMs: number
}

/** The events and deliveries of a transaction, from the slice of webhooks. */
export interface PastWebhooks {
  readonly events: readonly PastEvent[]
  readonly attempts: readonly PastDelivery[]
}

export interface PastEvent {
  readonly id: string
  readonly type: string
  readonly deliveries: number
  readonly atMs: number
}

export interface PastDelivery {
  readonly deliveryId: string
  readonly subscriptionId: string
  readonly number: number
  readonly status: number | null
  readonly error: string | null
  readonly durationMs: number
  readonly atMs: number
}

/**
 * Reads the history of a merchant's transaction, at most `limit` entries of each kind; null if the merchant has no
 * such transaction.
 */
export type FindPast = (
  merchantId: string,
  transactionId: string,
  limit: number,
) => Promise<TransactionPast | null>
