/** A card is valid until its last day has ended everywhere on Earth, last in UTC−12. */
const LAST_TIME_ZONE_MS = 12 * 3_600_000

/** @param month - 1–12. */
export function hasExpired(month: number, year: number, nowMs: number): boolean {
  return Date.UTC(year, month, 1) + LAST_TIME_ZONE_MS <= nowMs
}

/** Returns the last day of the expiry month, YYYY-MM-DD. */
export function lastDayOf(month: number, year: number): string {
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
}
