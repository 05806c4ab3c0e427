import type { Clock } from '@sluice/platform/kernel/clock'

import type { Attempt } from './attempt.ts'
import type { LostCall, TransactionStore } from './execution-records.ts'
import { move, type MovePorts } from './move.ts'
import type { ProviderNames, ProviderOutcome } from './provider.ts'
import { applyOutcome } from './apply-result.ts'
import type { Transaction } from './transaction.ts'

/** The outcome that the operator has established for an attempt whose provider does not report one. */
export interface ManualResolution {
  readonly merchantId: string
  readonly transactionId: string
  readonly outcome: 'APPROVED' | 'DECLINED'
  /** The evidence for the outcome, for the audit log. */
  readonly reason: string
  /** The provider's reference of the payment, as found there; null if the operator gave none. */
  readonly providerReference: string | null
}

export interface ResolutionPorts extends MovePorts {
  readonly store: Pick<TransactionStore, 'commit' | 'findOpen'>
  readonly clock: Clock
  /** Writes down who decided what and why, before it is done. */
  readonly auditResolution: (resolution: ManualResolution) => Promise<void>
  /** Null if the reference cannot be that of the payment. */
  readonly nameFound: (attempt: Attempt, reference: string) => Promise<ProviderNames | null>
  /** The undo of a call whose answer was lost. */
  readonly undoes: {
    isUndoUnderWay(attempt: LostCall): Promise<boolean>
    resumeUndo(attempt: LostCall): Promise<void>
  }
}

export type Resolved =
  | { readonly kind: 'decided'; readonly transaction: Transaction }
  /** No such transaction is open. */
  | { readonly kind: 'unknown' }
  /** Status queries are still running, or the provider has reported the outcome in the meantime. */
  | { readonly kind: 'not_needed' }
  /** An approval is impossible: the provider was already requested to reverse the payment. */
  | { readonly kind: 'undone' }
  /** The reference cannot be that of the payment. */
  | { readonly kind: 'foreign_reference' }

/** Recorded as the provider's response code when the operator resolved the payment. */
export const DECIDED_BY_PERSON = 'DECISION'

const CODE_OF = { APPROVED: '0000', DECLINED: '1001' } as const

/** Ends an execution that needs a decision. What is reserved for it is given back when it was not executed. */
export async function resolveManually(
  ports: ResolutionPorts,
  resolution: ManualResolution,
): Promise<Resolved> {
  const execution = await ports.store.findOpen(resolution.merchantId, resolution.transactionId)
  if (execution === null) return { kind: 'unknown' }
  if (execution.attempt.status !== 'NEEDS_DECISION') return { kind: 'not_needed' }
  const { merchantId, transactionId, id: attemptId } = execution.attempt
  const call = { merchantId, transactionId, attemptId }
  if (resolution.outcome === 'APPROVED' && (await ports.undoes.isUndoUnderWay(call)))
    return { kind: 'undone' }
  const names = await namesFor(ports, execution.attempt, resolution)
  if (names === 'foreign') return { kind: 'foreign_reference' }
  await ports.auditResolution(resolution)
  // Resume the reversal before the end is stored, so that it is not lost if this process dies in between.
  if (resolution.outcome === 'DECLINED') await ports.undoes.resumeUndo(call)
  const outcome: ProviderOutcome = {
    processingCode: CODE_OF[resolution.outcome],
    providerResponseCode: DECIDED_BY_PERSON,
    providerResponseMessage: 'Decided by the operator',
    approvalCode: null,
    referenceNumber: null,
    systan: null,
    retryable: false,
    ...(names && { names }),
  }
  const end = applyOutcome(execution, outcome, { cause: 'decision', nowMs: ports.clock.now() })
  const moved = await move(ports, execution, end)
  return moved === null ? { kind: 'not_needed' } : { kind: 'decided', transaction: moved.transaction }
}

async function namesFor(
  { nameFound }: Pick<ResolutionPorts, 'nameFound'>,
  attempt: Attempt,
  { providerReference }: ManualResolution,
): Promise<ProviderNames | null | 'foreign'> {
  if (providerReference === null) return null
  return (await nameFound(attempt, providerReference)) ?? 'foreign'
}
