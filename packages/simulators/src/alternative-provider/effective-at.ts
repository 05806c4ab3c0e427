/** Delays a late report past the end of the order, or past the decision if the order has no end. */
const LATE_BY_MS = 60_000

/**
 * Returns when a decision made now takes effect at the provider: at once, or after the order's end for a late
 * report.
 */
export function effectiveAt(
  { fault, expiresAtMs }: { readonly fault: string | null; readonly expiresAtMs: number | null },
  nowMs: number,
): number {
  return fault === 'LATE_CALLBACK' ? Math.max(expiresAtMs ?? 0, nowMs) + LATE_BY_MS : nowMs
}
