import { expect, it } from 'vitest'

import { countableUntil, HOUR_MS, nextCountAt } from './count-hours.ts'

const MINUTE_MS = 60_000
const TEN = 10 * HOUR_MS

it('counts an hour a quarter of an hour after its end', () => {
  const end = TEN + HOUR_MS
  expect(countableUntil(end + 15 * MINUTE_MS - 1)).toBe(TEN)
  expect(countableUntil(end + 15 * MINUTE_MS)).toBe(end)
  expect(nextCountAt(end + 15 * MINUTE_MS)).toBe(end + HOUR_MS + 15 * MINUTE_MS)
  expect(nextCountAt(end)).toBe(end + 15 * MINUTE_MS)
})
