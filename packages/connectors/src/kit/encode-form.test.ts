import { Secret } from '@sluice/shared/secret'
import { expect, it } from 'vitest'

import { encodeForm } from './encode-form.ts'

it('encodes nested members, lists and secrets, and omits members without a value', () => {
  const form = encodeForm({
    amount: 100,
    off_session: true,
    card: { number: new Secret('4242424242424242'), cvc: null },
    types: ['card', 'blik'],
    note: 'a&b=c d',
    nothing: undefined,
  })
  expect(decodeURIComponent(form.reveal())).toBe(
    'amount=100&off_session=true&card[number]=4242424242424242&types[0]=card&types[1]=blik&note=a&b=c d',
  )
  expect(form.reveal()).toContain('note=a%26b%3Dc%20d')
})

it('cannot be printed', () => {
  expect(String(encodeForm({ number: new Secret('4242424242424242') }))).toBe('[redacted]')
})
