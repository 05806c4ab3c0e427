import { expect, it } from 'vitest'

import { systemTimers } from '../system.ts'
import { createReadiness } from './readiness.ts'

function prepare() {
  const state = { isReachable: true, isFailing: false, clockOffsetMs: 0 as number | null }
  const readiness = createReadiness({
    isReachable: () => Promise.resolve(state.isReachable),
    commits: { isFailing: () => state.isFailing },
    clockOffsetMs: () => state.clockOffsetMs,
    clock: { now: () => Date.now() },
    timers: systemTimers,
  })
  return { readiness, state }
}

it('is not ready while commits fail, although the database answers reads', async () => {
  const { readiness, state } = prepare()
  expect(await readiness.isReady()).toBe(true)
  state.isFailing = true
  expect(await readiness.isReady()).toBe(false)
  state.isFailing = false
  expect(await readiness.isReady()).toBe(true)
})

it.each([
  [30_000, true],
  [30_001, false],
  [-30_001, false],
  [null, true],
])('with a clock that is %s ms ahead is ready: %s', async (clockOffsetMs, expected) => {
  const { readiness, state } = prepare()
  state.clockOffsetMs = clockOffsetMs
  expect(await readiness.isReady()).toBe(expected)
})

it('is not ready while it drains', async () => {
  const { readiness } = prepare()
  readiness.drain()
  expect(await readiness.isReady()).toBe(false)
})
