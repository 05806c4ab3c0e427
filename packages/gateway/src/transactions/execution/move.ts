import { isFinalStatus } from '@sluice/types/vocabulary'

import type { ReconciliationAlert } from './alert.ts'
import type { Attempt } from './attempt.ts'
import type {
  Cause,
  Change,
  Committed,
  PendingAuthentication,
  Execution,
  OutboxEvent,
  Submission,
  SubmitResult,
  TransactionStore,
} from './execution-records.ts'
import type { Transaction } from './transaction.ts'
import { assertMove } from './transitions.ts'
import { withoutCardNumber } from './without-card-number.ts'

/** The changes of an execution in one commit. Omitted members remain unchanged. */
export interface Step extends Pick<
  Change,
  'resumeTokens' | 'pendingCard' | 'receipt' | 'alert' | 'correction'
> {
  readonly cause: Cause
  readonly to: Partial<Omit<PendingAuthentication, 'stepNumber'>>
  readonly transaction?: Transaction
  /** The running attempt as it is from now on. */
  readonly attempt?: Attempt
  /** Begins after the running attempt ended. */
  readonly next?: Attempt
}

export interface MovePorts {
  readonly store: Pick<TransactionStore, 'commit'>
  readonly describeEvent: (transaction: Transaction) => OutboxEvent
  /** Notifies the operators of a stored alert. */
  readonly onAlert?: (alert: ReconciliationAlert) => void
}

/**
 * Moves an execution by one commit: the only writer of executions that are open. Null when it was moved by another worker
 * since it was read.
 *
 * @throws When the table of transitions does not list the move: a bug must stop before it is stored.
 */
export async function move(ports: MovePorts, from: Execution, given: Step): Promise<Execution | null> {
  const step = withoutCardNumber(from, given)
  const committed = await ports.store.commit(describeChange(ports, from, step))
  if (committed === null) return null
  if (step.alert) ports.onAlert?.(step.alert)
  return follow(from, step, committed)
}

/**
 * Begins an attempt that corrects a declined one: occupies the session and binds the card fields that were sealed
 * again for it.
 */
export async function moveBySubmission(
  ports: Pick<MovePorts, 'describeEvent'> & { readonly store: Pick<TransactionStore, 'submit'> },
  from: Execution,
  step: Step,
  submission: Submission,
): Promise<
  { readonly kind: 'submitted'; readonly execution: Execution } | Exclude<SubmitResult, { kind: 'submitted' }>
> {
  const result = await ports.store.submit(describeChange(ports, from, step), submission)
  if (result.kind !== 'submitted') return result
  return { kind: 'submitted', execution: follow(from, step, result.committed) }
}

function describeChange(
  ports: Pick<MovePorts, 'describeEvent'>,
  from: Execution,
  { to, cause, transaction: after, attempt, next, ...besides }: Step,
): Change {
  const { stepNumber: _, ...current } = from.pendingAuthentication
  const reached = { ...from.pendingAuthentication, ...to }
  assertMove(stateOf(from), {
    transaction: (after ?? from.transaction).status,
    attempt: (next ?? attempt ?? from.attempt).status,
    step: reached.step,
  })
  const attempts = [attempt, next].filter((each) => each !== undefined)
  return {
    ...besides,
    from: from.pendingAuthentication,
    to: { ...current, ...to, ...(besides.pendingCard && { savesCard: true }) },
    ...(attempts.length > 0 && { attempts }),
    ...(attempt && mayBeAuthenticated(from.attempt, attempt) && { authenticated: attempt }),
    ...(after && { transaction: { before: from.transaction, after, cause } }),
    ...(after && isFinalStatus(after.status) && { event: ports.describeEvent(after) }),
  }
}

/**
 * Returns whether a commit may write an authentication: before the provider's call, or with it if the provider
 * authenticates the cardholder itself.
 */
function mayBeAuthenticated(before: Attempt, after: Attempt): boolean {
  return before.status === 'AUTHENTICATING' || after.confirmation !== undefined
}

function follow(from: Execution, { attempt, next }: Step, committed: Committed): Execution {
  return {
    transaction: committed.transaction ?? from.transaction,
    attempt: next ?? attempt ?? from.attempt,
    pendingAuthentication: committed.pendingAuthentication,
  }
}

function stateOf({ transaction, attempt, pendingAuthentication }: Execution) {
  return { transaction: transaction.status, attempt: attempt.status, step: pendingAuthentication.step }
}

/** The execution was moved by another worker while this one was at work: its lease had run out. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError'
}

/** Does the same for a worker that holds the lease. @throws {@link LeaseLostError} */
export async function moveHeld(ports: MovePorts, from: Execution, step: Step): Promise<Execution> {
  const moved = await move(ports, from, step)
  if (moved === null)
    throw new LeaseLostError(`Transaction ${from.transaction.id} was moved by another worker`)
  return moved
}
