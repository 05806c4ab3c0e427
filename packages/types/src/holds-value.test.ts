import { expect, it } from 'vitest'

import { holdsValue } from './holds-value.ts'
import { RawNumber } from './raw-number.ts'
import { LIMITS } from './vocabulary/index.ts'

const isNull = (value: unknown): boolean => value === null

it('finds a value at every depth that requests have, in members and elements', () => {
  for (const value of [null, { a: null }, [1, [null]], { a: [{ b: { c: null } }] }])
    expect(holdsValue(value, isNull)).toBe(true)
  for (const value of [undefined, 0, '', {}, [], { a: [{ b: 'null' }] }])
    expect(holdsValue(value, isNull)).toBe(false)
})

it('treats a raw number as one value', () => {
  const isText = (value: unknown): boolean => typeof value === 'string'
  expect(holdsValue({ amount: new RawNumber('1.0') }, isText)).toBe(false)
})

it('searches as deep as a request may be nested, and no deeper', () => {
  const nested = (levels: number): unknown => (levels === 0 ? null : { a: nested(levels - 1) })
  expect(holdsValue(nested(LIMITS.JSON_DEPTH_MAX_LEVELS), isNull)).toBe(true)
  expect(holdsValue(nested(LIMITS.JSON_DEPTH_MAX_LEVELS + 1), isNull)).toBe(false)
})
