import { RESULT_METHOD_TYPES } from '@sluice/types/vocabulary'
import { afterEach, describe, expect, it } from 'vitest'

import { learnMethodNames, sayMethodType } from './say-method-type.ts'

afterEach(() => learnMethodNames({}))

describe('the name of a payment method', () => {
  it.each([
    ['provider-redirect-npy', 'EPS'],
    ['partner-blik', 'BLIK'],
    ['payment_qr_code', 'QR code'],
    ['saved_card', 'Saved card'],
    ['provider-redirect-chp', 'CHP'],
    ['provider-redirect-epd', 'EPD'],
    ['method-of-tomorrow', 'Method of tomorrow'],
  ])('of %s is %s', (type, name) => {
    expect(sayMethodType(type)).toBe(name)
  })

  it('is a code of the contract for none that it has', () => {
    expect(RESULT_METHOD_TYPES.map(sayMethodType).filter((name) => /redirect/i.test(name))).toEqual([])
  })

  it('is the one that the operator configured', () => {
    learnMethodNames({ 'provider-redirect-chp': 'Cash Pay', 'provider-redirect-npy': 'eps' })
    expect(sayMethodType('provider-redirect-chp')).toBe('Cash Pay')
    expect(sayMethodType('provider-redirect-npy')).toBe('eps')
  })
})
