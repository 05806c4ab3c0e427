import type { Operations } from '@sluice/types'
import { describe, expect, it } from 'vitest'

import { moneyStateOf, netMinor, signedAmount } from './money-state.ts'

const TAKEN: Operations = {
  authorized_amount: 1_000,
  approved_amount: 1_000,
  captured_amount: 1_000,
  refunded_amount: 0,
  voided_amount: 0,
  open_amount: 0,
  final_capture: false,
}

function payment(changes: Partial<Operations>, type: 'PURCHASE' | 'AUTHORIZE' = 'PURCHASE') {
  return {
    status: 'APPROVED',
    transaction_type: type,
    data: { operations: { ...TAKEN, ...changes } },
  } as unknown as Parameters<typeof moneyStateOf>[0]
}

describe('the money of a payment', () => {
  it.each([
    ['nothing more than approved', {}, null, 1_000],
    ['partly refunded', { refunded_amount: 400 }, 'PARTLY_REFUNDED', 600],
    ['refunded', { refunded_amount: 1_000 }, 'REFUNDED', 0],
    ['as it was when the refund failed', { refunded_amount: 400, refund_failed_amount: 400 }, null, 1_000],
    [
      'disputed, which matters more than a refund',
      { refunded_amount: 400, disputed_amount: 600 },
      'DISPUTED',
      0,
    ],
    ['nothing after a capture that failed', { capture_failed_amount: 1_000 }, 'CAPTURE_FAILED', 0],
    ['returned', { returned_amount: 1_000 }, 'RETURNED', 0],
    ['voided', { captured_amount: 0, voided_amount: 1_000 }, 'VOIDED', 0],
  ] as const)('is %s', (_, changes, state, net) => {
    expect([moneyStateOf(payment(changes)), netMinor(payment(changes))]).toEqual([state, net])
  })

  it.each([
    ['not captured yet', { captured_amount: 0, open_amount: 1_000 }, null],
    ['captured in part', { captured_amount: 400, open_amount: 600 }, 'PARTLY_CAPTURED'],
    ['captured', {}, 'CAPTURED'],
  ] as const)('of an authorization is %s', (_, changes, state) => {
    expect(moneyStateOf(payment(changes, 'AUTHORIZE'))).toBe(state)
  })

  it('has no state before the payment is approved', () => {
    expect(moneyStateOf({ ...payment({}), status: 'PENDING' })).toBeNull()
    expect(netMinor({ ...payment({}), status: 'DECLINED' })).toBeNull()
  })

  it.each([
    ['REFUND', -500],
    ['PAYOUT', -500],
    ['PURCHASE', 500],
    ['CAPTURE', 500],
  ] as const)('of a %s of 500 is %i in a column', (transaction_type, shown) => {
    expect(signedAmount({ transaction_type, amount: 500 })).toBe(shown)
  })
})
