import { expect, it } from 'vitest'

import { createStandingClock } from '../../test/standing-clock.ts'
import { createTaskLog } from './task-log.ts'

it('stores when each task ran last, and how often it has failed since its last success', async () => {
  const clock = createStandingClock()
  const log = createTaskLog(clock)
  const fails = () => log.around('sweep', () => Promise.reject(new Error('down')))
  expect(await log.around('settle', async () => 7)).toBe(7)
  await expect(fails()).rejects.toThrow('down')
  await expect(fails()).rejects.toThrow('down')
  const settledAtMs = clock.now()
  clock.advance(1_000)
  expect(log.list()).toEqual([
    { name: 'settle', lastRunAtMs: settledAtMs, failures: 0 },
    { name: 'sweep', lastRunAtMs: settledAtMs, failures: 2 },
  ])
  await log.around('sweep', async () => 0)
  expect(log.list()[1]).toEqual({ name: 'sweep', lastRunAtMs: clock.now(), failures: 0 })
})
