import { describe, expect, it } from 'vitest'

import { shopperMembers } from './shopper.ts'

const CUSTOMER = {
  id: null,
  first_name: 'Zoë',
  last_name: 'Lind',
  email: null,
  phone: null,
  date_of_birth: null,
  ip: null,
  language: null,
  address: '1 Main Street',
  city: 'Springfield',
  postal_code: '12345',
  state: null,
  country: 'SE',
}

const membersOf = (changes: Partial<Record<keyof typeof CUSTOMER, string | null>>) =>
  shopperMembers({ customer: { ...CUSTOMER, ...changes }, browser_info: null, description: null }, null)

describe('names', () => {
  it('are cut to the 80 characters that Adyen allows', () => {
    expect(membersOf({ first_name: 'a'.repeat(81), last_name: 'b'.repeat(80) })).toMatchObject({
      shopperName: { firstName: 'a'.repeat(80), lastName: 'b'.repeat(80) },
    })
  })

  it('are not cut within a character', () => {
    expect(membersOf({ first_name: `${'a'.repeat(79)}😀` })).toMatchObject({
      shopperName: { firstName: 'a'.repeat(79) },
    })
  })
})

it.each([
  [256, true],
  [257, false],
])('an e-mail address of %i characters is sent: %s', (length, isSent) => {
  const email = '@example.com'.padStart(length, 'a')
  expect(membersOf({ email })['shopperEmail']).toBe(isSent ? email : undefined)
})

describe('addresses', () => {
  it.each(['US', 'CA'])('in %s are sent only with their state, which Adyen requires there', (country) => {
    expect(membersOf({ country })).not.toHaveProperty('billingAddress')
    expect(membersOf({ country, state: 'WA' })).toHaveProperty('billingAddress.stateOrProvince', 'WA')
  })

  it('elsewhere are sent without a state', () => {
    expect(membersOf({})).toHaveProperty('billingAddress.country', 'SE')
  })

  it('in the US have five digits as their postal code', () => {
    const members = membersOf({ country: 'US', state: 'CA', postal_code: '94107-1234' })
    expect(members).toHaveProperty('billingAddress.postalCode', '94107')
  })

  it('are not sent with a postal code that is too long', () => {
    expect(membersOf({ postal_code: '1'.repeat(11) })).not.toHaveProperty('billingAddress')
  })
})
