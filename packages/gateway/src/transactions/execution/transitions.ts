import { isFinalStatus, type TransactionStatus } from '@sluice/types/vocabulary'

import type { AttemptStatus } from './attempt.ts'
import type { FlowStep } from './execution-records.ts'

/** The state of an execution: its transaction, the running attempt, and what it is waiting for. */
export interface ExecutionState {
  readonly transaction: TransactionStatus
  readonly attempt: AttemptStatus
  readonly step: FlowStep
}

/**
 * The actor of a transition: the request or browser that holds the lease, maintenance, a person, or the provider by
 * a report.
 */
export type Actor = 'worker' | 'browser' | 'janitor' | 'person' | 'report'

interface Move {
  readonly from: Place
  readonly to: Place
  readonly by: readonly Actor[]
}

/** `attempt step`; the transaction is PENDING in all of them but the last, where its status is final. */
type Place =
  | 'AUTHENTICATING WORKING'
  | 'AUTHENTICATING FINGERPRINT'
  | 'AUTHENTICATING CHALLENGE'
  | 'PREPARING WORKING'
  | 'STARTED WORKING'
  | 'CONFIRMING FINGERPRINT'
  | 'CONFIRMING CHALLENGE'
  | 'UNKNOWN WAITING'
  | 'PENDING WAITING'
  | 'PENDING REDIRECT'
  | 'NEEDS_DECISION WAITING'
  | 'ENDED CORRECTION'
  | 'ENDED DONE'

/**
 * Every move of every flow; what is not listed is forbidden. By the first commit, cards begin AUTHENTICATING, orders that are prepared
 * PREPARING, everything else STARTED. An attempt that ends DONE ends its transaction.
 */
