import { expect, it } from 'vitest'

import { axisOf } from './axis.ts'

it.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [7, [0, 2, 4, 6, 8]],
  [40, [0, 10, 20, 30, 40]],
  [41, [0, 20, 40, 60]],
  [123_456, [0, 50_000, 100_000, 150_000]],
])('an axis up to %d has the lines %j', (most, lines) => {
  expect(axisOf(most)).toEqual(lines)
})
