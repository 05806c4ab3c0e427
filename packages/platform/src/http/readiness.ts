import type { CommitHealth } from '../database/commit-health.ts'
import type { Clock } from '../kernel/clock.ts'
import { memoize } from '../kernel/timed-cache.ts'
import { type Timers, withDeadline } from '../kernel/timers.ts'

/** Whether balancers are to send requests here. */
export interface Readiness {
  /** The database answers and commits in time, the clock is right, and the process is not draining. Never rejects. */
  isReady(): Promise<boolean>
  isDraining(): boolean
  /** Marks the process as not ready, although it still responds: balancers stop using it before it exits. */
  drain(): void
}

/** Balancers probe every few seconds, some of them from many places; one query of the database serves all of them. */
const REMEMBERED_MS = 1_000

/** A request that waits longer than this for a connection is better served by another process. */
const DATABASE_DEADLINE_MS = 2_000

/**
 * Payments use the database's time; certificates and log lines use the system clock, and a machine that is off by
 * this much needs attention.
 */
const CLOCK_OFFSET_MAX_MS = 30_000

export function createReadiness(ports: {
  /** May reject, or hang. */
  readonly isReachable: () => Promise<boolean>
  readonly commits: Pick<CommitHealth, 'isFailing'>
  /** Returns the offset of this process's clock from the database's; null when unknown. */
  readonly clockOffsetMs: () => number | null
  readonly clock: Clock
  readonly timers: Timers
}): Readiness {
  const { isReachable, commits, clockOffsetMs, clock, timers } = ports
  let draining = false
  const askDatabase = memoize({ clock, maxEntries: 1, lifetimeMs: REMEMBERED_MS }, () =>
    withDeadline(
      isReachable(),
      DATABASE_DEADLINE_MS,
      timers,
      () => new Error('the database did not respond'),
    ).catch(() => false),
  )
  const canPay = (): boolean =>
    !draining && !commits.isFailing() && Math.abs(clockOffsetMs() ?? 0) <= CLOCK_OFFSET_MAX_MS
  return {
    isReady: async () => canPay() && (await askDatabase()) && canPay(),
    isDraining: () => draining,
    drain() {
      draining = true
    },
  }
}
