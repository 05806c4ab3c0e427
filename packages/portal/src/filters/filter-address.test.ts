import { expect, it } from 'vitest'

import { addressOf, readFilters, toQuery } from './filter-address.ts'

const NAMES = ['status', 'from'] as const

it('keeps filters and the place in the address, and nothing else', () => {
  const filters = { status: 'FAILED', from: '2026-01-31' }
  const address = addressOf('/webhooks', NAMES, { ...filters, evil: 'x' }, 'abc')
  expect(address).toBe('/webhooks?status=FAILED&from=2026-01-31&cursor=abc')
  expect(readFilters(NAMES, new URL(address, 'http://portal.localhost').searchParams)).toEqual(filters)
  expect(readFilters(NAMES, new URLSearchParams('evil=x&from='))).toEqual({})
  expect(addressOf('/webhooks', NAMES, { status: '' })).toBe('/webhooks')
})

it('requests whole days in the person’s time zone', () => {
  const query = toQuery({ from: '2026-01-31', to: '2026-01-31', last4: '4242', status: '' })
  expect(query.get('from')).toBe(new Date(2026, 0, 31).toISOString())
  expect(query.get('to')).toBe(new Date(2026, 1, 1).toISOString())
  expect(query.get('last4')).toBe('4242')
  expect(query.has('status')).toBe(false)
})

it('leaves an unreadable day to the gateway, which explains the error', () => {
  expect(toQuery({ from: 'yesterday' }).get('from')).toBe('yesterday')
})
