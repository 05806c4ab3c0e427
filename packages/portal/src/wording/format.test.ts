import { expect, it } from 'vitest'

import { createdAt } from './created-at.ts'
import { formatAmount, sayWord } from './format.ts'

it.each([
  [1250, 'EUR', 'EUR 12.50'],
  [5, 'EUR', 'EUR 0.05'],
  [123_456_789, 'EUR', 'EUR 1,234,567.89'],
  [1000, 'JPY', 'JPY 1,000'],
  [1234, 'KWD', 'KWD 1.234'],
])('%d %s', (amount, currency, text) => {
  expect(formatAmount(amount, currency)).toBe(text)
})

it('reads the time of an id', () => {
  expect(createdAt('01890a5d-ac96-774b-bcce-b302099a8057').toISOString()).toBe('2023-06-30T03:34:18.518Z')
})

it('names a value of the contract', () => {
  expect(sayWord('BANK_CARD')).toBe('Bank card')
})
