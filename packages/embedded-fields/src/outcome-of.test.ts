import { expect, it } from 'vitest'
import { outcomeOf } from './outcome-of.ts'
import { PaymentFailedError } from './pay.ts'

it.each([
  [{ status: 'APPROVED' }, 'paid-hint'],
  [{ status: 'PENDING' }, 'follow'],
  [{ status: 'DECLINED' }, 'declined'],
  [{ status: 'DECLINED', correctable: true }, 'correct'],
  [{ status: 'CANCELED' }, 'declined'],
  [{ status: 'SESSION_EXPIRED' }, 'declined'],
  [{ status: 'INVALID' }, 'correct'],
  [{ status: 'SOMETHING_NEW' }, 'follow'],
] as const)('the response %j is %s', (response, outcome) => {
  expect(outcomeOf(response, null)).toBe(outcome)
})

it.each([
  ['validation_failed', 'correct'],
  ['network_error', 'correct'],
  ['amount_changed', 'correct'],
  ['request_refused', 'correct'],
  ['outcome_unknown', 'follow'],
  ['session_finished', 'follow'],
  ['session_expired', 'follow'],
  ['session_not_found', 'follow'],
  ['frame_removed', 'follow'],
  ['destroyed', 'follow'],
] as const)('the error %s is %s', (code, outcome) => {
  expect(outcomeOf(null, { code, message: 'x' })).toBe(outcome)
  expect(outcomeOf(null, new PaymentFailedError({ code, message: 'x' }))).toBe(outcome)
})

it('an error without a code means that nothing was paid', () => {
  expect(outcomeOf(null, new TypeError('no such element'))).toBe('correct')
})
