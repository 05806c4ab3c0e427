import { expect, it } from 'vitest'

import { createSharedTime } from './shared-time.ts'

function start() {
  const times = { machineMs: 1_000_000, steadyMs: 50 }
  const shared = createSharedTime({ now: () => times.machineMs }, { now: () => times.steadyMs })
  const pass = (ms: number): void => {
    times.machineMs += ms
    times.steadyMs += ms
  }
  return { times, pass, hear: shared.hear, now: () => shared.clock.now() }
}

it('is the machine’s until the shared clock was heard, and while the two agree', () => {
  const { now, hear, pass } = start()
  expect(now()).toBe(1_000_000)
  hear(1_000_900, 50)
  expect(now()).toBe(1_000_000)
  pass(5_000)
  expect(now()).toBe(1_005_000)
})

it.each([90_000, -420_000])('goes by the shared clock on a machine that is %i ms off', (offsetMs) => {
  const { now, hear, pass } = start()
  hear(1_000_000 - offsetMs, 50)
  expect(now()).toBe(1_000_000 - offsetMs)
  pass(2_000)
  expect(now()).toBe(1_002_000 - offsetMs)
})

it('does not follow a machine whose clock is set while it works', () => {
  const { now, hear, pass, times } = start()
  hear(1_000_000, 50)
  pass(1_000)
  times.machineMs += 90_000
  expect(now()).toBe(1_001_000)
})

it('follows a shared clock that was set', () => {
  const { now, hear } = start()
  hear(1_000_000, 50)
  hear(1_060_000.5, 50)
  expect(now()).toBe(1_060_001)
})
