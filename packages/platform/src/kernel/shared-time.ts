import type { Clock } from './clock.ts'

/**
 * The offset at which two clocks still count as agreeing. It is far below the shortest lease, and above what a reading
 * is usually wrong by.
 */
const AGREES_MS = 1_000

/**
 * The time for which a shared clock must keep to another time, alone against this machine, before that time is
 * adopted. The alert on the offset fires after one minute, so an operator has four to set the server's clock right or
 * to fail over again.
 */
const HOLDS_FOR_MS = 300_000

/**
 * The rate by which the clock runs faster while it catches up with a time that was adopted. The longest lease, 135 s,
 * then still lasts 122 s. The longest call that it covers takes 120 s.
 */
const CATCH_UP_RATE = 0.1

/** The reading of a shared clock. */
export interface Reading {
  readonly sharedMs: number
  /** The time of the reading, by the steady clock of this machine. */
  readonly steadyMs: number
  /** The uncertainty of the offset between the two: half of the round trip. */
  readonly errorMs: number
}

/** A time that processes share although the clocks of their machines differ. */
export interface SharedTime {
  readonly clock: Clock
  recordReading(reading: Reading): void
}

/** The clocks of a machine. */
export interface MachineClocks {
  /** The system clock: it may be wrong, and it may be set while the process runs. */
  readonly system: Clock
  /** The monotonic clock: it is never set, but stops while the machine sleeps. It has no date. */
  readonly steady: Clock
  /** Like the monotonic clock, but it continues while the machine sleeps. It is coarse, and slow to read. */
  readonly uptime: Clock
}

/** A trusted reading, and the readings of the machine's clocks at that moment. */
interface Base extends Reading {
  readonly systemMs: number
  readonly uptimeMs: number
  /**
   * The time by which the clock was still behind `sharedMs`; a negative value, which has no effect, if it was ahead.
   */
  readonly lagMs: number
}

/**
 * Makes a clock that follows the system clock, but never further than a second from the time that processes share. Between two readings,
 * the shared time is the last reading plus the time elapsed on the steady clock.
 *
 * A reading that contradicts both this estimate and the system clock is one against two: it is taken over only after it has held for
 * {@link HOLDS_FOR_MS}.
 *
 * @decision 0541
 */
export function createSharedTime(clocks: MachineClocks): SharedTime {
  const { system, steady } = clocks
  let base: Base | null = null
  /** The first of the readings that contradict the base and agree with each other. */
  let contradiction: Reading | null = null
  const accept = (next: Base): void => {
    base = next
    contradiction = null
  }

  return {
    clock: {
      now() {
        const systemMs = system.now()
        if (base === null) return systemMs
        const elapsedMs = elapsedSince(base, clocks, systemMs)
        const sharedMs = base.sharedMs + elapsedMs - lagAfter(base, elapsedMs)
        // A reading over a slow line overrules only a system clock that must be wrong even if the reading is as wrong as it can be.
        const marginMs = Math.max(AGREES_MS, base.errorMs)
        return Math.round(Math.min(Math.max(systemMs, sharedMs - marginMs), sharedMs + marginMs))
      },
    },
    recordReading(reading) {
      const ageMs = steady.now() - reading.steadyMs
      const systemMs = system.now() - ageMs
      const next = { ...reading, systemMs, uptimeMs: clocks.uptime.now() - ageMs, lagMs: 0 }
      if (base === null) return accept(next)
      if (reading.errorMs > Math.max(AGREES_MS, base.errorMs)) return
      const agreesWith = (otherMs: number, errorMs = 0): boolean =>
        Math.abs(reading.sharedMs - otherMs) <= Math.max(AGREES_MS, reading.errorMs + errorMs)
      const elapsedMs = elapsedSince(base, clocks, systemMs + ageMs) - ageMs
      const lagMs = lagAfter(base, elapsedMs)
      const expectedMs = base.sharedMs + elapsedMs
      const first = contradiction ?? reading
      const heldMs = reading.steadyMs - first.steadyMs
      if (agreesWith(expectedMs, base.errorMs)) accept({ ...next, lagMs })
      else if (agreesWith(systemMs)) accept(next)
      else if (!agreesWith(first.sharedMs + heldMs)) contradiction = reading
      else if (heldMs < HOLDS_FOR_MS) contradiction = first
      else accept({ ...next, lagMs: reading.sharedMs - expectedMs + lagMs })
    },
  }
}

function lagAfter(base: Base, elapsedMs: number): number {
  return Math.max(0, base.lagMs - elapsedMs * CATCH_UP_RATE)
}

/**
 * Returns the age of a reading. If the system clock ran ahead of the monotonic clock, it was set or the machine
 * slept: the uptime shows which. The uptime is used only between the other two, because a container may see another
 * machine's.
 */
function elapsedSince(base: Base, { steady, uptime }: MachineClocks, systemMs: number): number {
  const bySteadyMs = steady.now() - base.steadyMs
  const bySystemMs = systemMs - base.systemMs
  if (bySystemMs - bySteadyMs <= AGREES_MS) return bySteadyMs
  return Math.min(Math.max(bySteadyMs, uptime.now() - base.uptimeMs), bySystemMs)
}
