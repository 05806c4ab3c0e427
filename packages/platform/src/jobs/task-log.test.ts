import { expect, it } from 'vitest'

import { createManualClock } from '../../test/manual-clock.ts'
import { createTaskLog } from './task-log.ts'

it('stores when each task ran last, and how often it has failed since its last success', async () => {
  const clock = createManualClock()
  const log = createTaskLog(clock)
  const fails = () => log.around('sweep', () => Promise.reject(new Error('down')), 1_000)
  expect(await log.around('settle', async () => 7, null)).toBe(7)
  await expect(fails()).rejects.toThrow('down')
  await expect(fails()).rejects.toThrow('down')
  const settledAtMs = clock.now()
  clock.advance(1_000)
  expect(log.list()).toEqual([
    { name: 'settle', lastRunAtMs: settledAtMs, failures: 0, isLate: false },
    { name: 'sweep', lastRunAtMs: settledAtMs, failures: 2, isLate: false },
  ])
  await log.around('sweep', async () => 0, 1_000)
  expect(log.list()[1]).toEqual({ name: 'sweep', lastRunAtMs: clock.now(), failures: 0, isLate: false })
})

it('calls a task late that should have run a minute ago, unless it runs only when asked', async () => {
  const clock = createManualClock()
  const log = createTaskLog(clock)
  const lateOnes = () => log.list().flatMap(({ name, isLate }) => (isLate ? name : []))
  await log.around('sweep', async () => 0, 1_000)
  await log.around('settle', async () => 0, null)
  clock.advance(61_000)
  expect(lateOnes()).toEqual([])
  clock.advance(1)
  expect(lateOnes()).toEqual(['sweep'])
  await log.around('sweep', async () => 0, 1_000)
  expect(lateOnes()).toEqual([])
})
