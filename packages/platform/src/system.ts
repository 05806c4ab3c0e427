import { randomBytes, randomFillSync, randomUUID } from 'node:crypto'
import { uptime } from 'node:os'

import type { Clock } from './kernel/clock.ts'
import { ascendingUuids, type Random, uuidInPod } from './kernel/random.ts'
import type { Timers } from './kernel/timers.ts'

/** The machine's time, randomness and timers: the only place that reads them. */

export const systemClock: Clock = { now: () => Date.now() }

/** Never goes back, even when the machine's clock is set: for how long things take. */
export const steadyClock: Clock = { now: () => performance.now() }

/**
 * A clock that continues while the machine sleeps, unlike {@link steadyClock}; it is coarser, and on Linux each call
 * reads a file.
 */
export const uptimeClock: Clock = { now: () => uptime() * 1_000 }

/** @param pod - see {@link Random.pod}. */
export function createSystemRandom(clock: Clock, pod: number | null = null): Random {
  // Node draws the random bits of many at once.
  const uuid = ascendingUuids(clock, randomUUID)
  return pod === null
    ? { bytes: drawAhead(), uuid }
    : { bytes: drawAhead(), uuid: () => uuidInPod(uuid(), pod), pod }
}

/** Bytes that a payment requests together: identifiers, nonces and keys. */
const DRAWN_AHEAD_MAX_BYTES = 32
const POOL_BYTES = 2_048

/** Draws small numbers of bytes from many that were drawn at once, as Node does for UUIDs. What was given is wiped from these. */
function drawAhead(): Random['bytes'] {
  const pool = new Uint8Array(POOL_BYTES)
  let at = POOL_BYTES
  return (length) => {
    if (length > DRAWN_AHEAD_MAX_BYTES) return randomBytes(length)
    if (at + length > POOL_BYTES) {
      randomFillSync(pool)
      at = 0
    }
    const bytes = pool.slice(at, at + length)
    pool.fill(0, at, at + length)
    at += length
    return bytes
  }
}

export const systemTimers: Timers = {
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve()
      const wake = (): void => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', wake)
        resolve()
      }
      const timer = setTimeout(wake, ms)
      // A waiting timer alone must not keep a stopping process alive.
      timer.unref()
      signal?.addEventListener('abort', wake)
    }),
}
