import { expect, it } from 'vitest'

import { createHeartbeat } from './heartbeat.ts'

it('measures how far the clock is ahead, half a round trip after the question, and ignores slow answers', async () => {
  let nowMs = 1_000_000
  let tripMs = 200
  const beat = () => {
    nowMs += tripMs
    return Promise.resolve<number | null>(nowMs - tripMs / 2 - 60_000)
  }
  const time = { now: () => nowMs }
  const heard: (readonly number[])[] = []
  const hear = (...said: readonly number[]) => void heard.push(said)
  const heartbeat = createHeartbeat({ beat, realTime: time, steady: time, hear })
  expect(heartbeat.clockOffsetMs()).toBeNull()
  await heartbeat.job.run()
  expect(heartbeat.clockOffsetMs()).toBe(60_000)
  tripMs = 30_000
  await heartbeat.job.run()
  expect(heartbeat.clockOffsetMs()).toBe(60_000)
  expect(heard).toEqual([[940_100, 1_000_100]])
})

it('knows no offset where the database has no clock of its own', async () => {
  const time = { now: () => 1 }
  const heartbeat = createHeartbeat({
    beat: () => Promise.resolve(null),
    realTime: time,
    steady: time,
    hear: () => expect.unreachable(),
  })
  await heartbeat.job.run()
  expect(heartbeat.clockOffsetMs()).toBeNull()
})
