import { randomBytes, randomUUID } from 'node:crypto'

import type { Clock } from '../kernel/clock.ts'
import { datedUuid, type Random } from '../kernel/random.ts'
import type { Timers } from '../kernel/timers.ts'

/** The machine's time, randomness and timers: the only place that asks for them. */

export const systemClock: Clock = { now: () => Date.now() }

/** Never goes back, even when the machine's clock is set: for how long things take. */
export const steadyClock: Clock = { now: () => performance.now() }

export function createSystemRandom(clock: Clock): Random {
  return {
    bytes: (length) => randomBytes(length),
    // Node draws the random bits of many at once.
    uuid: () => datedUuid(clock.now(), randomUUID()),
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
