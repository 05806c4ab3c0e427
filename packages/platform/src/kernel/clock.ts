export type { Clock } from '@sluice/shared/clock'

/** Renders an instant as the wire shows it: RFC 3339, UTC, milliseconds. */
export function toTimestamp(epochMs: number): string {
  return new Date(epochMs).toISOString()
}
