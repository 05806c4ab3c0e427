import { expect, it } from 'vitest'
import { countInstallments } from './count-installments.ts'

const installments = [
  { payment_method_types: ['card', 'saved_card'], brands: ['VISA'], min_count: 2, max_count: 4 },
  { payment_method_types: ['card'], brands: ['VISA', 'MASTERCARD'], min_count: 4, max_count: 6 },
]

it.each([
  ['a brand of two plans', 'card', 'VISA', [2, 3, 4, 5, 6]],
  ['a brand of one plan', 'card', 'MASTERCARD', [4, 5, 6]],
  ['a brand of no plan', 'card', 'AMEX', []],
  ['a brand that is not known yet', 'card', null, [2, 3, 4, 5, 6]],
  ['a saved card', 'saved_card', 'VISA', [2, 3, 4]],
  ['a saved card of another brand', 'saved_card', 'MASTERCARD', []],
] as const)('counts the installments of %s', (_, type, brand, counts) => {
  expect(countInstallments(installments, { type, brand })).toEqual(counts)
})

it('counts no installments for a session without them', () => {
  expect(countInstallments(undefined, { type: 'card', brand: 'VISA' })).toEqual([])
})
