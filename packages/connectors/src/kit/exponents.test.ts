import { CURRENCY_CODES, currencyExponent } from '@sluice/types/vocabulary'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { amountsThatFit, createAmountUnits, type CurrencyRules } from './exponents.ts'

const RULES: CurrencyRules = {
  ISK: { exponent: 2 },
  KWD: { multipleOf: 10 },
  CLP: { exponent: 2 },
  BHD: { exponent: 2 },
}
const units = createAmountUnits(RULES)

describe('amount units', () => {
  it('reads every amount that it writes', () => {
    const amounts = fc.integer({ min: 0, max: 10 ** 12 })
    fc.assert(
      fc.property(fc.constantFrom(...CURRENCY_CODES), amounts, (currency, amount) => {
        const step = amountsThatFit(RULES)[currency]?.multiple_of ?? 1
        expect(units.parse(units.format(amount * step, currency), currency)).toBe(amount * step)
      }),
    )
  })

  it('writes a currency of the table with its own decimals, and others as ISO 4217 has them', () => {
    expect(units.format(1050, 'ISK')).toBe(105_000)
    expect(units.format(1050, 'EUR')).toBe(1050)
    expect(currencyExponent('BHD')).toBe(3)
    expect(units.format(1050, 'BHD')).toBe(105)
  })

  it('refuses what the provider cannot express, in both directions', () => {
    expect(() => units.format(1055, 'KWD')).toThrow(RangeError)
    expect(() => units.format(1055, 'BHD')).toThrow(RangeError)
    expect(() => units.parse(105_050, 'ISK')).toThrow(RangeError)
    expect(() => units.format(Number.MAX_SAFE_INTEGER, 'ISK')).toThrow(RangeError)
  })

  it('lists the amounts that the gateway must refuse before the call', () => {
    expect(amountsThatFit(RULES)).toEqual({
      ISK: { max: 90_071_992_547_409 },
      CLP: { max: 90_071_992_547_409 },
      KWD: { multiple_of: 10 },
      BHD: { multiple_of: 10 },
    })
  })
})
