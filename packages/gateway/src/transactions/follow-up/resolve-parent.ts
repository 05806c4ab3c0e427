import type { ManageType } from '@sluice/types/vocabulary'

import type { Transaction } from '../execution/transaction.ts'
import { findLimitMinor } from '../execution/money-rules.ts'

/** What a request points at: the transaction it names, or the customer's transaction of its reference. */
export interface Pointer {
  readonly transaction: Transaction
  /** Whether the request names it by id. */
  readonly isNamed: boolean
  /** Captures of it that are approved or pending; none unless it is an authorization. */
  readonly captures: readonly Transaction[]
}

export type Target =
  | { readonly kind: 'found'; readonly parent: Transaction }
  /** The request must say which. */
  | { readonly kind: 'ambiguous' }
  /** Nothing it can be done to; the nearest is told of. */
  | { readonly kind: 'unsuitable'; readonly parent: Transaction }

/** Finds the one transaction that the operation can be done to. */
export function resolveParent(operation: ManageType, pointer: Pointer, nowMs: number): Target {
  const candidates = listCandidates(operation, pointer)
  const limitOf = (candidate: Transaction) => findLimitMinor(operation, candidate, nowMs)
  const suitable = candidates.filter((candidate) => limitOf(candidate) !== null)
  const [first, ...others] = suitable.filter((candidate) => limitOf(candidate) !== 0)
  if (first) return others.length > 0 ? { kind: 'ambiguous' } : { kind: 'found', parent: first }
  // All of them are refunded: the refusal is the same for each, and says that nothing is left.
  const [refunded] = suitable
  if (refunded) return { kind: 'found', parent: refunded }
  const [only] = candidates
  return { kind: 'unsuitable', parent: candidates.length === 1 && only ? only : pointer.transaction }
}

/** Money that was authorized is refunded where it was captured. */
function listCandidates(operation: ManageType, pointer: Pointer): readonly Transaction[] {
  const { transaction, isNamed, captures } = pointer
  if (operation === 'REFUND' && transaction.transactionType === 'AUTHORIZE') return captures
  return isNamed ? [transaction] : [transaction, ...captures]
}
