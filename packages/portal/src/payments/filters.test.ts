import { expect, it } from 'vitest'

import { readFilters, readSearch, toAddress, toQuery } from './filters.ts'

it.each([
  ['order-17', { reference: 'order-17' }],
  [' ada@shop.example ', { email: 'ada@shop.example' }],
  ['4242', { reference_or_last4: '4242' }],
  ['12345', { reference: '12345' }],
  ['12.50', { amount: '1250' }],
  ['12,50 eur', { amount: '1250', currency: 'EUR' }],
  ['JPY 1250', { amount: '1250', currency: 'JPY' }],
  ['JPY 12.50', { reference: 'JPY 12.50' }],
  ['12.50 XXQ', { reference: '12.50 XXQ' }],
  ['EUR 12.50 EUR', { reference: 'EUR 12.50 EUR' }],
  ['99999999999999999 EUR', { reference: '99999999999999999 EUR' }],
  ['', {}],
])('%j searches for %j', (text, filters) => {
  expect(readSearch(text)).toEqual({ kind: 'filters', filters })
})

it('opens the payment whose id is searched', () => {
  const id = '01890a5d-ac96-774b-bcce-b302099a8057'
  expect(readSearch(id.toUpperCase())).toEqual({ kind: 'payment', id })
})

it('keeps filters in the address, and nothing else', () => {
  const filters = { email: 'a+b@shop.example', status: 'DECLINED', from: '2026-01-31' }
  const address = toAddress(filters, 'abc')
  const query = new URL(address, 'http://portal.localhost').searchParams
  query.set('evil', 'x')
  query.set('currency', '')
  expect(readFilters(query)).toEqual(filters)
  expect(query.get('cursor')).toBe('abc')
  expect(toAddress({})).toBe('/payments')
})

it('requests whole days in the person’s time zone', () => {
  const query = toQuery({ from: '2026-01-31', to: '2026-01-31', last4: '4242' })
  expect(query.get('from')).toBe(new Date(2026, 0, 31).toISOString())
  expect(query.get('to')).toBe(new Date(2026, 1, 1).toISOString())
  expect(query.get('last4')).toBe('4242')
})

it('leaves an unreadable day to the gateway, which explains the error', () => {
  expect(toQuery({ from: 'yesterday' }).get('from')).toBe('yesterday')
})
