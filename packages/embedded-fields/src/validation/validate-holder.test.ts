import { clientPaymentRequest } from '@sluice/types'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { mayBecomeNumber, validateHolderEmail, validateHolderName } from './validate-holder.ts'

const gatewayAccepts = (email: string) => clientPaymentRequest.shape.customer.safeParse({ email }).success

describe('validateHolderName', () => {
  it.each([
    ['', true, 'holder_name_required'],
    ['  ', true, 'holder_name_required'],
    ['', false, null],
    ['Amra Begić', true, null],
    ['Jean-Luc d’Arc 3', true, null],
    ['4242 4242 4242 4242', false, 'holder_name_invalid'],
    ['Amra 424242424242', true, 'holder_name_invalid'],
    ['٤٢٤٢٤٢٤٢٤٢٤٢', false, 'holder_name_invalid'],
  ])('%j, required: %s, is %s', (text, isRequired, errorCode) => {
    expect(validateHolderName(text, isRequired).errorCode).toBe(errorCode)
  })
})

describe('mayBecomeNumber', () => {
  it.each([
    ['', false],
    ['Jean-Luc d’Arc 3', false],
    ['42', false],
    ['424', true],
    ['Amra 4 2 4', true],
    ['٤٢٤', true],
  ])('%j is %s', (name, expected) => {
    expect(mayBecomeNumber(name)).toBe(expected)
  })
})

describe('validateHolderEmail', () => {
  it.each([
    ['', true, 'holder_email_required'],
    ['', false, null],
    ['amra@example', true, 'holder_email_invalid'],
    ['amra@@example.com', false, 'holder_email_invalid'],
    ['4242424242424242', false, 'holder_email_invalid'],
    ['4242 4242 4242 4242', false, 'holder_email_invalid'],
    ['13800138000@163.com', true, null],
    ['8613800138000@139.com', true, null],
    ['ivan@xn--e1aybc.xn--p1ai', true, null],
    ['amra@example.com\u200b', true, null],
    [' amra.begic+shop@mail.example.com ', true, null],
  ])('%j, required: %s, is %s', (text, isRequired, errorCode) => {
    expect(validateHolderEmail(text, isRequired).errorCode).toBe(errorCode)
  })

  it('accepts what the gateway accepts', () => {
    const address = fc.oneof(fc.emailAddress(), fc.stringMatching(/^[a-zA-Z.'+_-]{1,8}@[a-zA-Z.-]{1,10}$/))
    fc.assert(
      fc.property(address, (email) => {
        expect(validateHolderEmail(email, true).valid).toBe(gatewayAccepts(email))
      }),
    )
  })
})
