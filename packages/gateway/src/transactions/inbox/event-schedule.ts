/** The delays after which an event whose payment is unknown is tried again, counted from its arrival; then hourly. */
const RETRY_TIMES_MS = [2_000, 5_000, 15_000, 60_000, 300_000, 1_800_000] as const
export const LAST_RETRY_MS = 3_600_000

/**
 * The answer that names a payment arrives within the time of a call. A payment that is unknown after a day belongs to
 * another installation.
 */
const FOREIGN_AFTER_MS = 86_400_000

/** The number of failures after which an event is abandoned, so that other events need not wait for it. */
const FAILURES_MAX = 5

/** Returns when an event is tried next; null once its payment counts as another installation's. */
export function nextTryAt(receivedAtMs: number, nowMs: number): number | null {
  const waitedMs = nowMs - receivedAtMs
  if (waitedMs >= FOREIGN_AFTER_MS) return null
  const next = RETRY_TIMES_MS.find((time) => time > waitedMs)
  return next === undefined ? nowMs + LAST_RETRY_MS : receivedAtMs + next
}

/**
 * Returns when an event that could not be applied is tried next; null once it is broken.
 *
 * @param failures - with the last one.
 */
export function retryFailedAt(failures: number, nowMs: number): number | null {
  return failures >= FAILURES_MAX ? null : nowMs + 2_000 * 4 ** (failures - 1)
}
