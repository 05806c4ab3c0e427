import { expect, it } from 'vitest'

import { roundColorDepth } from './color-depth.ts'

it.each([
  [1, 1],
  [3, 1],
  [24, 24],
  [30, 24],
  [64, 48],
])('%d bits are rounded to %d', (bits, said) => {
  expect(roundColorDepth(bits)).toBe(said)
})
