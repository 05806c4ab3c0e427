import { describe, expect, it } from 'vitest'
import { judgeSession, judgeTransaction, type Order } from './order.ts'

const TERMINAL_ID = 'T00000000001'
const order: Order = {
  id: 'o',
  reference: 'order-1',
  amountMinor: 1_850,
  currency: 'EUR',
  sessionId: 's',
  state: 'OPEN',
}
const paid = {
  reference: 'order-1',
  amount: 1_850,
  currency: 'EUR',
  terminal_id: TERMINAL_ID,
  status: 'APPROVED',
} as const

describe('a transaction', () => {
  it.each([
    ['CREATED', 'OPEN'],
    ['PENDING', 'OPEN'],
    ['APPROVED', 'PAID'],
    ['DECLINED', 'FAILED'],
    ['CANCELED', 'FAILED'],
    ['SESSION_EXPIRED', 'FAILED'],
    // The form was refused, and the customer may correct it.
    ['INVALID', 'OPEN'],
    ['YOUNGER_THAN_US', 'OPEN'],
  ])('that is %s leaves the order %s', (status, state) => {
    expect(judgeTransaction(order, TERMINAL_ID, { ...paid, status: status as 'APPROVED' })).toBe(state)
  })

  it.each([{ reference: 'order-2' }, { amount: 1 }, { currency: 'SEK' }, { terminal_id: 'T00000000002' }])(
    'is none of this order’s with %j',
    (change) => {
      expect(judgeTransaction(order, TERMINAL_ID, { ...paid, ...change })).toBe('MISMATCH')
    },
  )
})

it('a page alone pays nothing', () => {
  expect(judgeSession('APPROVED')).toBe('OPEN')
  expect(judgeSession('CANCELED')).toBe('FAILED')
})
