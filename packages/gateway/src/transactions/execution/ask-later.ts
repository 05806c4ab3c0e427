import type { Attempt } from './attempt.ts'
import type { Execution } from './execution-records.ts'
import type { Step } from './move.ts'

/** How long after the call a provider is asked for the first time. */
export const FIRST_QUESTION_MS = 2_000
/** When a provider with an unknown outcome is asked, counted from the call; then hourly. */
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
 * The same for so long; then people are asked instead.
 *
 * @param limitMs - as the provider's declarations say; null where there is no limit.
 */
export function askLaterOrPeople(execution: Execution, nowMs: number, limitMs: number | null): Step {
  const { attempt, continuation } = execution
  const isOver = limitMs !== null && nowMs - sinceMs(execution) >= limitMs
  return isOver && continuation.step === 'WAITING'
    ? leaveToPeople(attempt)
    : askLater(execution, nowMs, limitMs)
}

/** Since the call. Not the age of the attempt: before it the shopper may have been at the bank for minutes. */
function sinceMs({ transaction }: Execution): number {
  return transaction.updatedAtMs
}

/** Asks no more: the transaction stays PENDING until a person has found out. A report of the provider still counts. */
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
