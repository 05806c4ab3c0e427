import type { ErrorItem } from '@sluice/types'
import { type ProcessingCode, processingCode } from '@sluice/types/vocabulary'

import type { Attempt } from './attempt.ts'
import { statusForCode } from './status-for-code.ts'
import type { Cause, Change, Continuation } from './execution-records.ts'
import { noteEnd } from '../card/fallback.ts'
import type { Transaction } from './transaction.ts'
import { assertTransition } from './transitions.ts'
import { type FlowPorts, LEASE_MS, LeaseLostError, type Progress } from '../card/flow.ts'

/** What a commit changes besides the continuation. */
type Extras = Pick<Change, 'attempts' | 'handles' | 'event' | 'pendingCard'> & {
  readonly after?: Transaction
  readonly cause?: Cause
}

/** Commits a change of an authorization that this worker holds. */
export async function commitProgress(
  ports: FlowPorts,
  progress: Progress,
  to: Partial<Omit<Continuation, 'stepNumber'>>,
  extras: Extras = {},
): Promise<Continuation> {
  const { after, cause, ...rest } = extras
  const { stepNumber: _, ...current } = progress.continuation
  const stored = await ports.store.commit({
    from: progress.continuation,
    to: { ...current, leaseUntilMs: ports.clock.now() + LEASE_MS, ...to },
    ...rest,
    ...(after && cause ? { transaction: { before: progress.transaction, after, cause } } : {}),
  })
  if (stored === null)
    throw new LeaseLostError(`Transaction ${progress.transaction.id} was moved by somebody else`)
  return stored
}

/** The continuation of a final transaction: nothing of the card is left. */
export const ERASED = {
  step: 'DONE',
  takenStep: null,
  leaseUntilMs: null,
  sealedCard: null,
  sealedStep: null,
} as const

/** The transaction after an attempt decided it. */
export function endTransaction(
  transaction: Transaction,
  attempt: Attempt,
  end: { readonly processingCode: ProcessingCode; readonly retryable: boolean; readonly nowMs: number },
): Transaction {
  const status = statusForCode(end.processingCode)
  assertTransition(transaction.status, status)
  const { authentication } = attempt
  const decidedByProvider = attempt.responseCode !== null
  return {
    ...transaction,
    status,
    processingCode: end.processingCode,
    processing: {
      providerId: attempt.providerId,
      accountId: attempt.accountId,
      responseCode: attempt.responseCode,
      responseMessage: attempt.responseMessage,
      approvalCode: status === 'APPROVED' ? attempt.approvalCode : null,
      referenceNumber: decidedByProvider ? attempt.referenceNumber : null,
      systan: decidedByProvider ? attempt.systan : null,
    },
    errors: status === 'INVALID' ? [describeRefusal(end.processingCode)] : transaction.errors,
    authenticationStatus: authentication.transStatus,
    authenticationLevel: authentication.eci === null ? null : Number(authentication.eci),
    retryOptions: noteEnd(transaction.retryOptions, attempt, {
      approved: status === 'APPROVED',
      retryable: end.retryable,
    }),
    updatedAtMs: end.nowMs,
  }
}

/** What a provider refuses as invalid is not any one member's fault. */
function describeRefusal(code: ProcessingCode): ErrorItem {
  const property = 'payment_method'
  return { property, message: processingCode(code).message, params: [property] }
}
