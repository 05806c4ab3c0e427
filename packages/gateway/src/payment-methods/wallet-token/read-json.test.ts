import { describe, expect, it } from 'vitest'

import { asMembers, hasExactly, readInstant, readJsonMembers } from './read-json.ts'

describe('the members of a JSON object', () => {
  it('are read with their numbers', () => {
    expect(readJsonMembers('{"a":"b","c":{"d":1.5}}')).toEqual({ a: 'b', c: { d: 1.5 } })
  })

  it.each(['null', '[]', '"text"', '1', 'true', '', '{', '{"a":1,"a":1}'])('are missing in %j', (text) => {
    expect(readJsonMembers(text)).toBeNull()
  })

  it('are read to a depth of eight, and at most a hundred', () => {
    const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
    expect(readJsonMembers(nested(8))).not.toBeNull()
    expect(readJsonMembers(nested(9))).toBeNull()
    const wide = (count: number) =>
      JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, place) => [`m${place}`, 0])))
    expect(readJsonMembers(wide(100))).not.toBeNull()
    expect(readJsonMembers(wide(101))).toBeNull()
  })

  it.each([[null], [undefined], [[]], ['text'], [1]])('%j has none', (value) => {
    expect(asMembers(value)).toBeNull()
  })
})

describe('an object has exactly the members', () => {
  it.each([
    ['with exactly these', { a: 1, b: 2 }, true],
    ['with an extra one', { a: 1, b: 2, c: 3 }, false],
    ['with a missing one', { a: 1 }, false],
    ['with one replaced', { a: 1, c: 2 }, false],
  ])('%s: %j', (_, members, expected) => {
    expect(hasExactly(members, ['a', 'b'])).toBe(expected)
  })

  it('if they are own properties', () => {
    expect(hasExactly({ a: 1 }, ['toString'])).toBe(false)
  })
})

describe('an instant', () => {
  it.each([
    ['0', 0],
    ['1768435200000', 1_768_435_200_000],
    ['999999999999999', 999_999_999_999_999],
  ])('is read from %j', (text, expected) => {
    expect(readInstant(text)).toBe(expected)
  })

  it.each(['', '1000000000000000', '-1', '1.5', '1e3', ' 1', '1 ', 'a1', '1a', 1, null, undefined])(
    'is not read from %j',
    (value) => {
      expect(readInstant(value)).toBeNull()
    },
  )
})
