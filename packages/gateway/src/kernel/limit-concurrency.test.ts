import { expect, it } from 'vitest'

import { limitConcurrency } from './limit-concurrency.ts'

it('lets so many run at once, in the order in which they came, and goes on after a failure', async () => {
  const inTurn = limitConcurrency(2)
  const started: number[] = []
  const ends: (() => void)[] = []
  const works = [0, 1, 2, 3].map((number) =>
    inTurn(async () => {
      started.push(number)
      await new Promise<void>((resolve) => ends.push(resolve))
      if (number === 0) throw new Error('failed')
      return number
    }),
  )
  const results = Promise.allSettled(works)
  await Promise.resolve()
  expect(started).toEqual([0, 1])
  ends[0]?.()
  await expect(works[0]).rejects.toThrow('failed')
  expect(started).toEqual([0, 1, 2])
  ends[1]?.()
  await works[1]
  ends[2]?.()
  await works[2]
  ends[3]?.()
  expect((await results).map(({ status }) => status)).toEqual([
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ])
})

it('gives a turn back that nothing waits for', async () => {
  const inTurn = limitConcurrency(1)
  expect([await inTurn(async () => 'first'), await inTurn(async () => 'second')]).toEqual(['first', 'second'])
})
