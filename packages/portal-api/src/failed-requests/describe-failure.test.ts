import { expect, it } from 'vitest'

import { describeFailure } from './describe-failure.ts'

const errors = (...items: readonly (readonly [string, string])[]) => ({
  errors: items.map(([property, message]) => ({ property, message, params: [property, 'what was given'] })),
  method: 'POST',
  status: 422,
})

it('keeps the member and the sentence of each problem', () => {
  expect(describeFailure(errors(['amount', 'is required'], ['payment_method.type', 'is required']))).toEqual([
    { property: 'amount', message: 'is required' },
    { property: 'payment_method.type', message: 'is required' },
  ])
})

it.each([
  ['Idempotency-Key', 'Idempotency-Key'],
  ['terminals.12.id', 'terminals.*.id'],
  ['three_ds.address1', 'three_ds.address1'],
  ['4242424242424242', '[hidden]'],
  ['metadata.4242 4242 4242 4242', '[hidden]'],
  ['metadata.ada@shop.example', '[hidden]'],
  ['cvv123', '[hidden]'],
  ['a'.repeat(200), '[hidden]'],
])('the member %s is kept as %s', (given, kept) => {
  expect(describeFailure(errors([given, 'is not a documented field']))).toEqual([
    { property: kept, message: 'is not a documented field' },
  ])
})

it.each([
  ['must not exceed 1250', 'must not exceed N'],
  ['length must be at most 50', 'length must be at most 50'],
  ['4242424242424242 is no amount', 'N is no amount'],
])('the sentence "%s" is kept as "%s"', (given, kept) => {
  expect(describeFailure(errors(['amount', given]))[0]?.message).toBe(kept)
})

it('treats elements of a list that break the same rule as one, and stores five problems at most', () => {
  const list = errors(['items.0.name', 'is required'], ['items.1.name', 'is required'])
  expect(describeFailure(list)).toEqual([{ property: 'items.*.name', message: 'is required' }])
  const many = Array.from({ length: 9 }, (_, index) => [`member_${index}`, 'is required'] as const)
  expect(describeFailure(errors(...many))).toHaveLength(5)
})

it.each([
  [{ error: 'Conflict', message: 'the payment is pending' }, 'the payment is pending'],
  [{ error: 'Forbidden' }, null],
  [null, null],
  ['text', null],
  [{ errors: [] }, null],
])('the response %j keeps the general message', (body, message) => {
  expect(describeFailure(body)).toEqual([{ property: null, message }])
})
