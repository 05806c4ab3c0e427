import { describe, expect, it } from 'vitest'

import { customerOfHolder, holderNameOf, toApiCustomer, toPageCustomer } from './customer.ts'

describe('the holder', () => {
  it.each([
    ['Amra Begić', '', { firstName: 'Amra', lastName: 'Begić' }],
    [
      '  Ana  Maria   Pop ',
      ' ana@example.com ',
      { firstName: 'Ana Maria', lastName: 'Pop', email: 'ana@example.com' },
    ],
    ['Madonna', '', { firstName: 'Madonna' }],
    ['', 'ana@example.com', { email: 'ana@example.com' }],
    [' ', ' ', {}],
  ])('%j with %j is the customer %j', (holderName, holderEmail, customer) => {
    expect(customerOfHolder({ holderName, holderEmail })).toEqual(customer)
  })

  it.each([
    [{ firstName: 'Ana Maria', lastName: 'Pop' }, 'Ana Maria Pop'],
    [{ lastName: 'Pop' }, 'Pop'],
    [{}, ''],
  ])('is written for %j as %j', (customer, name) => {
    expect(holderNameOf(customer)).toBe(name)
  })
})

describe('the customer', () => {
  it('has the names of the API there and those of a page here', () => {
    const customer = { firstName: 'Ana', postalCode: '71000' }
    expect(toApiCustomer(customer)).toEqual({ first_name: 'Ana', postal_code: '71000' })
    expect(toPageCustomer({ first_name: 'Ana', postal_code: '71000', city: null } as never)).toEqual(customer)
  })
})
