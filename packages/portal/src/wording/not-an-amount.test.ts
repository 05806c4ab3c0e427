import { expect, it } from 'vitest'

import { readAmount } from '../payments/read-amount.ts'
import { notAnAmount } from './not-an-amount.ts'

it.each([
  ['EUR', '12.50'],
  ['JPY', '1250'],
  ['KWD', '1.250'],
])('gives an amount in %s that may be typed: %s', (currency, example) => {
  expect(notAnAmount(currency)).toBe(`Enter an amount in ${currency}, such as ${example}.`)
  expect(readAmount(example, currency)).toBe(1250)
})
