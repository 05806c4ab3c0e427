import { describe, expect, it } from 'vitest'

import { createSharedTime } from './shared-time.ts'

const START_MS = 1_000_000
const MINUTE_MS = 60_000

/** A machine and a server whose clocks are right at first, with optional readings every two seconds. */
function start({ machineAheadMs = 0 } = {}) {
  const times = { system: START_MS + machineAheadMs, steady: 50, uptime: 7_000, server: START_MS }
  const { clock, recordReading } = createSharedTime({
    system: { now: () => times.system },
    steady: { now: () => times.steady },
    uptime: { now: () => times.uptime },
  })
  /** Lets time pass for some clocks; for all of them if none is named. */
  const pass = (
    ms: number,
    clocks: readonly (keyof typeof times)[] = ['system', 'steady', 'uptime', 'server'],
  ) => {
    for (const name of clocks) times[name] += ms
  }
  const read = ({ errorMs = 5, wrongByMs = 0, ageMs = 0 } = {}) =>
    recordReading({ sharedMs: times.server + wrongByMs - ageMs, steadyMs: times.steady - ageMs, errorMs })
  const readFor = (ms: number) => {
    for (let passedMs = 0; passedMs < ms; passedMs += 2_000) {
      pass(2_000)
      read()
    }
  }
  return { times, pass, read, readFor, now: () => clock.now() }
}

it('is the system clock until the first reading, and while the two agree', () => {
  const { now, read, pass, times } = start({ machineAheadMs: 900 })
  expect(now()).toBe(times.system)
  read()
  expect(now()).toBe(times.system)
  pass(5_000)
  expect(now()).toBe(times.system)
})

it.each([90_000, -420_000])(
  'stays within a second of the shared time on a machine that is %i ms off',
  (offsetMs) => {
    const { now, read, pass, times } = start({ machineAheadMs: offsetMs })
    read()
    expect(now()).toBe(times.server + Math.sign(offsetMs) * 1_000)
    pass(2_000)
    expect(now()).toBe(times.server + Math.sign(offsetMs) * 1_000)
  },
)

it('never jumps when the system clock drifts across the threshold', () => {
  const { now, read, times } = start()
  read()
  const drifting = [998, 999, 1_000, 1_001, 1_002].map((aheadMs) => {
    times.system = START_MS + aheadMs
    return now() - START_MS
  })
  expect(drifting).toEqual([998, 999, 1_000, 1_000, 1_000])
})

it('does not follow a system clock that is set while the process runs', () => {
  const { now, read, pass, times } = start()
  read()
  pass(1_000)
  times.system += 90_000
  expect(now()).toBe(times.server + 1_000)
  times.system -= 180_000
  expect(now()).toBe(times.server - 1_000)
})

describe('a reading over a slow line', () => {
  it('overrides no system clock that may be right', () => {
    const { now, read, times } = start()
    read({ errorMs: 20_000, wrongByMs: 15_000 })
    expect(now()).toBe(times.system)
  })

  it('overrides one that must be wrong', () => {
    const { now, read, times } = start({ machineAheadMs: 90_000 })
    read({ errorMs: 20_000 })
    expect(now()).toBe(times.server + 20_000)
  })

  it('is replaced by a better one, and replaces a missing one', () => {
    const { now, read, times } = start({ machineAheadMs: 90_000 })
    read({ errorMs: 20_000, wrongByMs: -15_000 })
    read({ errorMs: 5_000, wrongByMs: -4_000 })
    expect(now()).toBe(times.server + 1_000)
    read()
    expect(now()).toBe(times.server + 1_000)
    read({ errorMs: 20_000, wrongByMs: 15_000 })
    expect(now()).toBe(times.server + 1_000)
  })
})

