import { expect, it } from 'vitest'

import { readAmount } from './read-amount.ts'

it.each([
  ['12.50', 'EUR', 1250],
  ['12,5', 'EUR', 1250],
  [' 1 250 ', 'EUR', 125_000],
  ['1\u00a0250,00', 'SEK', 125_000],
  ['1250', 'JPY', 1250],
  ['1,234', 'KWD', 1234],
  ['१२.५०', 'INR', 1250],
  ['١٢٫٥٠', 'EUR', 1250],
  ['１２．５０', 'EUR', 1250],
] as const)('reads %j of %s', (typed, currency, amountMinor) => {
  expect(readAmount(typed, currency)).toBe(amountMinor)
})

it.each([
  ['', 'EUR'],
  ['-5', 'EUR'],
  ['1e3', 'EUR'],
  ['0x10', 'EUR'],
  ['12.505', 'EUR'],
  ['1,250.00', 'EUR'],
  ['1,250', 'EUR'],
  ['1.000', 'EUR'],
  ['1,000', 'JPY'],
  ['10.000', 'JPY'],
  ['1.250,00', 'EUR'],
  ['12.5', 'JPY'],
  ['99999999999999999999', 'EUR'],
  ['five', 'EUR'],
  [`${'0'.repeat(36)}12.50`, 'EUR'],
] as const)('refuses %j of %s', (typed, currency) => {
  expect(readAmount(typed, currency)).toBeNull()
})
