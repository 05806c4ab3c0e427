import { describe, expect, it } from 'vitest'

import { describeMethod } from '../../method-catalogue/index.ts'
import { findMethodRefusal } from './method-refusal.ts'

const EPS = 'provider-redirect-npy'
const order = { currency: 'EUR', amountMinor: 1_000, country: null }
const refuse = (type: string, changes: object, settings = {}) =>
  findMethodRefusal(describeMethod(type, undefined, new Map([[type, settings]])), { ...order, ...changes })

describe('the check of a method before its provider is called', () => {
  it('accepts a payment within all limits', () => {
    expect(refuse(EPS, {})).toBeNull()
    expect(refuse(EPS, { country: 'AT' })).toBeNull()
    expect(refuse('payment_wallets', { currency: 'JPY', country: 'JP' })).toBeNull()
  })

  it('names the currency, country or amount that it refuses', () => {
    const limits = { amounts: { EUR: { minMinor: 100, maxMinor: 900 } } }
    const places = { countries: ['AT'], currencies: ['EUR'] }
    expect(refuse(EPS, { currency: 'SEK' }, places)).toEqual({
      processingCode: '2004',
      property: 'currency',
      message: 'provider-redirect-npy takes EUR only',
    })
    expect(refuse(EPS, { country: 'SE' }, places)).toEqual({
      processingCode: '2004',
      property: 'country',
      message: 'provider-redirect-npy exists in AT only',
    })
    expect(refuse(EPS, {}, limits)).toEqual({
      processingCode: '2011',
      property: 'amount',
      message: 'provider-redirect-npy takes at most 900 EUR in minor units',
    })
    expect(refuse(EPS, { amountMinor: 99 }, limits)).toMatchObject({
      message: 'provider-redirect-npy takes at least 100 EUR in minor units',
    })
  })

  it('does not apply the catalogue, which decides only which methods are offered', () => {
    expect(refuse(EPS, { currency: 'SEK', country: 'SE' })).toBeNull()
    expect(refuse('provider-redirect-gir', {})).toBeNull()
    // The contract names these.
    expect(refuse('partner-blik', {})).toMatchObject({ processingCode: '2004', property: 'currency' })
    expect(refuse('payment_upi', {})).toMatchObject({ processingCode: '2004', property: 'currency' })
  })
})
