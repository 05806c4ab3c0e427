import type { Cause, Opening } from '../execution/execution-records.ts'
import type { Transaction } from '../execution/transaction.ts'

/** A parent as it stands while its money is locked. */
export interface LockedParent {
  readonly parent: Transaction
  /** Captures of the authorization, or of the parent's authorization, that count: approved and pending ones. */
  readonly captureCount: number
  /** Key of the attempt that the parent was approved with. */
  readonly parentKey: string
  /** Key of the attempt that the customer's transaction was approved with: the parent's own, unless that is a capture. */
  readonly originalKey: string
}

/** The first commit of an operation. Unless the transaction is INVALID, its amount is reserved at the parent. */
export interface OperationOpening extends Pick<
  Opening,
  'transaction' | 'attempt' | 'continuation' | 'event' | 'order'
> {
  readonly cause: Cause
  /** Whether a capture releases what it leaves open. */
  readonly releasesRest: boolean
  /** Of the request, when it came with an `Idempotency-Key`. */
  readonly requestKey?: string | null
}

export type OperationDecision<O, R> =
  | { readonly kind: 'open'; readonly opening: O }
  /** Nothing is stored. */
  | { readonly kind: 'refuse'; readonly reason: R }

/** What became of it. Repeated: the same request was run elsewhere and was sooner; nothing is stored either. */
export type OperationDecided<O, R> = OperationDecision<O, R> | { readonly kind: 'repeated' }
