import type { Clock } from '../src/kernel/clock.ts'

export interface ManualClock extends Clock {
  advance(ms: number): void
}

/** A clock that stands still until it is moved. */
export function createManualClock(startMs = Date.UTC(2026, 0, 15, 12)): ManualClock {
  let nowMs = startMs
  return {
    now: () => nowMs,
    advance: (ms) => {
      nowMs += ms
    },
  }
}
