import type { ProcessingCode } from '@sluice/types/vocabulary'
import type { Clock } from '@sluice/platform/kernel/clock'

import { FIRST_QUESTION_MS } from './query-later.ts'
import type { AttemptConfirmation } from './attempt.ts'
import type { BoundProvider } from './bound-provider.ts'
import { alertOf } from './contradiction.ts'
import type { Cause, Execution } from './execution-records.ts'
import type { Step } from './move.ts'
import type { ProviderNames } from './provider.ts'
import { withdraw, type Withdrawal } from './status-query.ts'
import { LAST_QUERY_MS, applyOutcome, endUndecided, WAITING, withNames } from './apply-result.ts'

/** The reason for ending a payment that its provider must withdraw, and the code that it ends with. */
interface End {
  readonly code: ProcessingCode
  readonly cause: Cause
  readonly nowMs: number
}

/**
 * Returns the step that settles a withdrawn order or payment; null while the provider has not withdrawn it or does
 * not answer.
 */
export function applyWithdrawal(execution: Execution, withdrawal: Withdrawal, end: End): Step | null {
  const { code, cause, nowMs } = end
  switch (withdrawal.kind) {
    // The provider promised. One last query, in case it broke its promise, costs no money.
    case 'withdrawn':
      return endUndecided(named(execution, withdrawal), code, {
        cause,
        nowMs,
        dueAtMs: nowMs + LAST_QUERY_MS,
      })
    case 'decided':
      return applyOutcome(execution, withdrawal.outcome, { cause: 'provider', nowMs })
    default:
      return null
  }
}

/**
 * Ends a card payment that its provider holds, once the provider has withdrawn it. If the provider returns an outcome
 * instead, that settles the payment. A provider that does not answer, or only accepts the request, is queried until
 * it reports the outcome.
 */
export async function withdrawFirst(
  provider: BoundProvider | undefined,
  execution: Execution,
  { clock, ...end }: Omit<End, 'nowMs'> & { readonly clock: Clock },
): Promise<Step> {
  const withdrawal = await withdraw(provider, execution.attempt)
  const nowMs = clock.now()
  return (
    applyWithdrawal(execution, withdrawal, { ...end, nowMs }) ??
    waitForEnd(execution, withdrawal, end.code, nowMs)
  )
}

/** A payment that requires nothing from its shopper. */
const UNASKED: AttemptConfirmation = {
  onUnavailable: 'DECLINE',
  awaits: null,
  sealedPage: null,
  invalidResults: 0,
  endsAs: null,
  continuation: null,
}

function waitForEnd(
  execution: Execution,
  withdrawal: Withdrawal,
  endsAs: ProcessingCode,
  nowMs: number,
): Step {
  const { transaction, attempt } = named(execution, withdrawal.kind === 'open' ? withdrawal : {})
  const contradiction = withdrawal.kind === 'unknown' ? withdrawal.contradiction : undefined
  return {
    cause: 'janitor',
    to: WAITING,
    transaction: { ...transaction, updatedAtMs: nowMs },
    attempt: {
      ...attempt,
      status: 'UNKNOWN',
      dueAtMs: nowMs + FIRST_QUESTION_MS,
      confirmation: { ...(attempt.confirmation ?? UNASKED), continuation: null, endsAs },
    },
    ...(contradiction && { alert: alertOf(attempt, contradiction) }),
  }
}

/** Returns the execution with the names from an answer that leaves the outcome open. */
export function named(execution: Execution, answer: { readonly names?: ProviderNames }): Execution {
  return { ...execution, attempt: withNames(execution.attempt, answer) }
}
