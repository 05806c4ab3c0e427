import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ValidationError } from '../errors/validation-error.ts'
import type { Card } from './card.ts'
import { checkCard, checkCvv, checkNetworkToken } from './card-rules.ts'
import type { NetworkToken } from './network-token.ts'
import { passesLuhn } from './passes-luhn.ts'

const NOW_MS = Date.UTC(2026, 10, 22)
const CARD: Card = { number: '4242424242424242', cvv: '123', expirationMonth: '9', expirationYear: '30' }
const TOKEN: NetworkToken = { number: '4111111111111111', expirationMonth: '12', expirationYear: '2030' }
const CRYPTOGRAM = Buffer.alloc(20, 9).toString('base64')

function problemsOf(check: () => void): Record<string, string> {
  try {
    check()
    return {}
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    expect(error.foundBy).toBe('sdk')
    return Object.fromEntries(error.errors.map(({ property, message }) => [property, message]))
  }
}

const ofCard = (changes: Record<string, unknown>) =>
  problemsOf(() => checkCard({ ...CARD, ...changes }, NOW_MS))
const ofToken = (changes: Record<string, unknown>) =>
  problemsOf(() => checkNetworkToken({ ...TOKEN, ...changes }, NOW_MS))

describe('card-encryption: card rules before sealing', () => {
  it.each([
    {},
    { expirationMonth: '12', expirationYear: '2026' },
    { number: '378282246310005', cvv: '1234' },
    { number: '6304000000000000' },
  ])('accept %j', (changes) => {
    expect(ofCard(changes)).toEqual({})
  })

  it.each([
    ['number', { number: '4242 4242 4242 4242' }, 'must be 12 to 19 digits without spaces'],
    ['number', { number: '42424242424' }, 'must be 12 to 19 digits without spaces'],
    [
      'number',
      { number: '4242424242424241' },
      'is not a valid card number: compare its digits with the card',
    ],
    ['number', { number: 4242424242424242 }, 'must be a string'],
    ['cvv', { cvv: '1234' }, 'must be 3 digits, 4 for American Express'],
    ['cvv', { number: '378282246310005' }, 'must be 3 digits, 4 for American Express'],
    ['cvv', { cvv: '12a' }, 'must be 3 digits, 4 for American Express'],
    ['cvv', { cvv: undefined }, 'must be a string'],
    ['expirationMonth', { expirationMonth: '09' }, 'must be 1 to 12 without a leading zero'],
    ['expirationMonth', { expirationMonth: '13' }, 'must be 1 to 12 without a leading zero'],
    ['expirationYear', { expirationYear: '203' }, 'must be 2 or 4 digits'],
    ['expirationYear', { expirationYear: '25' }, 'must be this year or later'],
    [
      'holderName',
      { holderName: 'Ada Lovelace' },
      'is not one of number, cvv, expirationMonth, expirationYear',
    ],
  ])('refuse a %s by name: %j', (member, changes, message) => {
    expect(ofCard(changes)).toEqual({ [`card.${member}`]: message })
  })

  it('use the year of the place on Earth where it is still the old one', () => {
    const check = (nowMs: number) => problemsOf(() => checkCard({ ...CARD, expirationYear: '2026' }, nowMs))
    expect(check(Date.UTC(2027, 0, 1, 11, 59))).toEqual({})
    expect(check(Date.UTC(2027, 0, 1, 12))).toHaveProperty(['card.expirationYear'])
  })

  it('never repeat the given value', () => {
    const digits = fc.stringMatching(/^[0-9]{5,25}$/)
    fc.assert(
      fc.property(digits, digits, (number, cvv) => {
        const error = (() => {
          try {
            return checkCard({ ...CARD, number, cvv }, NOW_MS)
          } catch (caught) {
            return caught
          }
        })()
        const shown = JSON.stringify(error) + String(error)
        expect(shown).not.toContain(number)
        expect(shown).not.toContain(cvv)
      }),
    )
  })

  it('detect a wrong digit and, except for 09 and 90, two swapped ones', () => {
    const number = fc
      .stringMatching(/^[0-9]{11,18}$/)
      .map((digits) => digits + [...'0123456789'].find((check) => passesLuhn(digits + check)))
    fc.assert(
      fc.property(number, fc.nat(), fc.integer({ min: 1, max: 9 }), (right, at, shift) => {
        expect(passesLuhn(right)).toBe(true)
        const place = at % right.length
        const wrong = [...right]
        wrong[place] = String((Number(right[place]) + shift) % 10)
        expect(passesLuhn(wrong.join(''))).toBe(false)
      }),
    )
  })
})

describe('card-encryption: rules of a network token before sealing', () => {
  it.each([
    {},
    { cryptogram: CRYPTOGRAM, eci: '05' },
    // Mastercard's, as a wallet sends it.
    { cryptogram: Buffer.alloc(19, 9).toString('base64'), eci: '02' },
    { source: 'gwallet-pay' },
  ])('accept %j', (changes) => {
    expect(ofToken(changes)).toEqual({})
  })

  it.each([
    ['eci', { cryptogram: CRYPTOGRAM }, 'is required when a cryptogram is given'],
    ['eci', { eci: '05' }, 'must be omitted without a cryptogram'],
    ['eci', { cryptogram: CRYPTOGRAM, eci: '04' }, 'must be one of 00, 01, 02, 05, 06, 07'],
    ['cryptogram', { cryptogram: 'AAAA', eci: '05' }, 'must be 19 to 40 bytes in Base64'],
    [
      'cryptogram',
      { cryptogram: CRYPTOGRAM.replace('=', ''), eci: '05' },
      'must be 19 to 40 bytes in Base64',
    ],
    ['source', { source: 'pocket' }, 'must be one of awallet-pay, gwallet-pay, network-token'],
    [
      'number',
      { number: '4111111111111112' },
      'is not a valid card number: compare its digits with the card',
    ],
  ])('refuse a wrong %s: %j', (member, changes, message) => {
    expect(ofToken(changes)).toEqual({ [`token.${member}`]: message })
  })
})

describe('card-encryption: a security code alone', () => {
  it.each(['123', '1234'])('%s passes', (cvv) => {
    expect(problemsOf(() => checkCvv(cvv))).toEqual({})
  })
  it.each(['12', '12345', 'abc', ''])('%j does not', (cvv) => {
    expect(problemsOf(() => checkCvv(cvv))).toEqual({ cvv: 'must be 3 or 4 digits' })
  })
})
