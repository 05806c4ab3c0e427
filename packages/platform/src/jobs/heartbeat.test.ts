import { expect, it, vi } from 'vitest'

import { createHeartbeat } from './heartbeat.ts'

it('measures how far the clock is ahead, half a round trip after the question, and ignores slow answers', async () => {
  let nowMs = 1_000_000
  let tripMs = 200
  const beat = () => {
    nowMs += tripMs
    return Promise.resolve<number | null>(nowMs - tripMs / 2 - 60_000)
  }
  const time = { now: () => nowMs }
  const heartbeat = createHeartbeat({ beat, realTime: time, steady: time })
  expect(heartbeat.clockOffsetMs()).toBeNull()
  await heartbeat.job.run()
  expect(heartbeat.clockOffsetMs()).toBe(60_000)
  tripMs = 30_000
  await heartbeat.job.run()
  expect(heartbeat.clockOffsetMs()).toBe(60_000)
})

it.each([
  ['half a round trip', 30_000, 30_000],
  ['half of what the system clock counted while the machine slept', 200, 30_000],
])('gives the possible error of a reading: %s', async (_, steadyTripMs, systemTripMs) => {
  const [system, steady] = [{ nowMs: 1_000_000 }, { nowMs: 50 }]
  const beat = () => {
    system.nowMs += systemTripMs
    steady.nowMs += steadyTripMs
    return Promise.resolve(940_000)
  }
  const recordReading = vi.fn()
  const heartbeat = createHeartbeat({
    beat,
    realTime: { now: () => system.nowMs },
    steady: { now: () => steady.nowMs },
    recordReading,
  })
  await heartbeat.job.run()
  expect(recordReading.mock.calls).toEqual([
    [{ sharedMs: 940_000, steadyMs: 50 + steadyTripMs / 2, errorMs: 15_000 }],
  ])
})

it('returns no offset where the database has no clock of its own', async () => {
  const time = { now: () => 1 }
  const heartbeat = createHeartbeat({
    beat: () => Promise.resolve(null),
    realTime: time,
    steady: time,
    recordReading: () => expect.unreachable(),
  })
  await heartbeat.job.run()
  expect(heartbeat.clockOffsetMs()).toBeNull()
})
