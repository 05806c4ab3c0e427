import { expect, it } from 'vitest'

import { describeOutcome } from './describe-outcome.ts'

it.each([
  ['PENDING', 'Pending', 'Waiting for the provider'],
  ['DECLINED', 'Declined, insufficient funds', 'Insufficient funds'],
  ['DECLINED', 'Declined (generic)', ''],
  ['SESSION_EXPIRED', 'Session expired', ''],
  ['INVALID', 'Payment method expired', 'Payment method expired'],
  ['APPROVED', 'Approved', ''],
  ['CREATED', null, ''],
] as const)('below %s, "%s" reads "%s"', (status, response_message, said) => {
  expect(describeOutcome({ id: 'a', status, response_message }, { a: 'provider_outcome' })).toBe(said)
})

it('shows nothing about an unknown reason', () => {
  expect(describeOutcome({ id: 'a', status: 'PENDING', response_message: null }, { a: 'new_reason' })).toBe(
    '',
  )
})
