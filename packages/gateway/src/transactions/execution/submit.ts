import type { OneTimeUse } from '../../payment-methods/index.ts'
import type { OpeningRefusal } from './commit-ports.ts'
import type {
  DeclinedAtOnce,
  Execution,
  OutboxEvent,
  SubmitResult,
  TransactionStore,
  Watch,
} from './execution-records.ts'
import { move, moveBySubmission } from './move.ts'
import { begin, type BeginOptions } from './open.ts'
import type { ProviderAccount } from '../../merchants/index.ts'
import { restartRetryOptions } from './retry-options.ts'
import { endUncorrected } from './apply-result.ts'
import type { Transaction } from './transaction.ts'

export interface SubmitPorts {
  readonly store: Pick<TransactionStore, 'open' | 'findOpen' | 'submit' | 'commit'>
  readonly describeEvent: (transaction: Transaction) => OutboxEvent
}

/** A submission, by a merchant's server or by the form of a session. */
export interface Submitted {
  /** Begins in the same way as a new transaction. */
  readonly transaction: Transaction
  readonly account: ProviderAccount
  readonly begins: BeginOptions
  readonly uses: readonly OneTimeUse[]
  /** Whether the provider will report on it. */
  readonly isReported: boolean
  readonly requestKey: string | null
  /** The transaction whose declined attempt this corrects; null if there is none. */
  readonly corrects: string | null
  /** Set when rules of risk hold for it. */
  readonly watch?: Watch
}

export type SubmissionResult =
  | { readonly kind: 'submitted'; readonly execution: Execution }
  | DeclinedAtOnce
  | OpeningRefusal

/** Stores the first attempt of a transaction, or the next one after the shopper corrected a decline. */
export function submit(ports: SubmitPorts, submitted: Submitted): Promise<SubmissionResult> {
  return submitted.corrects === null
    ? openTransaction(ports, submitted)
    : correct(ports, submitted, submitted.corrects)
}

async function openTransaction(
  ports: SubmitPorts,
  { transaction, account, begins, uses, isReported, requestKey, watch }: Submitted,
): Promise<SubmissionResult> {
  const begun = begin(transaction, account, begins)
  const order = isReported && { order: orderOf({ transaction, ...begun }) }
  const opened = await ports.store.open({
    ...{ transaction, ...begun, uses, event: null, requestKey },
    ...order,
    ...(watch && { watch }),
  })
  return opened.kind === 'opened' ? { kind: 'submitted', execution: { transaction, ...begun } } : opened
}

async function correct(
  ports: SubmitPorts,
  { transaction: draft, account, begins, uses, isReported, watch }: Submitted,
  transactionId: string,
): Promise<SubmissionResult> {
  const open = await ports.store.findOpen(draft.merchantId, transactionId)
  // Another tab was faster; the shopper follows the session.
  if (open?.pendingAuthentication.step !== 'CORRECTION') return { kind: 'session_busy', status: 'PENDING' }
  const { id, orderId, createdAtMs, retryOptions } = open.transaction
  const transaction: Transaction = {
    ...draft,
    ...{ id, orderId, createdAtMs },
    retryOptions: restartRetryOptions(draft.retryOptions, retryOptions, account),
  }
  const { attempt, pendingAuthentication } = begin(transaction, account, begins)
  const next = { ...attempt, number: open.attempt.number + 1 }
  const { attemptId, step, leaseUntilMs, expiresAtMs } = pendingAuthentication
  const order = isReported && { order: orderOf({ transaction, attempt: next }) }
  const watched = watch && { watched: { ...watch.payment, transactionId: id } }
  const submission = await moveBySubmission(
    ports,
    open,
    { cause: 'authorize', to: { attemptId, step, leaseUntilMs, expiresAtMs }, next, transaction },
    { uses, ...order, ...watched },
  )
  return submission.kind === 'declined_by_risk'
    ? endDeclinedByRisk(ports, open, submission, begins.nowMs)
    : submission
}

/** A rule of risk declines the correction, and with it the transaction. */
async function endDeclinedByRisk(
  ports: SubmitPorts,
  open: Execution,
  { code, matches }: Extract<SubmitResult, { kind: 'declined_by_risk' }>,
  nowMs: number,
): Promise<SubmissionResult> {
  const end = endUncorrected(open, { instead: code, cause: 'authorize', nowMs })
  const ended = await move(ports, open, end)
  if (ended === null) return { kind: 'session_busy', status: 'PENDING' }
  return { kind: 'declined', transaction: ended.transaction, matches }
}

function orderOf({ transaction, attempt }: Pick<Execution, 'transaction' | 'attempt'>) {
  const { merchantId, id: transactionId } = transaction
  return {
    merchantId,
    transactionId,
    attemptId: attempt.id,
    providerId: attempt.providerId,
    accountId: attempt.accountId,
  }
}
