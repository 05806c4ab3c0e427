import { expect, it } from 'vitest'

import { fieldsOf, PLAIN_CARD, presenceOf } from './form-plan.ts'

const SAVED = {
  component: 'saved-card',
  paymentMethodId: 'pm_1',
  savedCard: { maskedPan: '424242******4242', expirationDate: '1230', cardBrand: 'VISA' },
} as const

it('a form asks for the card, and for what else its plan shows', () => {
  expect(fieldsOf(PLAIN_CARD)).toEqual(['number', 'expiry', 'cvv'])
  const named = { ...PLAIN_CARD, holderName: 'required', holderEmail: 'optional' } as const
  expect(new Set(fieldsOf(named))).toEqual(new Set(['number', 'expiry', 'cvv', 'holderName', 'holderEmail']))
  expect(presenceOf(named, 'holderName')).toBe('required')
  expect(presenceOf(named, 'holderEmail')).toBe('optional')
  expect(presenceOf(named, 'number')).toBe('required')
})

it('a form of a saved card asks for its security code alone', () => {
  expect(fieldsOf(SAVED)).toEqual(['cvv'])
  expect(presenceOf(SAVED, 'cvv')).toBe('required')
  expect(presenceOf(SAVED, 'number')).toBe('hidden')
})
