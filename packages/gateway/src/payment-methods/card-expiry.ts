/** A card counts as valid while its last day lasts anywhere on Earth: the last place to leave a day is UTC−12. */
const LAST_TIME_ZONE_MS = 12 * 3_600_000

/** @param month - 1–12. */
export function hasExpired(month: number, year: number, nowMs: number): boolean {
  return Date.UTC(year, month, 1) + LAST_TIME_ZONE_MS <= nowMs
}

/** Last day of the expiry month, YYYY-MM-DD. */
export function lastDayOf(month: number, year: number): string {
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
}
