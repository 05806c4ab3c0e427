/** Returns the current time. Injected everywhere, so that a ten-minute challenge can be tested in a millisecond. */
export interface Clock {
  /** Milliseconds since the epoch, UTC. */
  now(): number
}