describe('a server whose clock jumps', () => {
  it.each([
    ['right', 0, 0],
    ['itself wrong', 660_000, 1_000],
  ])('is ignored for minutes where the system clock is %s', (_, machineAheadMs, clampedMs) => {
    const { now, read, readFor, times } = start({ machineAheadMs })
    read()
    times.server += 90_000
    readFor(4 * MINUTE_MS)
    expect(now()).toBe(times.server - 90_000 + clampedMs)
  })

  it('is ignored when it jumps back', () => {
    const { now, read, readFor, times } = start()
    read()
    for (let round = 0; round < 3; round += 1) {
      times.server += 90_000
      readFor(4 * MINUTE_MS)
      expect(now()).toBe(times.system)
      times.server -= 90_000
      readFor(4 * MINUTE_MS)
    }
  })

  it('is ignored while each of its readings differs', () => {
    const { now, read, pass, times } = start()
    read()
    for (let round = 0; round < 400; round += 1) {
      pass(2_000)
      times.server += 90_000
      read()
    }
    expect(now()).toBe(times.system)
  })

  it('is followed after five minutes, a tenth faster than time passes, so that no lease expires at once', () => {
    const { now, read, readFor, times } = start()
    read()
    times.server += 90_000
    readFor(5 * MINUTE_MS + 2_000)
    expect(now()).toBe(times.server - 90_000)
    const [fromMs, beganAtMs] = [now(), times.steady]
    readFor(2 * MINUTE_MS)
    // The clock stays a second behind while the system clock is behind.
    expect(now() - fromMs).toBe((times.steady - beganAtMs) * 1.1 - 1_000)
    readFor(13 * MINUTE_MS)
    expect(now()).toBe(times.server - 1_000)
  })

  it('adjusts from the current time when the clock jumps again', () => {
    const { now, read, readFor, times } = start()
    read()
    times.server += 90_000
    readFor(7 * MINUTE_MS)
    times.server += 90_000
    readFor(5 * MINUTE_MS)
    const beforeMs = now()
    readFor(2_000)
    expect(now() - beforeMs).toBeLessThanOrEqual(2_200)
    readFor(28 * MINUTE_MS)
    expect(now()).toBe(times.server - 1_000)
  })

  it('is followed back at once after five minutes, because nothing expires early by that', () => {
    const { now, read, readFor, times } = start()
    read()
    times.server -= 90_000
    readFor(5 * MINUTE_MS + 2_000)
    expect(now()).toBe(times.server + 1_000)
  })

  it('is followed at once if the system clock agrees: these are two against one', () => {
    const { now, read, times } = start({ machineAheadMs: 90_000 })
    read()
    expect(now()).toBe(times.server + 1_000)
    times.server += 90_000
    read()
    expect(now()).toBe(times.server)
  })
})

it('treats a reading as true at the time when it was taken', () => {
  const { now, read, pass, times } = start({ machineAheadMs: 660_000 })
  read({ ageMs: 5_000 })
  expect(now()).toBe(times.server + 1_000)
  pass(10_000)
  times.server += 500
  read({ ageMs: 5_000 })
  expect(now()).toBe(times.server + 1_000)
})

it('returns whole milliseconds, although the steady clock counts smaller parts', () => {
  const { now, read, pass, times } = start({ machineAheadMs: 660_000 })
  read()
  pass(0.4, ['steady'])
  expect(now()).toBe(times.server + 1_000)
})

describe('a machine that slept', () => {
  it('does not return to the time when it fell asleep', () => {
    const { now, read, pass, times } = start()
    read()
    pass(10 * MINUTE_MS, ['system', 'uptime', 'server'])
    expect(now()).toBe(times.server)
  })

  it('does not return after a short sleep, either', () => {
    const { now, read, pass, times } = start()
    read({ ageMs: 5_000 })
    pass(4_000, ['system', 'uptime', 'server'])
    expect(now()).toBe(times.server)
  })

  it('counts the sleep on a machine whose clock is wrong, too', () => {
    const { now, read, readFor, pass, times } = start({ machineAheadMs: 660_000 })
    read()
    pass(10 * MINUTE_MS, ['system', 'uptime', 'server'])
    expect(now()).toBe(times.server + 1_000)
    readFor(4_000)
    expect(now()).toBe(times.server + 1_000)
  })

  it('is right after the next reading even if its uptime stopped, as on a paused virtual machine', () => {
    const { now, read, pass, times } = start()
    read()
    pass(10 * MINUTE_MS, ['system', 'server'])
    read()
    expect(now()).toBe(times.server)
  })

  it('does not trust an uptime that ran ahead of the system clock', () => {
    const { now, read, pass, times } = start()
    read()
    pass(10 * MINUTE_MS, ['uptime'])
    pass(5_000, ['system'])
    expect(now()).toBe(times.system)
  })

  it('does not trust an uptime that fell behind the steady clock', () => {
    const { now, read, pass, times } = start()
    read()
    pass(5_000, ['system', 'steady', 'server'])
    times.system += 90_000
    expect(now()).toBe(times.server + 1_000)
  })
})
