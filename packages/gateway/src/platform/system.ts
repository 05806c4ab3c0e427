import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'

import type { Clock } from '../kernel/clock.ts'
import { makeUuid, type Random } from '../kernel/random.ts'
import type { Timers } from '../kernel/timers.ts'

/** The machine's time, randomness and timers: the only place that asks for them. */

export const systemClock: Clock = { now: () => Date.now() }

/** Never goes back, even when the machine's clock is set: for how long things take. */
export const steadyClock: Clock = { now: () => performance.now() }

export function createSystemRandom(clock: Clock): Random {
  return {
    bytes: (length) => randomBytes(length),
    uuid: () => makeUuid(clock.now(), randomBytes(16)),
  }
}

export const systemTimers: Timers = {
  async sleep(ms, signal) {
    try {
      // A waiting timer alone must not keep a stopping process alive.
      await wait(ms, undefined, { ref: false, ...(signal ? { signal } : {}) })
    } catch (error) {
      if (!signal?.aborted) throw error
    }
  },
}
