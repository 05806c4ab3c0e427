import { expect, it } from 'vitest'

import { findAmountRefusal } from './amount-limits.ts'

const LIMITS = new Map([['EUR', { minMinor: 50, maxMinor: 1_000 }]] as const)

const refused = (message: string) => ({ processingCode: '2011', property: 'amount', message })

it.each([
  [49, 'EUR', refused('the payment provider takes at least 50 EUR in minor units')],
  [50, 'EUR', null],
  [1_000, 'EUR', null],
  [1_001, 'EUR', refused('the payment provider takes at most 1000 EUR in minor units')],
  [1, 'SEK', null],
])('%s %s: %j', (amountMinor, currency, expected) => {
  expect(findAmountRefusal([LIMITS], { amountMinor, currency })).toEqual(expected)
})
