import type { Customer } from '@sluice/types'
import { expect, it } from 'vitest'

import { readCustomerChange } from './customer-form.ts'

const CUSTOMER: Customer = {
  id: 'c',
  email: 'ada@shop.example',
  first_name: 'Ada',
  last_name: null,
  phone: '+441632960001',
  address: '1 Mill Lane',
  city: 'Leeds',
  country: 'GB',
  postal_code: null,
  description: null,
  type: 'INDIVIDUAL',
  region: null,
}

const UNTOUCHED = {
  email: 'ada@shop.example',
  first_name: 'Ada',
  last_name: '',
  phone: '+441632960001',
  description: '',
  'address.address': '1 Mill Lane',
  'address.postal_code': '',
  'address.city': 'Leeds',
  'address.region': '',
  'address.country': 'GB',
  type: 'INDIVIDUAL',
}

function read(typed: Readonly<Record<string, string>>) {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...UNTOUCHED, ...typed })) form.set(name, value)
  return readCustomerChange(form, CUSTOMER)
}

it('sends only what was changed', () => {
  expect(read({})).toEqual({})
  expect(read({ last_name: ' Byron ', type: 'COMPANY' })).toEqual({ last_name: 'Byron', type: 'COMPANY' })
})

it('clears emptied members, in the address one by one', () => {
  expect(read({ phone: '', 'address.city': '', 'address.region': 'Yorkshire' })).toEqual({
    phone: null,
    address: { city: null, region: 'Yorkshire' },
  })
})

it('leaves it to the gateway to refuse an empty email address', () => {
  expect(read({ email: '' })).toEqual({ email: null })
})
