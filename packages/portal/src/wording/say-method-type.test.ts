import { afterEach, describe, expect, it } from 'vitest'

import { learnMethodNames, sayMethodType } from './say-method-type.ts'

afterEach(() => learnMethodNames({}))

describe('the name of a payment method', () => {
  it.each([
    ['provider-redirect-npy', 'EPS'],
    ['partner-blik', 'BLIK'],
    ['payment_qr_code', 'QR code'],
    ['saved_card', 'Saved card'],
    ['provider-redirect-chp', 'Provider redirect chp'],
  ])('of %s is %s', (type, name) => {
    expect(sayMethodType(type)).toBe(name)
  })

  it('is the one that the operator configured', () => {
    learnMethodNames({ 'provider-redirect-chp': 'Cash Pay', 'provider-redirect-npy': 'eps' })
    expect(sayMethodType('provider-redirect-chp')).toBe('Cash Pay')
    expect(sayMethodType('provider-redirect-npy')).toBe('eps')
  })
})
