import type * as z from 'zod'
import { describe, expect, it } from 'vitest'
import {
  validAuthorize,
  validBlik,
  validPayment,
  validPayout,
  validProviderRedirect,
  validSession,
  withMember,
} from '../test/requests.ts'
import { validateRequest } from './error-items.ts'
import { authorizeRequest } from './schemas/authorize.ts'
import { clientPaymentRequest } from './schemas/client.ts'
import { customerQuery, customerRequest } from './schemas/customer.ts'
import { hostedPaymentPageRequest } from './schemas/hosted-payment-page.ts'
import { manageRequest } from './schemas/manage.ts'
import { paymentRequest } from './schemas/payment.ts'
import { payoutRequest } from './schemas/payout.ts'
import { sessionRequest } from './schemas/session.ts'
import { completeAuthenticationRequest, requestAuthenticationRequest } from './schemas/three-ds.ts'

const customer = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  email: 'ada@example.com',
  phone: '+46701740605',
  address: 'Drottninggatan 1',
  city: 'Uppsala',
  country: 'SE',
  postal_code: '75310',
}
const full = { customer, metadata: { note: 'x' }, description: 'Two tickets' }
const { payment_method, browser_info } = validAuthorize

const REQUESTS: readonly (readonly [string, z.ZodType, Record<string, unknown>])[] = [
  ['authorize', authorizeRequest, { ...validAuthorize, ...full, return_url: 'https://shop.example/return' }],
  ['authorize by BLIK', authorizeRequest, { ...validBlik, ...full }],
  ['authorize by redirect', authorizeRequest, { ...validProviderRedirect, ...full }],
  ['session', sessionRequest, { ...validSession, ...full, country: 'SE' }],
  ['hosted payment page', hostedPaymentPageRequest, { ...validSession, metadata: { note: 'x' } }],
  ['payment', paymentRequest, { ...validPayment, metadata: { note: 'x' } }],
  ['payout', payoutRequest, { ...validPayout, metadata: { note: 'x' } }],
  [
    'manage',
    manageRequest,
    {
      terminal_id: 'T00000000001',
      reference: 'order-1001',
      parent_transaction_id: '019c0f5e-7a10-7c3e-9b1d-2f6a4c8e0b11',
      transaction_type: 'REFUND',
      amount: 1,
      currency: 'EUR',
      metadata: { note: 'x' },
    },
  ],
  ['customer', customerRequest, { email: customer.email, first_name: 'Ada', phone: customer.phone }],
  ['customer search', customerQuery, { email: customer.email, cursor: 'abc' }],
  ['payment in a browser', clientPaymentRequest, { payment_method, browser_info }],
  ['fingerprint', requestAuthenticationRequest, { fingerprint_result: 'Y', payment_data: 'abc' }],
  ['challenge', completeAuthenticationRequest, { payment_data: 'abc', session_id: 'abc', trans_status: 'Y' }],
]

/** The dotted path of every text in a value. */
function textsOf(value: unknown, path: readonly string[] = []): string[] {
  if (typeof value === 'string') return [path.join('.')]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) => textsOf(member, [...path, name]))
}

const textAt = (request: unknown, path: string): string =>
  String(path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], request))

// Texts that a database might reject, or that terminals would interpret, get a 422 before they are stored.
describe.each(REQUESTS)('%s', (_, schema, request) => {
  it('is valid without changes', () => {
    expect(validateRequest(schema, request)).toMatchObject({ ok: true })
  })

  it.each(textsOf(request))('%s accepts no NUL, no control character and no lone surrogate', (path) => {
    const text = textAt(request, path)
    for (const hostile of ['\u0000', '\u0007', '\u009f', '\ud800', '\udfff']) {
      for (const given of [hostile, text + hostile, hostile + text]) {
        const validation = validateRequest(schema, withMember(request, path, given))
        expect([JSON.stringify(given), validation.ok]).toEqual([JSON.stringify(given), false])
      }
    }
  })
})

it.each(['\u0000', 'a\ud800'])('metadata accepts no key %j', (key) => {
  const request = { ...validSession, metadata: { [key]: 1 } }
  expect(validateRequest(sessionRequest, request)).toMatchObject({
    ok: false,
    errors: [{ message: 'has an invalid format' }],
  })
})
