import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CURRENCY_CODES, currencyExponent, fromMinorUnits, normalizeAmount, toMinorUnits } from './index.ts'

const anyCurrency = fc.constantFrom(...CURRENCY_CODES)
const anyAmount = fc.maxSafeNat()

describe('money as text', () => {
  it('returns from text unchanged', () => {
    fc.assert(
      fc.property(anyAmount, anyCurrency, (amountMinor, currency) => {
        expect(toMinorUnits(fromMinorUnits(amountMinor, currency), currency)).toBe(amountMinor)
      }),
    )
  })

  it('keeps its value: digits are moved and never rounded', () => {
    const whole = fc.bigInt({ min: 0n, max: 10n ** 12n })
    const decimals = fc.stringMatching(/^[0-9]{0,6}$/)
    fc.assert(
      fc.property(whole, decimals, anyCurrency, (before, after, currency) => {
        const exponent = currencyExponent(currency)
        const text = after === '' ? String(before) : `${before}.${after}`
        const exact = BigInt(`${before}${after.padEnd(6, '0')}`)
        const unit = 10n ** BigInt(6 - exponent)
        if (exact % unit === 0n) expect(BigInt(toMinorUnits(text, currency)) * unit).toBe(exact)
        else expect(() => toMinorUnits(text, currency)).toThrow(`${currency} has ${exponent} decimals`)
      }),
    )
  })

  it('is text only: no number is accepted, by type or at run time', () => {
    fc.assert(
      fc.property(fc.oneof(fc.double(), fc.integer(), fc.bigInt(), fc.constant(null)), (amount) => {
        // @ts-expect-error a number may have been rounded already
        expect(() => toMinorUnits(amount, 'EUR')).toThrow(TypeError)
      }),
    )
  })

  it.each(['eur', 'XXX', '', 'toString', undefined])(
    'requires a currency of ISO 4217: %j is not one',
    (code) => {
      // @ts-expect-error a shop in plain JavaScript may pass anything
      expect(() => toMinorUnits('1', code)).toThrow(RangeError)
      // @ts-expect-error the same
      expect(() => fromMinorUnits(1, code)).toThrow(RangeError)
    },
  )

  it('has exactly the decimals of its currency', () => {
    fc.assert(
      fc.property(anyAmount, anyCurrency, (amountMinor, currency) => {
        const decimals = fromMinorUnits(amountMinor, currency).split('.')[1] ?? ''
        expect(decimals).toHaveLength(currencyExponent(currency))
      }),
    )
  })

  it.each([
    ['10', 'EUR', 1000],
    ['10.5', 'EUR', 1050],
    ['10.500', 'EUR', 1050],
    ['0.29', 'EUR', 29],
    ['1000', 'JPY', 1000],
    ['1.234', 'KWD', 1234],
    ['0010.00', 'EUR', 1000],
    ['90071992547409.91', 'EUR', Number.MAX_SAFE_INTEGER],
  ] as const)('%s %s is %i', (text, currency, amountMinor) => {
    expect(toMinorUnits(text, currency)).toBe(amountMinor)
  })

  it.each([
    ['10.505', 'EUR'],
    ['1.5', 'JPY'],
    ['90071992547409.92', 'EUR'],
    ['1e2', 'EUR'],
    ['-1', 'EUR'],
    ['1,00', 'EUR'],
    ['.5', 'EUR'],
    ['5.', 'EUR'],
    ['', 'EUR'],
    ['١٢', 'EUR'],
    ['1\n', 'EUR'],
  ] as const)('%j %s is refused', (text, currency) => {
    expect(() => toMinorUnits(text, currency)).toThrow(RangeError)
  })

  it.each([-1, 1.5, Number.NaN, 2 ** 53])('%d is no amount', (amountMinor) => {
    expect(() => fromMinorUnits(amountMinor, 'EUR')).toThrow(RangeError)
    expect(() => normalizeAmount(amountMinor, 'EUR')).toThrow(RangeError)
    expect(() => normalizeAmount(amountMinor, 'EUR')).toThrow(`not ${amountMinor}`)
  })

  it('reports what is wrong with a text, an amount and a currency', () => {
    // @ts-expect-error a number may have been rounded already
    expect(() => toMinorUnits(10.5, 'EUR')).toThrow('a decimal amount is a text, "10.50"')
    expect(() => toMinorUnits('1,00', 'EUR')).toThrow('digits with at most one point')
    expect(() => toMinorUnits('90071992547409.92', 'EUR')).toThrow('exceeds 2^53 − 1 minor units')
    // @ts-expect-error a shop in plain JavaScript may pass anything
    expect(() => fromMinorUnits(1, 'eur')).toThrow('a code of ISO 4217 in capitals')
  })
})

describe('normalizeAmount', () => {
  it.each([
    [1000, 'JPY', 100_000],
    [1000, 'EUR', 1000],
    [1234, 'KWD', 123],
    [1235, 'KWD', 124],
    [4, 'KWD', 0],
  ] as const)('%i %s → %i', (amountMinor, currency, normalized) => {
    expect(normalizeAmount(amountMinor, currency)).toBe(normalized)
  })

  it('returns no amount that a number cannot hold exactly', () => {
    expect(normalizeAmount(90_071_992_547_409, 'JPY')).toBe(9_007_199_254_740_900)
    expect(() => normalizeAmount(90_071_992_547_410, 'JPY')).toThrow(RangeError)
  })

  it('keeps the value of three-decimal amounts within half a hundredth', () => {
    fc.assert(
      fc.property(anyAmount, (amountMinor) => {
        const difference = BigInt(normalizeAmount(amountMinor, 'KWD')) * 10n - BigInt(amountMinor)
        expect(difference > -5n && difference <= 5n).toBe(true)
      }),
    )
  })
})
