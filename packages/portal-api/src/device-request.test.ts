import { expect, it } from 'vitest'

import { createSystemRandom, systemClock } from '@sluice/platform/system'

import { makeUserCode, readUserCode } from './device-request.ts'

it('creates codes that a person can compare, and accepts them as people type them', () => {
  const random = createSystemRandom(systemClock)
  const codes = Array.from({ length: 200 }, () => makeUserCode(random))
  expect(new Set(codes).size).toBe(200)
  for (const code of codes) {
    expect(code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/)
    expect(readUserCode(` ${code.toLowerCase().replace('-', ' ')} `)).toBe(code)
  }
})

it.each(['', 'BCDF-GHJ', 'BCDF-GHJKL', 'ABCD-EFGH', 'BCDF-GHJ0', '../secret'])(
  '%j is not a code',
  (typed) => {
    expect(readUserCode(typed)).toBeNull()
  },
)
