import type { Clock } from '../kernel/clock.ts'
import type { SharedTime } from '../kernel/shared-time.ts'
import type { ScheduledJob } from './scheduled-jobs.ts'

/** Detects within two seconds whether this process can write, and how far its clock is off, even without payments. */
export const HEARTBEAT_INTERVAL_MS = 2_000

/** The database reads its clock at some moment between the question and the answer: the longer that takes, the less an offset says. */
const ROUND_TRIP_MAX_MS = 2_000

export interface Heartbeat {
  readonly job: ScheduledJob
  /** Returns the offset of this machine's clock from the database's, in milliseconds; null before it is known. */
  clockOffsetMs(): number | null
}

/**
 * Commits something every two seconds, so that readiness follows commits, and compares the clocks.
 *
 * @param ports.beat - commits, and returns the database's time; null where the database has no clock of its own.
 * @param ports.realTime - the system clock.
 * @param ports.recordReading - gets every reading of the database's clock, and how wrong it may be.
 */
export function createHeartbeat({
  beat,
  realTime,
  steady,
  recordReading = () => undefined,
}: {
  readonly beat: () => Promise<number | null>
  readonly realTime: Clock
  readonly steady: Clock
  readonly recordReading?: SharedTime['recordReading']
}): Heartbeat {
  let offsetMs: number | null = null
  return {
    clockOffsetMs: () => offsetMs,
    job: {
      name: 'heartbeat',
      async run() {
        const [askedAtMs, steadyMs] = [realTime.now(), steady.now()]
        const databaseMs = await beat()
        const roundTripMs = realTime.now() - askedAtMs
        if (databaseMs === null) return 0
        const steadyTripMs = steady.now() - steadyMs
        recordReading({
          sharedMs: databaseMs,
          steadyMs: steadyMs + steadyTripMs / 2,
          // The monotonic clock stops while the machine sleeps, so the longer of the two is used.
          errorMs: Math.max(steadyTripMs, roundTripMs) / 2,
        })
        // A slow answer, or a clock that was set in the meantime, would be mistaken for an offset.
        if (roundTripMs >= 0 && roundTripMs <= ROUND_TRIP_MAX_MS)
          offsetMs = askedAtMs + roundTripMs / 2 - databaseMs
        return 0
      },
    },
  }
}
