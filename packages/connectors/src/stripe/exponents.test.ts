import { CURRENCY_CODES } from '@sluice/types/vocabulary'
import fc from 'fast-check'
import { expect, it } from 'vitest'

import { amountsThatFit } from '../kit/index.ts'
import { CURRENCY_RULES, UNITS } from './exponents.ts'

it.each(CURRENCY_CODES)('reads every amount of %s that it writes', (currency) => {
  const { multiple_of: step = 1, max = Number.MAX_SAFE_INTEGER } =
    amountsThatFit(CURRENCY_RULES)[currency] ?? {}
  fc.assert(
    fc.property(fc.integer({ min: 0, max: Math.floor(max / step) }), (count) => {
      expect(UNITS.parse(UNITS.format(count * step, currency), currency)).toBe(count * step)
    }),
  )
})

it.each([
  ['JPY', 500, 500],
  ['ISK', 5, 500],
  ['UGX', 5, 500],
  ['MGA', 500, 5],
  ['KWD', 5_120, 5_120],
  ['EUR', 1_000, 1_000],
])('writes %s %i as %i', (currency, minor, theirs) => {
  expect(UNITS.format(minor, currency)).toBe(theirs)
})

it.each([
  ['KWD', 5_124],
  ['MGA', 501],
])('refuses %s %i, which Stripe cannot express', (currency, minor) => {
  expect(() => UNITS.format(minor, currency)).toThrow(RangeError)
})

it.each([
  ['ISK', 501],
  ['UGX', 550],
])('does not round %s %i of an answer', (currency, theirs) => {
  expect(() => UNITS.parse(theirs, currency)).toThrow(RangeError)
})
