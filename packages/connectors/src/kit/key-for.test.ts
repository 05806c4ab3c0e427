import fc from 'fast-check'
import { expect, it } from 'vitest'

import { keyFor } from './key-for.ts'

const call = fc.stringMatching(/^[A-Za-z0-9_-]{1,40}$/)
const request = fc.stringMatching(/^[a-z]{1,4}$/)

it('never gives two requests one key', () => {
  fc.assert(
    fc.property(call, request, call, request, (one, first, other, second) => {
      const isSame = one === other && first === second
      expect(keyFor(one, first, 255) === keyFor(other, second, 255)).toBe(isSame)
    }),
  )
})

it('refuses a key that the provider would truncate, and a name that could be part of a key', () => {
  expect(() => keyFor('019ab3', 'conf', 10)).toThrow(RangeError)
  expect(() => keyFor('019ab3', 'a-b', 255)).toThrow(RangeError)
})
