import { expect, it } from 'vitest'

import { findUnsealedFields } from './find-unsealed-fields.ts'

const find = (data: unknown) => findUnsealedFields({ payment_method: { data } })

it('refuses plain digits in a member that is called encrypted', () => {
  const property = 'payment_method.data.encrypted_card_number'
  expect(find({ encrypted_card_number: '4242424242424242', card_holder: 'Ana' })).toEqual([
    { property, message: 'is not sealed: use client.encryptCard(card)', params: [property] },
  ])
  const plain = {
    encrypted_card_number: '4242 4242-4242 4242',
    encrypted_cvv: '123',
    encrypted_expiration_month: '12',
    encrypted_expiration_year: '2030',
  }
  expect(find(plain)).toHaveLength(4)
})

it('explains once how a plain card is sealed, whatever its members are called', () => {
  for (const data of [
    { number: '4242424242424242', cvv: '123' },
    { card_number: '4242424242424242', cvc: '123' },
  ])
    expect(findUnsealedFields({ payment_method: { type: 'card', data } })).toEqual([
      {
        property: 'payment_method.data',
        message: 'is not sealed: use client.encryptCard(card)',
        params: ['payment_method.data'],
      },
    ])
  expect(findUnsealedFields({ payment_method: { type: 'gwallet-pay', data: { cvc: '' } } })).toEqual([])
})

it.each([
  ['fields of a Sluice gateway', { encrypted_card_number: 'a'.repeat(116) }],
  ['short fields of another deployment', { encrypted_cvv: 'q83vEjRWeJA=' }],
  ['long runs of digits, which no card has', { encrypted_cvv: '7'.repeat(300) }],
  ['an empty field, which the contract refuses', { encrypted_cvv: '' }],
  ['a field that is no text, which the contract refuses', { encrypted_cvv: 123 }],
  ['fields of another name', { card_number_encrypted_: '4242', reference: 'x' }],
  ['no data', null],
  ['data that is no object', 'encrypted_'],
])('%s are sent', (_, data) => {
  expect(find(data)).toEqual([])
})

it.each([undefined, null, {}, { payment_method: null }, { payment_method: {} }])(
  'a body of %j has no such field',
  (body) => {
    expect(findUnsealedFields(body)).toEqual([])
  },
)
