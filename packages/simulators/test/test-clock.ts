import type { Clock } from '@sluice/shared/clock'

export interface TestClock extends Clock {
  advance(ms: number): void
}

/** A clock that stands still until it is moved. */
export function createTestClock(startMs = Date.UTC(2026, 10, 20, 10, 0, 0)): TestClock {
  let nowMs = startMs
  return {
    now: () => nowMs,
    advance(ms) {
      nowMs += ms
    },
  }
}
