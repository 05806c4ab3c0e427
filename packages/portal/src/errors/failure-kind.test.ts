import { expect, it } from 'vitest'

import { addressOfKind, type FailureKind, readKind, describeKind } from './failure-kind.ts'

const KINDS: readonly FailureKind[] = [
  { endpoint: 'authorize', status: 422, property: 'payment_method.data', message: 'is required' },
  { endpoint: 'getStatus', status: 404, property: null, message: null },
  { endpoint: 'manage', status: 409, property: null, message: 'A & B = C?' },
]

it.each(KINDS)('the address of %j names the same kind', (kind) => {
  const { searchParams } = new URL(addressOfKind(kind, 'next'), 'http://portal.localhost')
  expect(readKind(searchParams)).toEqual(kind)
  expect(searchParams.get('cursor')).toBe('next')
})

it('an address without a kind names all kinds', () => {
  expect(readKind(new URLSearchParams())).toBeNull()
})

it('explains the error and the fix, also for a status without its own text', () => {
  expect(
    describeKind({ endpoint: 'authorize', status: 422, property: 'amount', message: 'is required' }),
  ).toEqual({
    title: 'Validation failed',
    detail: 'amount is required',
    advice: expect.stringContaining('Fix the member'),
  })
  expect(describeKind({ endpoint: 'authorize', status: 418, property: null, message: null })).toMatchObject({
    title: 'Rejected',
    detail: null,
  })
  expect(
    describeKind({
      endpoint: 'authorize',
      status: 422,
      property: '[hidden]',
      message: 'is not a documented field',
    }).detail,
  ).toBe('an unknown member is not a documented field')
})
