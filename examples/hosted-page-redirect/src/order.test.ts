import { describe, expect, it } from 'vitest'
import { changeByTransaction, type Order, stateBySession } from './order.ts'

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
  transaction_type: 'PURCHASE',
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
  ])('a transaction that is %s leaves the order %s', (status, state) => {
    expect(changeByTransaction(order, TERMINAL_ID, { ...paid, status })).toBe(state)
  })

  it('a transaction of the type PAYMENT pays the order: the customer chose a bank, a wallet or a code', () => {
    expect(changeByTransaction(order, TERMINAL_ID, { ...paid, transaction_type: 'PAYMENT' })).toBe('PAID')
  })

  it.each([
    ['REFUND', 'UNCHANGED'],
    ['VOID', 'UNCHANGED'],
    ['CAPTURE', 'UNCHANGED'],
    ['PAYOUT', 'UNCHANGED'],
    ['AUTHORIZE', 'MISMATCH'],
    ['YOUNGER_THAN_US', 'UNCHANGED'],
  ])('a transaction of the type %s does not pay an order, approved or not', (transaction_type, change) => {
    expect(changeByTransaction(order, TERMINAL_ID, { ...paid, transaction_type })).toBe(change)
  })

  it.each([{ reference: 'order-2' }, { amount: 1 }, { currency: 'SEK' }, { terminal_id: 'T00000000002' }])(
    'does not belong to this order with %j',
    (difference) => {
      expect(changeByTransaction(order, TERMINAL_ID, { ...paid, ...difference })).toBe('MISMATCH')
    },
  )
})

it('the outcome of a session alone does not pay the order', () => {
  expect(stateBySession('APPROVED')).toBe('OPEN')
  expect(stateBySession('CANCELED')).toBe('FAILED')
})
