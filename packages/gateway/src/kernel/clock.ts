/** Tells the time. Injected everywhere, so that a ten-minute challenge can be tested in a millisecond. */
export interface Clock {
  /** Milliseconds since the epoch, UTC. */
  now(): number
}

/** Renders an instant as the wire shows it: RFC 3339, UTC, milliseconds. */
export function toTimestamp(epochMs: number): string {
  return new Date(epochMs).toISOString()
}
