import fc from 'fast-check'
import { expect, it } from 'vitest'

import { keyFor } from './key-for.ts'

it('two UUIDs have two keys, of letters and digits, at most 40 characters long', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.uuid(), (one, other) => {
      expect(keyFor(one)).toMatch(/^[A-Za-z0-9_]{1,40}$/)
      expect(keyFor(one) === keyFor(other)).toBe(one === other)
    }),
  )
})

it.each(['', 'void-019ab3c0-7d34-7c1e-9a53-6f1d2b3c4d5e', '019AB3C0-7D34-7C1E-9A53-6F1D2B3C4D5E'])(
  '%j has none',
  (text) => {
    expect(() => keyFor(text)).toThrow('is no UUID')
  },
)
