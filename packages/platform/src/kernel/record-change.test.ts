import { expect, it } from 'vitest'

import { listDifferences } from './record-change.ts'

const TERMINAL = {
  name: 'Shop',
  brands: new Set(['VISA', 'MASTERCARD']),
  limits: new Map([
    ['EUR', 100],
    ['USD', 200],
  ]),
  address: { city: 'Sarajevo', country: 'BA' },
  origins: ['https://a.example', 'https://b.example'],
  note: null as string | null,
}

it('records do not differ by the order of sets, of maps and of members', () => {
  expect(
    listDifferences(TERMINAL, {
      ...TERMINAL,
      brands: new Set(['MASTERCARD', 'VISA']),
      limits: new Map([
        ['USD', 200],
        ['EUR', 100],
      ]),
      address: { country: 'BA', city: 'Sarajevo' },
    }),
  ).toEqual([])
})

it.each([
  ['name', 'Shop 2'],
  ['brands', new Set(['VISA'])],
  ['limits', new Map([['EUR', 100]])],
  [
    'limits',
    new Map([
      ['EUR', 100],
      ['USD', 201],
    ]),
  ],
  ['address', { city: 'Sarajevo', country: 'HR' }],
  ['origins', ['https://b.example', 'https://a.example']],
  ['note', 'closed'],
  ['note', undefined],
])('records differ by %s alone when that is %o', (name, value) => {
  expect(listDifferences(TERMINAL, { ...TERMINAL, [name]: value })).toEqual([name])
})
