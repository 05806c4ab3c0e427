import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { formatExpiry, parseExpiry } from './expiry.ts'

describe('formatExpiry', () => {
  it.each([
    ['1', '1'],
    ['5', '05'],
    ['0', '0'],
    ['12', '12'],
    ['123', '12 / 3'],
    ['13', '01 / 3'],
    ['1/', '01 / '],
    ['1 /30', '01 / 30'],
    ['1230', '12 / 30'],
    ['12/30', '12 / 30'],
    ['12-2030', '12 / 30'],
    ['12 / 203', '12 / 203'],
    ['12 / 2030', '12 / 30'],
    ['122030', '12 / 30'],
    ['2030-12', '12 / 30'],
    ['2030-12-31', '12 / 30'],
    ['203012', '12 / 30'],
    ['1999-12', '12 / 19'],
    ['12 / 305', '12 / 30'],
    ['１２／３０', '12 / 30'],
    ['MM/YY', ''],
    ['13/30', '13 / 30'],
    ['', ''],
  ])('writes %j as %j', (text, formatted) => {
    expect(formatExpiry(text)).toBe(formatted)
  })

  it.each([
    ['12 / ', '12'],
    ['12 / 3', '12 / 3'],
    ['0', '0'],
    ['5', '5'],
    ['2 / 30', '2 / 30'],
  ])('adds nothing to %j that was left by a deletion', (text, formatted) => {
    expect(formatExpiry(text, true)).toBe(formatted)
  })

  it('writes every month and year the same however it comes in', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 21, max: 99 }), (month, year) => {
        const mm = String(month).padStart(2, '0')
        const yy = String(year)
        const wanted = `${mm} / ${yy}`
        const spellings = [
          `${mm}${yy}`,
          `${mm}/${yy}`,
          `${month}/${yy}`,
          `${mm}/20${yy}`,
          `20${yy}-${mm}`,
          `${mm}20${yy}`,
        ]
        expect(spellings.map((text) => formatExpiry(text))).toEqual(spellings.map(() => wanted))
        expect(parseExpiry(wanted)).toEqual({ month: mm, year: yy })
      }),
    )
  })

  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9/ -]{0,9}$/), (text) => {
        const formatted = formatExpiry(text)
        expect(formatExpiry(formatted)).toBe(formatted)
      }),
      { examples: [['0000/'], ['1362-378']] },
    )
  })
})
