import { expect, it } from 'vitest'

import type { Requirement } from '../execution/declarations.ts'
import { findMissingMembers, type RequiredOf } from './requirements.ts'

const PHONE: Requirement = {
  members: ['customer.phone', 'options.document'],
  methods: new Set(['payment_upi']),
  countries: new Set(['IN']),
}
const PAYMENT: RequiredOf = { method: 'payment_upi', country: 'IN', customer: null, options: null }

const missing = (...members: string[]) =>
  members.map((property) => ({ property, message: 'is required', params: [property] }))

it.each<[string, Partial<RequiredOf>, ReturnType<typeof missing>]>([
  ['names each member that is missing', {}, missing('customer.phone', 'options.document')],
  [
    'treats an empty member as missing',
    { customer: { phone: '' }, options: { document: '1' } },
    missing('customer.phone'),
  ],
  ['is met if nothing is missing', { customer: { phone: '+91' }, options: { document: '1' } }, missing()],
  ['does not apply in another country', { country: 'SE' }, missing()],
  ['does not apply if the country is unknown', { country: null }, missing()],
  ['does not apply to another method', { method: 'card' }, missing()],
])('a requirement %s', (_, changes, expected) => {
  expect(findMissingMembers([PHONE], { ...PAYMENT, ...changes })).toEqual(expected)
})

it('a requirement for every method and country names a member once', () => {
  const always: Requirement = { members: ['customer.email'], methods: null, countries: null }
  expect(findMissingMembers([always, always], { ...PAYMENT, country: null })).toEqual(
    missing('customer.email'),
  )
})
