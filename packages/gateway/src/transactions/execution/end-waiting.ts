import type { ProcessingCode } from '@sluice/types/vocabulary'

import { type Cause, type OpenAuthorization, PERSON_STEPS } from './execution-records.ts'
import type { Transaction } from './transaction.ts'
import { endTransaction, ERASED } from './settle.ts'
import type { FlowPorts } from '../card/flow.ts'

/** How long after we gave up the provider is asked a last time: its own page has ended by then, too. */
const LOOK_AGAIN_MS = 3_600_000

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
  if (!PERSON_STEPS.some((waits) => waits === step)) return null
  // Who was sent elsewhere may still confirm there, and the report of it may be lost.
  const dueAtMs = step === 'REDIRECT' ? ports.clock.now() + LOOK_AGAIN_MS : null
  const attempt = { ...open.attempt, status: 'ENDED' as const, processingCode, dueAtMs }
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
