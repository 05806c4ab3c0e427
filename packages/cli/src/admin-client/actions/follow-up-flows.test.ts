import { describe, expect, it } from 'vitest'

import { amountOf, FOLLOW_UP_FLOWS } from './follow-up-flows.ts'

const NOTHING = {
  authorized_amount: 1000,
  captured_amount: 0,
  refunded_amount: 0,
  voided_amount: 0,
  open_amount: 0,
  final_capture: false,
}

describe('the amount of a flow', () => {
  it.each([
    ['capture', 'AUTHORIZE', { open_amount: 1000 }, 1000],
    ['capture', 'PURCHASE', { captured_amount: 1000 }, null],
    ['partial-capture', 'AUTHORIZE', { open_amount: 333, captured_amount: 667 }, 167],
    ['partial-capture', 'AUTHORIZE', { open_amount: 1 }, 1],
    ['refund', 'PURCHASE', { captured_amount: 1000, refunded_amount: 400 }, 600],
    ['refund', 'CAPTURE', { captured_amount: 1000 }, 1000],
    ['refund', 'AUTHORIZE', { captured_amount: 1000 }, null],
    ['partial-refund', 'PURCHASE', { captured_amount: 1000 }, 500],
    ['void', 'AUTHORIZE', { open_amount: 400, captured_amount: 600 }, 400],
    ['increment', 'AUTHORIZE', { open_amount: 1000 }, 500],
    ['increment', 'PURCHASE', { captured_amount: 1000 }, null],
    ['extend', 'AUTHORIZE', { open_amount: 400, captured_amount: 600 }, 400],
    ['void', 'PURCHASE', { captured_amount: 1000 }, 1000],
    ['void', 'PURCHASE', { captured_amount: 1000, refunded_amount: 1 }, null],
  ] as const)('%s of a payment of type %s with %j is %s', (name, type, money, amount) => {
    const flow = FOLLOW_UP_FLOWS[name]
    if (flow === undefined) throw new Error(`no flow ${name}`)
    const payment = { transaction_type: type, data: { operations: { ...NOTHING, ...money } } }
    expect(amountOf(flow, payment)).toBe(amount)
  })

  it('is null for a payment that was never approved', () => {
    for (const flow of Object.values(FOLLOW_UP_FLOWS))
      expect(amountOf(flow, { transaction_type: 'PURCHASE', data: null })).toBeNull()
  })
})
