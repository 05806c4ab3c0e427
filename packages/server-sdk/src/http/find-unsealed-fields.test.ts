import { expect, it } from 'vitest'

import { findUnsealedFields } from './find-unsealed-fields.ts'

const find = (data: unknown) => findUnsealedFields({ payment_method: { data } })

it('a member that is called encrypted and is too short for that is not sent', () => {
  const property = 'payment_method.data.encrypted_card_number'
  expect(find({ encrypted_card_number: '4242424242424242', card_holder: 'Ana' })).toEqual([
    { property, message: 'is not sealed: use encryptCard', params: [property] },
  ])
  expect(find({ encrypted_card_number: 'a'.repeat(115), encrypted_cvv: '123' })).toHaveLength(2)
})

it.each([
  ['sealed fields', { encrypted_card_number: 'a'.repeat(116) }],
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
