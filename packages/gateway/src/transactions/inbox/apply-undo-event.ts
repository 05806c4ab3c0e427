import type { ProcessingCode } from '@sluice/types/vocabulary'

import { move } from '../execution/move.ts'
import { settleWithout } from '../execution/settle.ts'
import { statusForCode } from '../execution/status-for-code.ts'
import type { Reversal } from '../reports/provider-reports.ts'
import type { ReportPorts } from '../reports/receive-report.ts'
import { again } from '../reports/reverse-late-money.ts'
import type { OutcomeEvent } from './compare-event.ts'
import { type Applied, end, type KnownAttempt, wait } from './inbox.ts'

/** A call that the provider undid was never executed, as far as the merchant can tell. */
const UNDONE: ProcessingCode = '1001'

const WORKER_BUSY_MS = 2_000

/**
 * Applies an event about an undo, which has the undo's key. Undone, a payment whose answer was lost ends; "nothing was found" settles nothing,
 * because the payment may still arrive: the undo is asked for again, under a new key.
 *
 * @returns Null if no undo has this key.
 */
export async function applyUndoEvent(ports: ReportPorts, event: OutcomeEvent, providerId: string) {
  const undo = event.key === null ? null : await ports.reports.findReversal(providerId, event.key)
  if (undo === null) return null
  const attempt = toKnown(undo, event)
  if (event.accountId !== undo.detail['account_id'] || event.call !== 'undo') return end('IGNORED', attempt)
  switch (statusForCode(event.outcome.processingCode)) {
    case 'APPROVED':
      return applyUndone(ports, undo, attempt)
    case 'PENDING':
      return end('APPLIED', attempt)
    default:
      await ports.reports.noteReversal(undo, event.key, again(ports, undo, false))
      return end('APPLIED', attempt)
  }
}

async function applyUndone(ports: ReportPorts, undo: Reversal, attempt: KnownAttempt): Promise<Applied> {
  const open = await ports.store.findOpen(undo.merchantId, undo.transactionId)
  if (open?.attempt.id === undo.attemptId && undo.kind === 'LOST_ANSWER') {
    const nowMs = ports.clock.now()
    // The worker that makes the call notes first that it got no answer.
    if (open.continuation.step === 'WORKING') return wait(nowMs + WORKER_BUSY_MS, attempt)
    const moved = await move(ports, open, settleWithout(open, UNDONE, { cause: 'provider', nowMs }))
    if (moved === null) return wait(nowMs + WORKER_BUSY_MS, attempt)
  }
  await ports.reports.noteReversal(undo, undo.key?.id ?? null, { kind: 'reversed' })
  return end('APPLIED', attempt)
}

function toKnown(undo: Reversal, { accountId }: OutcomeEvent): KnownAttempt {
  const { merchantId, transactionId, attemptId, providerId } = undo
  return { merchantId, transactionId, attemptId, providerId, accountId, status: 'UNKNOWN', endedAs: null }
}
