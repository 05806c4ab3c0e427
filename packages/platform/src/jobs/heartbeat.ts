import type { Clock } from '../kernel/clock.ts'
import type { SharedTime } from '../kernel/shared-time.ts'
import type { ScheduledJob } from './scheduled-jobs.ts'

/** Whether this process can write, and how far its clock is off, is known within two seconds, also while nobody pays. */
export const HEARTBEAT_INTERVAL_MS = 2_000

/** The database read its clock somewhere between the question and the answer. */
const ROUND_TRIP_MAX_MS = 2_000

export interface Heartbeat {
  readonly job: ScheduledJob
  /** How far this process's clock is ahead of the database's, in milliseconds; null before it is known. */
  clockOffsetMs(): number | null
}

/**
 * Commits something every two seconds, so that readiness follows commits, and compares the clocks.
 *
 * @param ports.beat - commits, and returns the database's time; null where it is this process's.
 * @param ports.realTime - the machine's.
 * @param ports.hear - told the database's time.
 */
export function createHeartbeat({
  beat,
  realTime,
  steady,
  hear = () => undefined,
}: {
  readonly beat: () => Promise<number | null>
  readonly realTime: Clock
  readonly steady: Clock
  readonly hear?: SharedTime['hear']
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
        // The first one counts in any case: half a slow round trip is a smaller error than a machine's that nobody knows.
        if (steadyTripMs <= ROUND_TRIP_MAX_MS || offsetMs === null)
          hear(databaseMs, steadyMs + steadyTripMs / 2)
        // A slow answer, or a clock that was set meanwhile, would be taken for an offset.
        if (roundTripMs >= 0 && roundTripMs <= ROUND_TRIP_MAX_MS)
          offsetMs = askedAtMs + roundTripMs / 2 - databaseMs
        return 0
      },
    },
  }
}
