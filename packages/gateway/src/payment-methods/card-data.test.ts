import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { CARD_BRANDS } from '@sluice/types/vocabulary'
import { Secret } from '@sluice/platform/kernel/secret'

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

/** Made-up numbers inside published ranges, with a valid check digit. */
const withRightCheckDigit = (number: string) => {
  const [right] = [...'0123456789'].map((check) => number.slice(0, -1) + check).filter(isCardNumber)
  return right ?? ''
}

const codeOf = (values: Partial<Record<keyof CardFields, string>>, brands = ALL_BRANDS, nowMs = NOW_MS) => {
  const judged = validateCard(fields(values), brands, nowMs)
  return judged.ok ? 'ok' : judged.processingCode
}

describe('card-encryption: card rules after decryption', () => {
  it('accepts a valid card and keeps only what may be shown', () => {
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

  it.each([
    ['Elo', '6363680000000007'],
    ['Elo', '5067268650517446'],
    ['Elo', '4011780000000006'],
    ['Elo', '6277800000000006'],
    ['Hiper', '6370950000000005'],
    ['Hipercard', '6062820000000003'],
    ['Mir', '2200000000000053'],
    ['RuPay', '6080000000000000'],
    ['RuPay', '5085000000000005'],
    ['RuPay', '6521500000000005'],
    ['Verve', '5060990000000005'],
    ['Verve', '5061000000000000007'],
  ])('refuses a card of %s by its name: %s', (brand, number) => {
    const pan = withRightCheckDigit(number)
    expect(validateCard(fields({ pan }), ALL_BRANDS, NOW_MS)).toMatchObject({
      processingCode: '2004',
      property: 'payment_method.data.encrypted_card_number',
      message: `${brand} cards are not supported`,
    })
  })

  it.each([
    ['MAESTRO', '6759649826438453'],
    ['MAESTRO', '5000000000000611'],
    ['MAESTRO', '6799990100000000019'],
    ['UNIONPAY', '6200000000000005'],
    ['DISCOVER', '6011111111111117'],
    ['MASTERCARD', '2223003122003222'],
  ])('takes a card of %s next to the ranges of brands that are not served: %s', (brand, number) => {
    const pan = withRightCheckDigit(number)
    expect(validateCard(fields({ pan }), ALL_BRANDS, NOW_MS)).toMatchObject({ card: { brand } })
  })

  it('rejects a brand that the terminal does not accept', () => {
    expect(codeOf({}, new Set(['MASTERCARD']))).toBe('2004')
  })

  it('accepts a card until its last day has ended everywhere on Earth', () => {
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

  it('have exactly one valid check digit', () => {
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
