import { expect, it } from 'vitest'

import { describeOverage } from './key-ages.ts'

const DAY_MS = 86_400_000
const key = { name: 'master key 1', usedSinceMs: 0, limitDays: 365, remedy: 'run x' }

it('a key may be used on its last day, and not on the day after', () => {
  expect(describeOverage(key, 366 * DAY_MS - 1)).toBeNull()
  expect(describeOverage(key, 366 * DAY_MS)).toBe('master key 1: used for 366 days, the limit is 365: run x')
})

it('a key from the future is not too old', () => {
  expect(describeOverage({ ...key, usedSinceMs: 10 * DAY_MS }, 0)).toBeNull()
})
