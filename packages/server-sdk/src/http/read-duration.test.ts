import { expect, it } from 'vitest'

import { readDurationMs } from './read-duration.ts'

it.each([1, 30_000, 2_147_483_647])('accepts %d ms', (ms) => {
  expect(readDurationMs('timeoutMs', ms)).toBe(ms)
})

it.each([0, -1, 1.5, 2_147_483_648, Number.NaN, Infinity, '5'])('refuses %s ms', (ms) => {
  expect(() => readDurationMs('timeoutMs', ms as number)).toThrow(
    expect.objectContaining({ code: 'configuration_invalid', option: 'timeoutMs' }),
  )
})
