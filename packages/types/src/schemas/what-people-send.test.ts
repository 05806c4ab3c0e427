import { describe, expect, it } from 'vitest'
import type * as z from 'zod'
import {
  validBlik,
  validPayment,
  validPayout,
  validProviderRedirect,
  validSession,
  withMember,
} from '../../test/requests.ts'
import { validateRequest } from '../error-items.ts'
import { authorizeRequest } from './authorize.ts'
import { customerRequest } from './customer.ts'
import { hostedPaymentPageRequest } from './hosted-payment-page.ts'
import { paymentRequest } from './payment.ts'
import { payoutRequest } from './payout.ts'
import { riskBlocked } from './risk.ts'
import { sessionRequest } from './session.ts'

const send = (changes: object) => validateRequest(sessionRequest, { ...validSession, ...changes })

describe('customer.phone', () => {
  it.each([
    '+46701740605',
    '+46\u00a070\u00a0174\u00a006\u00a005',
    '+46\u201170\u2011174\u201106\u201105',
    '+46–70–174 06 05',
    '\u202d+46 70-174 06 05\u202c',
    '+46\ufe0e70 174 06 05',
    '+46 70/174 06 05',
    '+46\u2009701740605',
    '+46 (0)70 174 06 05',
  ])('stores %j as E.164', (phone) => {
    expect(send({ customer: { phone } })).toMatchObject({ value: { customer: { phone: '+46701740605' } } })
  })

  it.each(['0701740605', '+46', '+4670174060512345678', 'phone', '+46<b>70', '+46701740605\u0000'])(
    'refuses %j',
    (phone) => {
      expect(send({ customer: { phone } })).toMatchObject({
        errors: [{ property: 'customer.phone', message: 'is not a possible phone number' }],
      })
    },
  )
})

describe('lines and tabs', () => {
  it.each([
    ['12 High St\nFlat 3', '12 High St Flat 3'],
    ['Fakestreet\r\n123', 'Fakestreet 123'],
    ['Line 1\n\nLine 3', 'Line 1 Line 3'],
    ['12\tHigh St', '12 High St'],
  ])('lines and tabs of an address become a space: %j', (text, line) => {
    expect(send({ customer: { address: text, first_name: text }, description: text })).toMatchObject({
      value: { customer: { address: line, first_name: line }, description: line },
    })
  })

  it('are kept in metadata', () => {
    const metadata = { note: 'Ring twice\r\n\tThird floor' }
    expect(send({ metadata })).toMatchObject({ value: { metadata } })
  })

  it('are refused in a reference', () => {
    expect(send({ reference: 'a\nb' })).toMatchObject({ errors: [{ property: 'reference' }] })
  })
})

describe('a card number in a name', () => {
  const property = 'customer.first_name'

  it.each(['4242 4242 4242 4242', 'Ada 424242424242', '४२४२४२४२४२४२४२४२'])('is refused: %j', (name) => {
    const refused = [{ property, message: 'has an invalid format' }]
    expect(send({ customer: { first_name: name } })).toMatchObject({ errors: refused })
  })

  it.each(['Jean-Luc 3', 'Ada 38761123456'])('is not found in %j', (name) => {
    expect(send({ customer: { last_name: name } })).toMatchObject({
      value: { customer: { last_name: name } },
    })
  })

  it.each<[string, z.ZodType, object, string]>([
    ['a hosted page', hostedPaymentPageRequest, validSession, 'customer_last_name'],
    ['a customer', customerRequest, { email: 'ada@example.com' }, 'last_name'],
    ['the local scheme', authorizeRequest, validBlik, 'payment_method.data.last_name'],
    ['a provider’s page', authorizeRequest, validProviderRedirect, 'payment_method.data.last_name'],
    ['a payment', paymentRequest, validPayment, 'customer.last_name'],
    ['a payout', payoutRequest, validPayout, 'customer.last_name'],
  ])('is refused for %s as well', (_, schema, request, path) => {
    expect(validateRequest(schema, withMember(request, path, '4242 4242 4242 4242'))).toMatchObject({
      errors: [{ property: path, message: 'has an invalid format' }],
    })
  })
})

describe('risk.blocked.emails', () => {
  it('refuses text that is not an e-mail address', () => {
    expect(validateRequest(riskBlocked, { emails: ['ada@example.com', 'no mail'] })).toMatchObject({
      errors: [{ property: 'emails.1', message: 'has an invalid format' }],
    })
  })
})
