import { COUNTRIES, CURRENCIES } from '@sluice/types/vocabulary'
import { describe, expect, it } from 'vitest'

import type { Sale } from '../../three-ds/index.ts'
import { toSaleMembers } from './sale.wire.ts'

const SALE: Sale = {
  seller: {
    name: 'Smorgasbutiken',
    country: 'SE',
    mcc: '5411',
    url: 'https://shop.example',
    acquirer: {
      bin: '401200',
      merchantId: 'M-1',
      requestorId: 'R-1',
      requestorName: 'Smorgas',
      requestorUrl: 'https://requestor.example',
    },
  },
  amountMinor: 4_999,
  currency: 'KWD',
  requestedAtMs: Date.UTC(2026, 0, 2, 3, 4, 5, 678),
  isPayment: true,
  savesCard: false,
  challengePreference: 'NO_PREFERENCE',
  exemption: null,
  channel: 'BROWSER',
}

describe('the sale for a 3DS server', () => {
  it('has numbers for codes, and the time in UTC', () => {
    expect(toSaleMembers(SALE)).toEqual({
      acquirer_bin: '401200',
      acquirer_merchant_id: 'M-1',
      requestor_id: 'R-1',
      requestor_name: 'Smorgas',
      requestor_url: 'https://requestor.example',
      merchant_name: 'Smorgasbutiken',
      merchant_country_code: '752',
      merchant_url: 'https://shop.example',
      mcc: '5411',
      purchase_amount: 4_999,
      purchase_currency: 'KWD',
      purchase_currency_code: '414',
      purchase_exponent: 3,
      requested_at: '20260102030405',
      message_category: 'PA',
      transaction_type: '01',
      device_channel: '02',
      authentication_indicator: '01',
      three_ri_indicator: null,
      challenge_preference: 'NO_PREFERENCE',
    })
  })

  it('contains that the card is saved', () => {
    expect(toSaleMembers({ ...SALE, savesCard: true }).authentication_indicator).toBe('04')
  })

  it('contains that the merchant initiates the charge', () => {
    expect(toSaleMembers({ ...SALE, channel: '3RI' })).toMatchObject({
      device_channel: '03',
      authentication_indicator: null,
      three_ri_indicator: '11',
    })
  })

  it('has null for unknown data', () => {
    const nobody = { name: null, country: null, mcc: null, url: null, acquirer: null }
    const { purchase_amount: _, ...members } = toSaleMembers({ ...SALE, seller: nobody })
    expect(members).toMatchObject({
      acquirer_bin: null,
      requestor_id: null,
      merchant_name: null,
      merchant_country_code: null,
      mcc: null,
    })
  })

  it.each(COUNTRIES)('has a numeric code for the country %s', (country) => {
    const { merchant_country_code: code } = toSaleMembers({ ...SALE, seller: { ...SALE.seller, country } })
    expect(code).toMatch(/^[0-9]{3}$/)
  })

  it.each(Object.keys(CURRENCIES))('has a numeric code for the currency %s', (currency) => {
    expect(toSaleMembers({ ...SALE, currency }).purchase_currency_code).toMatch(/^[0-9]{3}$/)
  })
})
