import { expect, it } from 'vitest'

import { readPlace } from './place.ts'

const read = (address: string) => readPlace(new URL(address, 'http://portal.localhost'))

it.each([
  ['/', 'payments', ''],
  ['/payments?status=DECLINED', 'payments', 'status=DECLINED'],
  ['/overview', 'overview', ''],
])('%s is a list', (address, list, query) => {
  expect(read(address)).toEqual({ list, query: new URLSearchParams(query) })
})

it.each([
  ['/settings/credentials', 'settings', 'credentials'],
  ['/payments/a%20b', 'payments', 'a b'],
  ['/customers/%E0', 'customers', '%E0'],
])('%s is a record', (address, record, id) => {
  expect(read(address)).toEqual({ record, id })
})

it.each(['/nothing', '/payments/', '/overview/x', '/payments/x/y'])('%s is nothing', (address) => {
  expect(read(address)).toBe('missing')
})
