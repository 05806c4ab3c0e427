import { CURRENCY_CODES, type Currency, currencyExponent } from '@sluice/types/vocabulary'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { amountsThatFit } from '../configuration-file/amounts-that-fit.ts'
import { createAmountUnits, type Exponents } from './amount-units.ts'

const LARGEST = 10 ** 12

/** Exponents of large acquirers that differ from ISO 4217. */
const TABLES: Readonly<Record<string, Partial<Record<Currency, number>>>> = {
  'ISO 4217': {},
  'two decimals for ISK and CLP, none for CVE and IDR': { CLP: 2, CVE: 0, IDR: 0, ISK: 2 },
  'two decimals for ISK and UGX, none for MGA': { ISK: 2, UGX: 2, MGA: 0 },
  'three decimals as two': { BHD: 2, IQD: 2, JOD: 2, KWD: 2, LYD: 2, OMR: 2, TND: 2 },
}

const toTable = (table: Partial<Record<Currency, number>>): Exponents =>
  new Map(Object.entries(table) as [Currency, number][])

/** Amounts from 1 to 10^12, with the edges of each power of ten. */
const amounts = fc.oneof(
  fc.integer({ min: 1, max: LARGEST }),
  fc
    .tuple(fc.integer({ min: 0, max: 12 }), fc.constantFrom(-1, 0, 1))
    .map(([power, by]) => Math.min(LARGEST, Math.max(1, 10 ** power + by))),
)

/** Reports whether the amount survives a round trip; one that does not fit is rejected, never changed. */
function expectUnchanged(exponents: Exponents, currency: Currency, amount: number): void {
  const { format, parse } = createAmountUnits(exponents)
  const { stepMinor } = amountsThatFit(currency, exponents.get(currency) ?? currencyExponent(currency))
  if (amount % stepMinor === 0) expect(parse(format(amount, currency), currency)).toBe(amount)
  else expect(() => format(amount, currency)).toThrow('has more decimals than fit')
}

describe.each(Object.entries(TABLES))('amounts in units with %s', (_, table) => {
  it.each(CURRENCY_CODES)('survive a round trip: %s', (currency) => {
    fc.assert(
      fc.property(amounts, (amount) => expectUnchanged(toTable(table), currency, amount)),
      { numRuns: 50 },
    )
  })
})

describe('amounts in units of a provider', () => {
  it('survive a round trip with every table of exponents', () => {
    const tables = fc
      .array(fc.tuple(fc.constantFrom(...CURRENCY_CODES), fc.integer({ min: 0, max: 4 })))
      .map((rows): Exponents => new Map(rows))
    fc.assert(fc.property(tables, fc.constantFrom(...CURRENCY_CODES), amounts, expectUnchanged), {
      numRuns: 2_000,
    })
  })

  it.each([
    [{ ISK: 2 }, 1_050, 'ISK', 105_000],
    [{ IDR: 0 }, 105_000, 'IDR', 1_050],
    [{ KWD: 2 }, 1_230, 'KWD', 123],
    [{ ISK: 2 }, 1_050, 'EUR', 1_050],
  ] as const)('with %j %s %s are %s', (table, amountMinor, currency, amount) => {
    const { format, parse } = createAmountUnits(toTable(table))
    expect(format(amountMinor, currency)).toBe(amount)
    expect(parse(amount, currency)).toBe(amountMinor)
  })

  it('are never rounded, and bounded', () => {
    const { format, parse } = createAmountUnits(toTable({ IDR: 0, ISK: 2 }))
    expect(() => format(105_001, 'IDR')).toThrow('105001 of IDR has more decimals than fit')
    expect(() => parse(105_001, 'ISK')).toThrow('105001 of ISK has more decimals than fit')
    expect(() => format(Number.MAX_SAFE_INTEGER, 'ISK')).toThrow('is too large')
    const { maxMinor } = amountsThatFit('ISK', 2)
    expect(parse(format(maxMinor, 'ISK'), 'ISK')).toBe(maxMinor)
    expect(() => format(maxMinor + 1, 'ISK')).toThrow('is too large')
  })
})
