import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { brandRules } from './card-brand.ts'
import { validateNumber, passesLuhn } from './validate-number.ts'

describe('brandRules', () => {
  it.each([
    ['4', 'VISA', [3]],
    // Inside a range of Elo, and of Hipercard.
    ['506699', null, [3]],
    ['606282', null, [3]],
    // One of Verve, Elo and RuPay may follow.
    ['50', null, [3]],
    ['5555', 'MASTERCARD', [3]],
    ['2221', 'MASTERCARD', [3]],
    ['34', 'AMEX', [4]],
    ['3056', 'DINERS', [3]],
    ['6011', 'DISCOVER', [3]],
    ['3530', 'JCB', [3]],
    ['6200', 'UNIONPAY', [3]],
    ['6759', 'MAESTRO', [3]],
    ['3', null, [3, 4]],
    ['', null, [3, 4]],
    ['9', null, [3, 4]],
  ])('the rules of %j are those of %s', (digits, brand, cvvLengths) => {
    expect(brandRules(digits)).toMatchObject({ brand, cvvLengths })
  })
})

describe('validateNumber', () => {
  it.each([
    ['', null, { valid: false, potentiallyValid: true, errorCode: 'number_required' }],
    ['4242', null, { valid: false, potentiallyValid: true, errorCode: 'number_incomplete' }],
    ['4242424242424242', null, { valid: true, potentiallyValid: true, errorCode: null }],
    // Visa has numbers of 18 and 19 digits: three more may follow.
    ['4242424242424241', null, { valid: false, potentiallyValid: true, errorCode: 'number_invalid' }],
    ['5555555555554440', null, { valid: false, potentiallyValid: false, errorCode: 'number_invalid' }],
    ['55555555555544441', null, { valid: false, potentiallyValid: false, errorCode: 'number_invalid' }],
    ['6759649826438453', null, { valid: true, potentiallyValid: true, errorCode: null }],
    ['34', ['VISA'], { valid: false, potentiallyValid: false, errorCode: 'brand_not_accepted' }],
    ['506699', null, { valid: false, potentiallyValid: false, errorCode: 'brand_not_accepted' }],
    ['6062820000000003', null, { valid: false, potentiallyValid: false, errorCode: 'brand_not_accepted' }],
    ['2200', null, { valid: false, potentiallyValid: false, errorCode: 'brand_not_accepted' }],
    ['9', null, { valid: false, potentiallyValid: false, errorCode: 'brand_not_accepted' }],
    ['4', ['VISA'], { valid: false, potentiallyValid: true, errorCode: 'number_incomplete' }],
  ])('validates %j with %j', (digits, brands, verdict) => {
    expect(validateNumber(digits, brands)).toEqual(verdict)
  })
})

describe('passesLuhn', () => {
  it('detects every single wrong digit', () => {
    fc.assert(
      fc.property(fc.nat({ max: 15 }), fc.integer({ min: 1, max: 9 }), (position, shift) => {
        const digits = [...'4242424242424242']
        digits[position] = String((Number(digits[position]) + shift) % 10)
        expect(passesLuhn(digits.join(''))).toBe(false)
      }),
    )
  })
})
