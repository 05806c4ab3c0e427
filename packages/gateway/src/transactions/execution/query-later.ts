import type { Attempt } from './attempt.ts'
import type { Execution } from './execution-records.ts'
import type { Step } from './move.ts'

/** The delay between the call and the first status query. */
export const FIRST_QUESTION_MS = 2_000
/** The delays after which a provider with an unknown outcome is queried, counted from the call; then hourly. */
const QUERY_TIMES_MS = [FIRST_QUESTION_MS, 5_000, 15_000, 60_000, 300_000, 1_800_000, 7_200_000] as const
const LAST_QUERY_DELAY_MS = 3_600_000

/** Schedules the next status query, at the latest when manual resolution is due. */
function askLater(execution: Execution, nowMs: number, limitMs: number | null): Step {
  const waitedMs = nowMs - sinceMs(execution)
  const next = QUERY_TIMES_MS.find((time) => time > waitedMs) ?? waitedMs + LAST_QUERY_DELAY_MS
  const isBeforeLimit = limitMs === null || limitMs <= waitedMs || next <= limitMs
  const dueAtMs = nowMs + (isBeforeLimit ? next : limitMs) - waitedMs
  return { cause: 'janitor', to: {}, attempt: { ...execution.attempt, dueAtMs } }
}

/**
 * Schedules the next status query, or hands the payment to the operator once the limit has passed.
 *
 * @param limitMs - the limit that the provider declares; null for no limit.
 */
export function queryLaterOrEscalate(execution: Execution, nowMs: number, limitMs: number | null): Step {
  const { attempt, pendingAuthentication } = execution
  const isOver = limitMs !== null && nowMs - sinceMs(execution) >= limitMs
  return isOver && pendingAuthentication.step === 'WAITING'
    ? leaveToPeople(attempt)
    : askLater(execution, nowMs, limitMs)
}

/** Time since the call, not the attempt's age: the shopper may have spent minutes at the bank before the call. */
function sinceMs({ transaction }: Execution): number {
  return transaction.updatedAtMs
}

/**
 * Stops the status queries: the transaction stays PENDING until the operator resolves it. A provider callback still
 * settles it.
 */
function leaveToPeople(attempt: Attempt): Step {
  const { merchantId, transactionId, providerId, id: attemptId, accountId } = attempt
  return {
    cause: 'janitor',
    to: {},
    attempt: { ...attempt, status: 'NEEDS_DECISION', dueAtMs: null },
    alert: {
      merchantId,
      transactionId,
      kind: 'UNRESOLVED',
      providerId,
      attemptId,
      detail: { account_id: accountId },
      reversalDueAtMs: null,
      reversalTries: 0,
    },
  }
}
