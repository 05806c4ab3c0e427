import type { ManageType } from '@sluice/types/vocabulary'

import type { Transaction } from '../execution/transaction.ts'
import { findLimitMinor } from '../execution/money-rules.ts'

/**
 * The parent that a request refers to: the transaction with its id, or the customer's transaction with its reference.
 */
export interface ParentReference {
  readonly transaction: Transaction
  /** Whether the request has its id. */
  readonly isNamed: boolean
  /** Its approved and pending captures; none unless it is an authorization. */
  readonly captures: readonly Transaction[]
}

export type Target =
  | { readonly kind: 'found'; readonly parent: Transaction }
  /** Several captures match, so the request must name one. */
  | { readonly kind: 'ambiguous' }
  /** No transaction allows the operation; the nearest one is named. */
  | { readonly kind: 'unsuitable'; readonly parent: Transaction }

/** Finds the one transaction to which the operation applies. */
export function resolveParent(operation: ManageType, parent: ParentReference, nowMs: number): Target {
  const candidates = listCandidates(operation, parent)
  const limitOf = (candidate: Transaction) => findLimitMinor(operation, candidate, nowMs)
  const suitable = candidates.filter((candidate) => limitOf(candidate) !== null)
  const [first, ...others] = suitable.filter((candidate) => limitOf(candidate) !== 0)
  if (first) return others.length > 0 ? { kind: 'ambiguous' } : { kind: 'found', parent: first }
  // All are fully refunded, so each would be refused because nothing is left.
  const [refunded] = suitable
  if (refunded) return { kind: 'found', parent: refunded }
  const [only] = candidates
  return { kind: 'unsuitable', parent: candidates.length === 1 && only ? only : parent.transaction }
}

/** Authorized money is refunded through its capture. */
function listCandidates(operation: ManageType, parent: ParentReference): readonly Transaction[] {
  const { transaction, isNamed, captures } = parent
  if (operation === 'REFUND' && transaction.transactionType === 'AUTHORIZE') return captures
  return isNamed ? [transaction] : [transaction, ...captures]
}
