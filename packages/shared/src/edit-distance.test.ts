import fc from 'fast-check'
import { expect, it } from 'vitest'

import { editDistance } from './edit-distance.ts'

it.each([
  ['', '', 0],
  ['port', 'port', 0],
  ['port', 'prot', 2],
  ['role', 'roles', 1],
  ['metric', 'metrics', 1],
  ['host', 'port', 2],
  ['', 'abc', 3],
])('the distance from %j to %j is %i', (one, other, distance) => {
  expect(editDistance(one, other)).toBe(distance)
})

const word = fc.string({ maxLength: 8, unit: fc.constantFrom('a', 'b', 'c') })

it('is symmetric, zero only for equal texts, and obeys the triangle inequality', () => {
  fc.assert(
    fc.property(word, word, word, (one, other, third) => {
      const direct = editDistance(one, other)
      expect(direct).toBe(editDistance(other, one))
      expect(direct === 0).toBe(one === other)
      expect(direct).toBeLessThanOrEqual(editDistance(one, third) + editDistance(third, other))
    }),
  )
})
