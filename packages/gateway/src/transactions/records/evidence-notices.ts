import type { RecordKind } from '@sluice/types/vocabulary'

const HOUR_MS = 3_600_000

/** The times before the deadline for evidence at which the merchant is reminded, earliest first. */
const NOTICES_MS = [72 * HOUR_MS, 24 * HOUR_MS] as const

const ENDS: ReadonlySet<RecordKind> = new Set(['DISPUTE_WON', 'DISPUTE_LOST', 'DISPUTE_CLOSED'])

/** Reports whether no evidence is accepted after a step of a dispute. */
export function endsDispute(kind: RecordKind): boolean {
  return ENDS.has(kind)
}

/**
 * Returns when the merchant is next reminded of evidence; null if no reminder is left. A dispute that is reported within the last
 * day has one immediately.
 */
export function nextNoticeAt(respondByMs: number, afterMs: number): number | null {
  if (respondByMs <= afterMs) return null
  const next = NOTICES_MS.map((noticeMs) => respondByMs - noticeMs).find((atMs) => atMs > afterMs)
  return next ?? null
}

/** Returns when the merchant is first reminded of a step that was stored at a moment. */
export function firstNoticeAt(respondByMs: number, storedAtMs: number): number | null {
  if (respondByMs <= storedAtMs) return null
  return nextNoticeAt(respondByMs, storedAtMs) ?? storedAtMs
}
