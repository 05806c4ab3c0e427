import { expect, it } from 'vitest'

import { readFilters, readSearch, toAddress } from './filters.ts'

it.each([
  ['order-17', { reference: 'order-17' }],
  [' ada@shop.example ', { email: 'ada@shop.example' }],
  ['4242', { reference_or_last4: '4242' }],
  ['12345', { reference: '12345' }],
  ['12.50', { amount: '1250' }],
  ['12,50 eur', { amount: '1250', currency: 'EUR' }],
  ['EUR\u00A012.50', { amount: '1250', currency: 'EUR' }],
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

it('knows its own filters, and nothing else', () => {
  const filters = { email: 'a+b@shop.example', status: 'DECLINED', from: '2026-01-31' }
  const query = new URL(toAddress(filters), 'http://portal.localhost').searchParams
  query.set('evil', 'x')
  query.set('currency', '')
  expect(readFilters(query)).toEqual(filters)
  expect(toAddress({})).toBe('/payments')
})
