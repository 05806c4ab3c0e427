import fc from 'fast-check'
import { expect, it } from 'vitest'

import { attemptOf, furtherKey, KEY_MIN_CHARS, keyFor, uuidOf } from './key-for.ts'

it('two UUIDs have two keys, of letters and digits, at most 40 characters long', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.uuid(), (one, other) => {
      expect(keyFor(one)).toMatch(/^[A-Za-z0-9_]{1,40}$/)
      expect(keyFor(one) === keyFor(other)).toBe(one === other)
    }),
  )
})

it.each([KEY_MIN_CHARS, 33, 34, 40])('is injective where %i characters are the most', (maxChars) => {
  fc.assert(
    fc.property(fc.uuid(), fc.uuid(), (one, other) => {
      const key = keyFor(one, maxChars)
      expect(key).toMatch(/^[A-Za-z0-9_]+$/)
      for (const call of ['preparation', 'cancellation'] as const) {
        expect(furtherKey(key, call)).toMatch(/^[A-Za-z0-9_]+$/)
        expect(furtherKey(key, call).length).toBeLessThanOrEqual(maxChars)
        expect(attemptOf(furtherKey(key, call))).toEqual({ attemptId: key, further: call })
      }
      expect(attemptOf(key)).toEqual({ attemptId: key, further: null })
      expect(uuidOf(key)).toBe(one)
      expect(key === keyFor(other, maxChars)).toBe(one === other)
    }),
  )
})

it('is not shortened so far that two UUIDs could meet', () => {
  const uuid = '019ab3c0-7d34-7c1e-9a53-6f1d2b3c4d5e'
  expect(() => keyFor(uuid, KEY_MIN_CHARS - 1)).toThrow('would not be unique')
  expect(uuidOf(uuid)).toBe(uuid)
})

it.each(['', 'void-019ab3c0-7d34-7c1e-9a53-6f1d2b3c4d5e', '019AB3C0-7D34-7C1E-9A53-6F1D2B3C4D5E'])(
  '%j has none',
  (text) => {
    expect(() => keyFor(text)).toThrow('is no UUID')
  },
)
