import type { SealedFieldName } from '@sluice/card-encryption/decrypt'
import type { SessionStatus } from '@sluice/types/vocabulary'

import type { SealedFieldUse } from '../payment-methods/index.ts'
import type { HandleKind } from '../three-ds/index.ts'
import type { Attempt } from './attempt.ts'
import type { Transaction } from './transaction.ts'

/** A step that waits for the shopper's browser. */
export type BrowserStep = 'FINGERPRINT' | 'CHALLENGE'

/**
 * Where an authorization stands. WORKING: somebody holds it under a lease. WAITING: the provider will know later.
 * DONE: the transaction is final.
 */
export type FlowStep = BrowserStep | 'WORKING' | 'WAITING' | 'DONE'

/** What must outlive a request while an authorization is open. One row per transaction, moved by compare-and-set. */
export interface Continuation {
  readonly merchantId: string
  readonly transactionId: string
  readonly attemptId: string
  readonly step: FlowStep
  /** While WORKING: the step that was taken; null at the beginning of an attempt. */
  readonly takenStep: BrowserStep | null
  /** Counts the moves; the compare-and-set compares it. */
  readonly stepNumber: number
  readonly leaseUntilMs: number | null
  readonly sealedCard: Buffer | null
  readonly sealedStep: Buffer | null
  readonly createdAtMs: number
  /** No new attempt starts after this. */
  readonly expiresAtMs: number
}

export interface StoredHandle {
  readonly lookup: string
  readonly merchantId: string
  readonly transactionId: string
  readonly attemptId: string
  readonly kind: HandleKind
  readonly step: BrowserStep
  /** Null once the transaction is final. */
  readonly wrappedKey: Buffer | null
  readonly createdAtMs: number
}

/** An event for the outbox. */
export interface OutboxEvent {
  readonly id: string
  readonly type: string
  /** JSON, as it will be signed and sent. */
  readonly payload: string
}

/** What a status change was caused by, for the history. */
export type Cause = 'authorize' | 'three-ds' | 'provider' | 'cancel' | 'expiry' | 'janitor'

/** The first commit of a transaction. */
export interface Opening {
  readonly transaction: Transaction
  /** Null when the transaction is INVALID from the start: nobody is asked. */
  readonly attempt: Attempt | null
  readonly continuation: Continuation | null
  readonly uses: readonly SealedFieldUse[]
  /** Set when the transaction is INVALID from the start. */
  readonly event: OutboxEvent | null
}

export type OpenResult =
  | { readonly kind: 'opened' }
  | { readonly kind: 'reference_taken' }
  | { readonly kind: 'sealed_field_used'; readonly field: SealedFieldName }
  /** The session is not CREATED any more; its status now. */
  | { readonly kind: 'session_busy'; readonly status: SessionStatus }

/** One later commit. */
export interface Change {
  /** What the caller read; the commit happens only while its step number is still the stored one. */
  readonly from: Continuation
  readonly to: Omit<Continuation, 'stepNumber'>
  readonly transaction?: { readonly before: Transaction; readonly after: Transaction; readonly cause: Cause }
  /** Inserted or replaced. */
  readonly attempts?: readonly Attempt[]
  readonly handles?: readonly StoredHandle[]
  /** Set when `transaction.after` is final. */
  readonly event?: OutboxEvent
}

/** An open authorization as it is stored. */
export interface OpenAuthorization {
  readonly transaction: Transaction
  readonly attempt: Attempt
  readonly continuation: Continuation
}

/** Keeps transactions, attempts, history, the outbox and continuations; every method is one commit. */
export interface TransactionStore {
  open(opening: Opening): Promise<OpenResult>
  /**
   * Applies a change if nobody moved the authorization since it was read; returns the continuation as stored, or null
   * when somebody did. A final transaction's handles lose their wrapped keys in the same commit.
   */
  commit(change: Change): Promise<Continuation | null>
  /** Notes the first CRes of a challenge round; later ones change nothing. */
  noteChallengeResponse(attempt: Attempt, nowMs: number): Promise<void>
  find(merchantId: string, transactionId: string): Promise<Transaction | null>
  findBySession(merchantId: string, sessionHash: string): Promise<Transaction | null>
  findOpen(merchantId: string, transactionId: string): Promise<OpenAuthorization | null>
  findHandle(lookup: string): Promise<StoredHandle | null>
  /** The id of the transaction's attempt that the 3DS server transaction id belongs to; null when it is none of its. */
  findAuthentication(
    merchantId: string,
    transactionId: string,
    threeDsServerTransId: string,
  ): Promise<string | null>
  /** WORKING authorizations whose lease ran out. */
  listAbandoned(nowMs: number, limit: number): Promise<readonly OpenAuthorization[]>
  /** Authorizations that wait for a person whose time is over. */
  listOverdue(nowMs: number, limit: number): Promise<readonly OpenAuthorization[]>
  /** WAITING authorizations whose provider is to be asked now. */
  listUnsettled(nowMs: number, limit: number): Promise<readonly OpenAuthorization[]>
  /** Deletes remembered envelopes that are stale and handles that nobody asks with any more; gives how many. */
  forgetOld(nowMs: number): Promise<number>
}
