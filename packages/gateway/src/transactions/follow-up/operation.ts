import type { ChangeType } from '@sluice/types/vocabulary'

import type { Cause, Opening } from '../execution/execution-records.ts'
import type { Transaction } from '../execution/transaction.ts'

/** A parent transaction, read while its money is locked. */
export interface LockedParent {
  readonly parent: Transaction
  /** The customer's transaction: the parent itself, unless the parent is a capture. */
  readonly original: Transaction
  /** Approved and pending captures of the authorization, or of the parent's authorization. */
  readonly captureCount: number
  /** Its approved and pending increments and extensions. */
  readonly changeCount: number
  /** Whether the authorization was voided, or is being voided. */
  readonly isVoided: boolean
  /** The pending change, because providers process changes one after the other; null if there is none. */
  readonly changeUnderWay: ChangeUnderWay | null
  /** The key of the attempt that approved the parent. */
  readonly parentKey: string
  /**
   * The key of the attempt that approved the customer's transaction: the parent's own, unless the parent is a
   * capture.
   */
  readonly originalKey: string
}

/** An increment or extension that is not decided yet. */
export interface ChangeUnderWay {
  readonly type: ChangeType
  readonly sinceMs: number
}

/** The part of an operation's request that its transaction does not contain. */
export interface SentOperation extends Pick<LockedParent, 'parentKey' | 'originalKey'> {
  readonly finalCapture: boolean
  readonly authorizedMinor: number | null
}

/** The first commit of an operation. Unless the transaction is INVALID, its amount is reserved at the parent. */
export interface OperationOpening extends Pick<
  Opening,
  'transaction' | 'attempt' | 'pendingAuthentication' | 'event' | 'order'
> {
  readonly cause: Cause
  /** Whether nothing of the authorization is open afterwards: it is voided, or a final capture releases the rest. */
  readonly releasesRest: boolean
  /** Identifies the request, if it has an `Idempotency-Key`. */
  readonly requestKey?: string | null
}

export type OperationDecision<O, R> =
  | { readonly kind: 'open'; readonly opening: O }
  /** Nothing is stored. */
  | { readonly kind: 'refuse'; readonly reason: R }

/** The result of an operation. Repeated: another process ran the same request first, so nothing is stored. */
export type OperationDecided<O, R> = OperationDecision<O, R> | { readonly kind: 'repeated' }
