import { expect, it } from 'vitest'

import type { LimitsByCurrency } from '../../method-catalogue/index.ts'
import { findAmountRefusal } from './amount-limits.ts'

const LIMITS: LimitsByCurrency = new Map([
  ['EUR', { minMinor: 50, maxMinor: 1_000 }],
  ['IDR', { minMinor: 1, maxMinor: 100_000, stepMinor: 100 }],
])

const refused = (message: string) => ({ processingCode: '2011', property: 'amount', message })

it.each([
  [49, 'EUR', refused('the payment provider takes at least 50 EUR in minor units')],
  [50, 'EUR', null],
  [1_000, 'EUR', null],
  [1_001, 'EUR', refused('the payment provider takes at most 1000 EUR in minor units')],
  [1, 'SEK', null],
  [200, 'IDR', null],
  [201, 'IDR', refused('the payment provider takes multiples of 100 IDR in minor units')],
])('%s %s: %j', (amountMinor, currency, expected) => {
  expect(findAmountRefusal([LIMITS], { amountMinor, currency })).toEqual(expected)
})