export const MOVES: readonly Move[] = [
  // The cardholder is authenticated.
  { from: 'AUTHENTICATING WORKING', to: 'AUTHENTICATING FINGERPRINT', by: ['worker', 'janitor'] },
  { from: 'AUTHENTICATING WORKING', to: 'AUTHENTICATING CHALLENGE', by: ['worker', 'janitor'] },
  { from: 'AUTHENTICATING FINGERPRINT', to: 'AUTHENTICATING WORKING', by: ['browser'] },
  { from: 'AUTHENTICATING CHALLENGE', to: 'AUTHENTICATING WORKING', by: ['browser'] },
  { from: 'AUTHENTICATING WORKING', to: 'STARTED WORKING', by: ['worker'] },
  // Authentication failed, no provider is there, or the worker died at the very beginning.
  { from: 'AUTHENTICATING WORKING', to: 'ENDED DONE', by: ['worker', 'janitor'] },
  { from: 'AUTHENTICATING FINGERPRINT', to: 'ENDED DONE', by: ['janitor', 'person'] },
  { from: 'AUTHENTICATING CHALLENGE', to: 'ENDED DONE', by: ['janitor', 'person'] },
  // The provider makes an order ready.
  { from: 'PREPARING WORKING', to: 'STARTED WORKING', by: ['worker'] },
  { from: 'PREPARING WORKING', to: 'ENDED DONE', by: ['worker', 'janitor'] },
  // The provider could not prepare the card: the gateway tries the next one.
  { from: 'AUTHENTICATING WORKING', to: 'AUTHENTICATING WORKING', by: ['worker'] },
  // The provider was called.
  { from: 'STARTED WORKING', to: 'ENDED DONE', by: ['worker', 'report'] },
  { from: 'STARTED WORKING', to: 'UNKNOWN WAITING', by: ['worker', 'janitor'] },
  { from: 'STARTED WORKING', to: 'PENDING WAITING', by: ['worker'] },
  { from: 'STARTED WORKING', to: 'PENDING REDIRECT', by: ['worker'] },
  // The provider authenticates the cardholder itself, and holds the payment in the meantime.
  { from: 'STARTED WORKING', to: 'CONFIRMING FINGERPRINT', by: ['worker'] },
  { from: 'STARTED WORKING', to: 'CONFIRMING CHALLENGE', by: ['worker'] },
  { from: 'CONFIRMING FINGERPRINT', to: 'STARTED WORKING', by: ['browser'] },
  { from: 'CONFIRMING CHALLENGE', to: 'STARTED WORKING', by: ['browser'] },
  { from: 'CONFIRMING FINGERPRINT', to: 'ENDED DONE', by: ['janitor', 'person', 'report'] },
  { from: 'CONFIRMING CHALLENGE', to: 'ENDED DONE', by: ['janitor', 'person', 'report'] },
  // The payment is to end, but its provider does not cancel it.
  { from: 'CONFIRMING FINGERPRINT', to: 'UNKNOWN WAITING', by: ['janitor', 'person'] },
  { from: 'CONFIRMING CHALLENGE', to: 'UNKNOWN WAITING', by: ['janitor', 'person'] },
  // A decline that another provider may undo: the next attempt begins.
  { from: 'STARTED WORKING', to: 'AUTHENTICATING WORKING', by: ['worker'] },
  // A decline that the shopper may correct: the attempt has ended, and the transaction continues with the next one.
  { from: 'STARTED WORKING', to: 'ENDED CORRECTION', by: ['worker'] },
  { from: 'ENDED CORRECTION', to: 'AUTHENTICATING WORKING', by: ['browser'] },
  { from: 'ENDED CORRECTION', to: 'STARTED WORKING', by: ['browser'] },
  { from: 'ENDED CORRECTION', to: 'PREPARING WORKING', by: ['browser'] },
  { from: 'ENDED CORRECTION', to: 'ENDED DONE', by: ['janitor', 'person', 'browser'] },
  // The gateway queries the provider again.
  { from: 'UNKNOWN WAITING', to: 'UNKNOWN WAITING', by: ['janitor', 'report'] },
  { from: 'PENDING WAITING', to: 'PENDING WAITING', by: ['janitor', 'report'] },
  { from: 'PENDING REDIRECT', to: 'PENDING REDIRECT', by: ['janitor', 'report'] },
  // A continuation whose answer was lost arrived: the provider has all that it needs.
  { from: 'UNKNOWN WAITING', to: 'PENDING WAITING', by: ['janitor'] },
  { from: 'UNKNOWN WAITING', to: 'ENDED DONE', by: ['janitor', 'report'] },
  { from: 'PENDING WAITING', to: 'ENDED DONE', by: ['janitor', 'report'] },
  { from: 'PENDING REDIRECT', to: 'ENDED DONE', by: ['janitor', 'person', 'report'] },
  // It has expired, but the provider does not cancel the order.
  { from: 'PENDING REDIRECT', to: 'UNKNOWN WAITING', by: ['janitor'] },
  // The provider does not report an outcome, and the operator resolves the payment.
  { from: 'UNKNOWN WAITING', to: 'NEEDS_DECISION WAITING', by: ['janitor'] },
  { from: 'PENDING WAITING', to: 'NEEDS_DECISION WAITING', by: ['janitor'] },
  { from: 'NEEDS_DECISION WAITING', to: 'NEEDS_DECISION WAITING', by: ['report'] },
  { from: 'NEEDS_DECISION WAITING', to: 'ENDED DONE', by: ['person', 'report', 'janitor'] },
]

const ALLOWED: ReadonlySet<string> = new Set(MOVES.map(({ from, to }) => `${from} → ${to}`))

/** Throws on a move that the table does not list: a bug here must stop before it is stored. */
export function assertMove(from: ExecutionState, to: ExecutionState): void {
  const text = `${from.attempt} ${from.step} → ${to.attempt} ${to.step}`
  if (!ALLOWED.has(text)) throw new Error(`Forbidden move ${text}`)
  assertStatus(from)
  assertStatus(to)
}

/** A transaction ends with its execution, and not before. */
function assertStatus({ transaction, step }: ExecutionState): void {
  if (isFinalStatus(transaction) === (step === 'DONE')) return
  throw new Error(`A transaction cannot be ${transaction} while its execution is ${step}`)
}

/**
 * The statuses that may follow each status; transitions that are not listed are forbidden. @see
 * docs/protocol/transactions.md#transactions
 */
export const TRANSITIONS: Readonly<Record<TransactionStatus, readonly TransactionStatus[]>> = {
  CREATED: [],
  PENDING: ['APPROVED', 'DECLINED', 'CANCELED', 'INVALID', 'SESSION_EXPIRED'],
  APPROVED: [],
  DECLINED: [],
  CANCELED: [],
  INVALID: [],
  SESSION_EXPIRED: [],
}
