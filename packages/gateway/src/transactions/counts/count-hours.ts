/** Payments are counted by the hour in which they were made: reporting days of every time zone with whole hours are sums of them. */
export const HOUR_MS = 3_600_000

/**
 * How long after its end an hour is counted. Commits within five minutes of the end have finished by then; later ones
 * request a recount.
 */
const COUNTED_AFTER_MS = 15 * 60_000

/** The start of the hour of a moment, epoch milliseconds. */
export function hourOf(ms: number): number {
  return Math.floor(ms / HOUR_MS) * HOUR_MS
}

/**
 * Returns the time up to which payments can be counted now: the end of the last hour that has been over for long
 * enough.
 */
export function countableUntil(nowMs: number): number {
  return hourOf(nowMs - COUNTED_AFTER_MS)
}

/** Returns when the next hour can be counted. */
export function nextCountAt(nowMs: number): number {
  return countableUntil(nowMs) + HOUR_MS + COUNTED_AFTER_MS
}
