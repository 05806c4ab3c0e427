import { CARD_BRANDS } from '@sluice/types/vocabulary'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { Secret } from '../kernel/secret.ts'
import { type CardFields, validateCard } from './card-data.ts'
import { isCardNumber, maskCardNumber } from './card-number.ts'

const NOW_MS = Date.UTC(2026, 10, 21)
const ALL_BRANDS = new Set(CARD_BRANDS)

function fields(values: Partial<Record<keyof CardFields, string>> = {}): CardFields {
  return {
    pan: new Secret(values.pan ?? '4242424242424242'),
    cvv: new Secret(values.cvv ?? '123'),
    expirationMonth: new Secret(values.expirationMonth ?? '12'),
    expirationYear: new Secret(values.expirationYear ?? '2030'),
  }
}

const codeOf = (values: Partial<Record<keyof CardFields, string>>, brands = ALL_BRANDS, nowMs = NOW_MS) => {
  const judged = validateCard(fields(values), brands, nowMs)
  return judged.ok ? 'ok' : judged.processingCode
}

describe('card-encryption: card rules after opening', () => {
  it('takes a good card and keeps only what may be shown', () => {
    const judged = validateCard(fields({ expirationYear: '30', expirationMonth: '2' }), ALL_BRANDS, NOW_MS)
    expect(judged).toMatchObject({
      ok: true,
      card: { brand: 'VISA', expirationMonth: 2, expirationYear: 2030 },
      summary: { brand: 'VISA', masked: '424242******4242', expiry: '2030-02-28' },
    })
    expect(JSON.stringify(judged)).not.toContain('4242424242424242')
  })

  it.each([
    [{ pan: '4242424242424241' }, '2002'],
    [{ pan: '4242 4242 4242 4242' }, '2002'],
    [{ pan: '42424242424' }, '2002'],
    [{ expirationMonth: '0' }, '2002'],
    [{ expirationMonth: '01' }, '2002'],
    [{ expirationMonth: '13' }, '2002'],
    [{ expirationYear: '203' }, '2002'],
    [{ expirationYear: '2025' }, '2001'],
    [{ cvv: '12' }, '2020'],
    [{ cvv: '1234' }, '2020'],
    [{ cvv: '12a' }, '2020'],
    [{ pan: '378282246310005', cvv: '123' }, '2020'],
    [{ pan: '378282246310005', cvv: '1234' }, 'ok'],
  ])('answers %j with %s', (values, code) => {
    expect(codeOf(values)).toBe(code)
  })

  it('charges a domestic card over the international brand whose range it lies in', () => {
    // Elo inside Visa.
    expect(validateCard(fields({ pan: '4011780000000006' }), ALL_BRANDS, NOW_MS)).toMatchObject({
      card: { brand: 'VISA' },
    })
  })

  it('refuses a brand that the terminal does not take', () => {
    expect(codeOf({}, new Set(['MASTERCARD']))).toBe('2004')
  })

  it('lets a card live until its last day has ended everywhere on Earth', () => {
    const expiry = { expirationMonth: '11', expirationYear: '2026' }
    const endUtc = Date.UTC(2026, 11, 1)
    expect(codeOf(expiry, ALL_BRANDS, endUtc + 12 * 3_600_000 - 1)).toBe('ok')
    expect(codeOf(expiry, ALL_BRANDS, endUtc + 12 * 3_600_000)).toBe('2001')
  })
})

describe('card numbers', () => {
  const numbers = fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: 11, maxLength: 18 })
    .map((digits) => digits.join(''))
  const withCheckDigit = (digits: string) => [...'0123456789'].filter((check) => isCardNumber(digits + check))

  it('have exactly one right check digit', () => {
    fc.assert(
      fc.property(numbers, (digits) => {
        expect(withCheckDigit(digits)).toHaveLength(1)
      }),
    )
  })

  it('show six and four digits and keep their length', () => {
    fc.assert(
      fc.property(numbers, (digits) => {
        const pan = digits + (withCheckDigit(digits)[0] ?? '')
        const masked = maskCardNumber(pan)
        expect(masked).toHaveLength(pan.length)
        expect(masked).toBe(pan.slice(0, 6) + '*'.repeat(pan.length - 10) + pan.slice(-4))
      }),
    )
  })
})
