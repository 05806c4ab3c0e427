/** A late report comes after the order is over for us; this long after its end, or after the decision when it has none. */
const LATE_BY_MS = 60_000

/** When a decision made now takes effect at the provider: at once, or after the order's end for a late report. */
export function effectiveAt(
  { fault, expiresAtMs }: { readonly fault: string | null; readonly expiresAtMs: number | null },
  nowMs: number,
): number {
  return fault === 'LATE_CALLBACK' ? Math.max(expiresAtMs ?? 0, nowMs) + LATE_BY_MS : nowMs
}
