import { CURRENCY_CODES } from '@sluice/types/vocabulary'
import { integer, property, assert as checkProperty, constantFrom } from 'fast-check'
import { describe, expect, test } from 'vitest'

import { AMOUNT_LIMITS, amountUnits } from './exponents.ts'

describe("Adyen's minor units", () => {
  test('has two decimals for CLP and ISK, and none for CVE and IDR', () => {
    expect(amountUnits.format(1050, 'CLP')).toBe(105_000)
    expect(amountUnits.format(1050, 'ISK')).toBe(105_000)
    expect(amountUnits.format(105_000, 'IDR')).toBe(1050)
    expect(amountUnits.format(105_000, 'CVE')).toBe(1050)
    expect(amountUnits.format(1050, 'EUR')).toBe(1050)
    expect(amountUnits.format(1050, 'JPY')).toBe(1050)
    expect(amountUnits.format(1050, 'KWD')).toBe(1050)
  })

  test('rounds nothing: an amount that has no units at Adyen is refused', () => {
    expect(() => amountUnits.format(105_050, 'IDR')).toThrow(RangeError)
    expect(() => amountUnits.parse(105_050, 'CLP')).toThrow(RangeError)
    expect(AMOUNT_LIMITS.IDR).toEqual({ multiple_of: 100 })
    expect(AMOUNT_LIMITS.EUR).toBeUndefined()
  })

  test('round-trips amounts in every currency', () => {
    const amounts = integer({ min: 1, max: 10 ** 12 })
    checkProperty(
      property(constantFrom(...CURRENCY_CODES), amounts, (currency, amount) => {
        const fitting = amount * (AMOUNT_LIMITS[currency]?.multiple_of ?? 1)
        expect(amountUnits.parse(amountUnits.format(fitting, currency), currency)).toBe(fitting)
      }),
      { numRuns: 5_000 },
    )
  })
})
