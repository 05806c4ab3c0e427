import { expect, it } from 'vitest'
import { expiryText, hasExpired } from './saved-card-expiry.ts'

const card = { card_exp_month: 2, card_exp_year: 2028 }

it('is written as on the card', () => {
  expect(expiryText(card)).toBe('02/28')
})

it('lasts until the month is over everywhere', () => {
  expect(hasExpired(card, Date.UTC(2028, 1, 29, 23, 59))).toBe(false)
  expect(hasExpired(card, Date.UTC(2028, 2, 1, 11, 59))).toBe(false)
  expect(hasExpired(card, Date.UTC(2028, 2, 1, 12))).toBe(true)
})
