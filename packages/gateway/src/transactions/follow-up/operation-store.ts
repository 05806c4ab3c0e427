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

/** Keeps operations; {@link TransactionStore.commit} ends them, and gives back what was reserved for nothing. */
export interface OperationStore {
  /**
   * Locks the parent's money, asks what to do, and does it in one commit. `decide` may be asked again when the database
   * makes the commit start over.
   */
  decide<O extends OperationOpening, R>(
    merchantId: string,
    parentId: string,
    decide: (locked: LockedParent) => OperationDecision<O, R>,
  ): Promise<OperationDecided<O, R>>
  /** What the same request made before; null when it is new. */
  findByRequest(merchantId: string, requestKey: string): Promise<Transaction | null>
  /** Customers' transactions of a reference, apart from INVALID ones; at most one, for a reference is used once. */
  findOriginal(merchantId: string, terminalId: string, reference: string): Promise<Transaction | null>
  /** Captures of an authorization that are approved or pending. */
  listCaptures(merchantId: string, authorizationId: string): Promise<readonly Transaction[]>
  /** Expired authorizations to look at now. */
  listExpired(nowMs: number, limit: number): Promise<readonly Transaction[]>
  /** Deletes what tells repeated requests apart once they cannot be repeated any more; returns how many. */
  purgeRequests(realNowMs: number): Promise<number>
  /** @param dueAtMs - when to look at an expired authorization again; null for never. */
  postponeRelease(merchantId: string, authorizationId: string, dueAtMs: number | null): Promise<void>
}
