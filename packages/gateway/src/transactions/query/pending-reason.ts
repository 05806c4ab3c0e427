import type { AttemptStatus } from '../execution/attempt.ts'
import type { FlowStep } from '../execution/execution-records.ts'

/** The event for which a pending payment waits. */
export type PendingReason =
  | 'device_check'
  | 'challenge'
  | 'customer_redirected'
  | 'card_correction'
  | 'provider_outcome'
  | 'unknown_outcome'
  | 'manual_resolution'
  | 'processing'

/** Steps that only the shopper can take. */
const OF_STEPS: Readonly<Partial<Record<FlowStep, PendingReason>>> = {
  FINGERPRINT: 'device_check',
  CHALLENGE: 'challenge',
  REDIRECT: 'customer_redirected',
  CORRECTION: 'card_correction',
}

/** Reasons by the status of a call whose outcome is open. */
const OF_ATTEMPTS: Readonly<Partial<Record<AttemptStatus, PendingReason>>> = {
  PENDING: 'provider_outcome',
  UNKNOWN: 'unknown_outcome',
  NEEDS_DECISION: 'manual_resolution',
}

/**
 * Returns what a pending payment waits for: the shopper's step if there is one, otherwise the outcome of its last
 * call.
 *
 * @param step - the step of its flow; null if there is none.
 * @param attempt - the state of its last call; null if there is none.
 */
export function findPendingReason(step: FlowStep | null, attempt: AttemptStatus | null): PendingReason {
  return (step && OF_STEPS[step]) ?? (attempt && OF_ATTEMPTS[attempt]) ?? 'processing'
}

/** Returns what each pending payment waits for. Other payments have no entry. */
export type ListPendingReasons = (
  merchantId: string,
  ids: readonly string[],
) => Promise<ReadonlyMap<string, PendingReason>>
