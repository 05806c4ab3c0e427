import { describe, expect, it } from 'vitest'

import { CUSTOMER_MEMBERS, readPageToCard } from '../protocol/messages.ts'
import { checkCustomer } from './check-customer.ts'
import type { Customer } from './embedded-fields-api.ts'

describe('a customer that a page gives', () => {
  it.each([undefined, null])('may be %s', (given) => {
    expect(checkCustomer(given)).toEqual({ customer: null, wrongMember: null })
  })

  it('has only the members with a value', () => {
    const given = { firstName: 'Ana', email: '', city: undefined } as unknown as Customer
    expect(checkCustomer(given)).toEqual({ customer: { firstName: 'Ana' }, wrongMember: null })
  })

  it.each([
    [{ first_name: 'Ana' }, /customer\.first_name must be one of firstName/],
    [{ phone: 38761234567 }, /customer\.phone must be a string/],
    ['Ana', /customer must be an object/],
  ])('a customer that is %o is an error of the page', (given, message) => {
    expect(() => checkCustomer(given as Customer)).toThrow(
      expect.objectContaining({ code: 'invalid_option', message: expect.stringMatching(message) }),
    )
  })

  it.each([
    [{ country: 'BA' }, null],
    [{ country: 'ba' }, 'country'],
    [{ country: 'BIH' }, 'country'],
    [{ email: 'ana@example.com' }, null],
    [{ email: 'ana@example' }, 'email'],
    [{ email: 'ana example@example.com' }, 'email'],
    [{ phone: '+38761234567' }, null],
    [{ phone: '+387 (61) 234-567' }, null],
    [{ phone: '061 234 567' }, 'phone'],
    [{ phone: '+387' }, 'phone'],
    [{ phone: '+3876123456789012' }, 'phone'],
    [{ phone: `+${' '.repeat(400)}` }, 'phone'],
    [{ city: 'a'.repeat(512) }, null],
    [{ city: 'a'.repeat(513) }, 'city'],
  ])('a customer that is %o has a wrong member: %s', (given, wrongMember) => {
    expect(checkCustomer(given).wrongMember).toBe(wrongMember)
  })

  it('is accepted by the frame, however long its members are', () => {
    const given = Object.fromEntries(CUSTOMER_MEMBERS.map((member) => [member, 'a'.repeat(512)]))
    const { customer } = checkCustomer({ ...given, country: 'BA', phone: '+38761234567', email: 'a@b.ba' })
    expect(readPageToCard({ type: 'submit', customer })).not.toBeNull()
  })
})
