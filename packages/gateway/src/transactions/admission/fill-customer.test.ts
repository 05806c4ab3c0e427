import { expect, it } from 'vitest'

import { correctCustomer, fillCustomer } from './fill-customer.ts'

const DATA = {
  first_name: 'Jan',
  last_name: 'Nowak',
  email: 'jan@example.com',
  phone: '+48221234567',
  address: 'Prosta 1',
  city: 'Warszawa',
  country: 'PL',
  postal_code: '00-850',
}

it('takes the whole customer from the method’s data if the request has none', () => {
  expect(fillCustomer(null, DATA)).toEqual(DATA)
})

it.each(Object.keys(DATA))('fills in %s if the customer of the request lacks it', (member) => {
  const given = { id: 'customer-1', ...Object.fromEntries(Object.keys(DATA).map((name) => [name, 'given'])) }
  const { [member]: _, ...others } = given as Record<string, string>
  expect(fillCustomer(others, DATA)).toEqual({ ...others, [member]: DATA[member as keyof typeof DATA] })
})

it('never replaces members of the customer of the request', () => {
  const customer = { id: 'customer-1', email: 'ada@example.com', phone: '+4670000000' }
  expect(fillCustomer(customer, DATA)).toMatchObject(customer)
})

it('replaces what the session knew with what the shopper typed, and keeps the rest', () => {
  const known = { id: 'customer-1', email: 'ada@example.com', phone: '+46701740605' }
  const typed = { first_name: 'Jan', last_name: 'Nowak', email: 'jan@example.com' }
  expect(correctCustomer(known, typed)).toEqual({ ...known, ...typed })
  expect(correctCustomer(null, typed)).toEqual(typed)
  expect(correctCustomer(null, {})).toBeNull()
})

it('takes no other data of the method, such as the code of a payment', () => {
  expect(fillCustomer(null, { email: 'jan@example.com', blik_code: '777123' } as never)).toEqual({
    email: 'jan@example.com',
  })
  expect(fillCustomer(null, {})).toBeNull()
})
