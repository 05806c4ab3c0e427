import { describe, expect, it } from 'vitest'
import { validSession } from '../../test/requests.ts'
import { validateRequest } from '../error-items.ts'
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
  ])('of an address become a space: %j', (text, line) => {
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

describe('risk.blocked.emails', () => {
  it('refuses what is no e-mail address', () => {
    expect(validateRequest(riskBlocked, { emails: ['ada@example.com', 'no mail'] })).toMatchObject({
      errors: [{ property: 'emails.1', message: 'has an invalid format' }],
    })
  })
})
