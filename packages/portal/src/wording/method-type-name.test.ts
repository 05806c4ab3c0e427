import { RESULT_METHOD_TYPES } from '@sluice/types/vocabulary'
import { afterEach, describe, expect, it } from 'vitest'

import { setMethodNames, methodTypeName } from './method-type-name.ts'

afterEach(() => setMethodNames({}))

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
    expect(methodTypeName(type)).toBe(name)
  })

  it('is a code of the contract for none that it has', () => {
    expect(RESULT_METHOD_TYPES.map(methodTypeName).filter((name) => /redirect/i.test(name))).toEqual([])
  })

  it('is the one that the operator configured', () => {
    setMethodNames({ 'provider-redirect-chp': 'Cash Pay', 'provider-redirect-npy': 'eps' })
    expect(methodTypeName('provider-redirect-chp')).toBe('Cash Pay')
    expect(methodTypeName('provider-redirect-npy')).toBe('eps')
  })
})
