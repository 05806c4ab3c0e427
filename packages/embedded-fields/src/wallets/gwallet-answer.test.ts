import { describe, expect, it } from 'vitest'

import { customerOf, orderOf } from './gwallet-answer.ts'
import type { GwalletAddress, PaymentData } from './gwallet-api.ts'

describe('orderOf', () => {
  it('passes the token on complete, including letters beyond ASCII', () => {
    const token = '{"signature":"Zoë"}'
    const { type, data } = orderOf(answer(token))
    expect(type).toBe('gwallet-pay')
    expect(Buffer.from(data['gwallet_pay_token'] ?? '', 'base64').toString()).toBe(token)
  })
})

describe('customerOf', () => {
  it('is empty without an address', () => {
    expect(customerOf(answer('{}'))).toEqual({})
  })

  it('takes the address apart', () => {
    const address = {
      name: 'Ada Maria Lindqvist',
      address1: 'Storgatan 1',
      address2: 'tr. 2',
      locality: 'Stockholm',
      countryCode: 'SE',
      postalCode: '111 22',
      phoneNumber: '+46 8 123-456',
    }
    expect(customerOf(answer('{}', address))).toEqual({
      firstName: 'Ada Maria',
      lastName: 'Lindqvist',
      address: 'Storgatan 1, tr. 2',
      city: 'Stockholm',
      postalCode: '111 22',
      country: 'SE',
      phone: '+468123456',
    })
  })

  it('omits missing members, and phone numbers without a country', () => {
    expect(customerOf(answer('{}', { name: 'Ada', phoneNumber: '08 123' }))).toEqual({ firstName: 'Ada' })
  })
})

function answer(token: string, billingAddress?: GwalletAddress): PaymentData {
  return {
    apiVersion: 2,
    apiVersionMinor: 0,
    paymentMethodData: {
      type: 'CARD',
      description: '',
      info: { cardNetwork: 'VISA', cardDetails: '4242', ...(billingAddress && { billingAddress }) },
      tokenizationData: { type: 'PAYMENT_GATEWAY', token },
    },
  }
}
