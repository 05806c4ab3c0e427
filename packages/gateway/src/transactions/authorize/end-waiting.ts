import type { ProcessingCode } from '@sluice/types/vocabulary'

import type { Cause, OpenAuthorization } from '../transaction-store.ts'
import type { Transaction } from '../transaction.ts'
import { endTransaction, ERASED } from './commit-progress.ts'
import type { FlowPorts } from './flow.ts'

/**
 * Ends an authorization that waits for a person: canceled, or out of time. Null when it was not waiting, or somebody
 * moved it first: an attempt at a provider is never interrupted.
 */
export async function endWaiting(
  ports: FlowPorts,
  open: OpenAuthorization,
  processingCode: Extract<ProcessingCode, '1003' | '1005'>,
  cause: Cause,
): Promise<Transaction | null> {
  const { step } = open.continuation
  if (step !== 'FINGERPRINT' && step !== 'CHALLENGE') return null
  const attempt = { ...open.attempt, status: 'ENDED' as const, processingCode }
  const after = endTransaction(open.transaction, attempt, {
    processingCode,
    retryable: false,
    nowMs: ports.clock.now(),
  })
  const { stepNumber: _, ...current } = open.continuation
  const committed = await ports.store.commit({
    from: open.continuation,
    to: { ...current, ...ERASED },
    transaction: { before: open.transaction, after, cause },
    attempts: [attempt],
    event: ports.describeEvent(after),
  })
  return committed === null ? null : after
}
