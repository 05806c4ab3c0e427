import { CURRENCY_CODES, type Currency, currencyExponent } from '@sluice/types/vocabulary'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { createAmountFormat, type Exponents } from './amount-format.ts'

const amounts = fc.integer({ min: 1, max: 10 ** 12 })
const currencies = fc.constantFrom(...CURRENCY_CODES)

/** Exponent tables that differ from ISO 4217 by additional decimals, currency by currency. */
const tables: fc.Arbitrary<Exponents> = fc
  .dictionary(currencies, fc.integer({ min: 0, max: 2 }))
  .map((more) =>
    Object.fromEntries(
      Object.entries(more).map(([currency, by]) => [currency, currencyExponent(currency as Currency) + by]),
    ),
  )

describe('amounts of a provider', () => {
  it.each(CURRENCY_CODES)('are read as they were written: %s', (currency) => {
    const { format, parse } = createAmountFormat()
    fc.assert(
      fc.property(amounts, (amount) => {
        expect(parse(format(amount, currency), currency)).toBe(amount)
      }),
      { numRuns: 30 },
    )
  })

  it('are read as they were written with every table of exponents', () => {
    fc.assert(
      fc.property(tables, currencies, amounts, (exponents, currency, amount) => {
        const { format, parse } = createAmountFormat(exponents)
        expect(parse(format(amount, currency), currency)).toBe(amount)
      }),
    )
  })

  it.each<[Exponents, number, Currency, string]>([
    [{}, 1_050, 'EUR', '10.50'],
    [{}, 5, 'EUR', '0.05'],
    [{}, 1_050, 'JPY', '1050'],
    [{}, 1_050, 'KWD', '1.050'],
    [{ ISK: 2 }, 1_050, 'ISK', '1050.00'],
    [{ IDR: 0 }, 105_000, 'IDR', '1050'],
  ])('with %j %s %s are %s', (exponents, amount, currency, text) => {
    const { format, parse } = createAmountFormat(exponents)
    expect(format(amount, currency)).toBe(text)
    expect(parse(text, currency)).toBe(amount)
  })

  it('are never rounded', () => {
    const { format, parse } = createAmountFormat({ IDR: 0, ISK: 2 })
    expect(() => format(105_001, 'IDR')).toThrow('the amount needs more than 0 decimals of IDR')
    expect(() => parse('10.50', 'ISK')).toThrow('the amount needs more than 0 decimals of ISK')
    expect(() => format(0.5, 'EUR')).toThrow('no whole number')
  })

  it.each(['', '10', '10.5', '10.500', '10,50', '1 000.00', '-1.00', '1e3.00', '01.00', '.50', '10.50.00'])(
    'are not read from %j',
    (text) => {
      expect(() => createAmountFormat().parse(text, 'EUR')).toThrow('an amount in EUR has 2 decimals')
    },
  )

  it('have a bound', () => {
    expect(() => createAmountFormat().parse('99999999999999999.00', 'EUR')).toThrow('exceeds')
  })
})
