import type { Transaction } from '@sluice/server-sdk'
import { describe, expect, it } from 'vitest'
import { TERMINAL_ID, transactionOf } from '../test/stub-gateway.ts'
import { verdictOfSession, verdictOf } from './payment-verdict.ts'
import { createOrder, failAttempt, startNextAttempt } from './orders.ts'
import { PRODUCTS } from './products.ts'

const product = PRODUCTS[0] as NonNullable<(typeof PRODUCTS)[0]>
const order = createOrder({ id: 'id', number: 'TM-1', product, currency: 'EUR' })
const approved = transactionOf({
  reference: 'TM-1',
  terminal_id: TERMINAL_ID,
  currency: 'EUR',
  amount: product.priceMinor,
  description: product.name,
})
const judge = (members: Partial<Transaction>) => verdictOf(order, TERMINAL_ID, { ...approved, ...members })

describe('judging a transaction', () => {
  it.each([
    ['APPROVED', '0000', { kind: 'paid', payment: { transactionId: approved.id, reference: 'TM-1' } }],
    ['DECLINED', '1004', { kind: 'declined', processingCode: '1004' }],
    ['CANCELED', '1003', { kind: 'canceled', processingCode: '1003' }],
    ['SESSION_EXPIRED', '1005', { kind: 'expired', processingCode: '1005' }],
    ['PENDING', '1002', { kind: 'pending' }],
    ['CREATED', null, { kind: 'pending' }],
    ['INVALID', '2001', { kind: 'open' }],
    ['YOUNGER_THAN_THIS_SHOP', '5000', { kind: 'pending' }],
  ])('%s', (status, processing_code, verdict) => {
    expect(judge({ status: status as Transaction['status'], processing_code })).toEqual(verdict)
  })

  it.each([
    ['the reference', { reference: 'TM-2' }, ['reference']],
    ['the amount', { amount: 1 }, ['amount']],
    ['the currency', { currency: 'SEK' as const }, ['currency']],
    ['the terminal', { terminal_id: 'T00000000002' }, ['terminal_id']],
    ['everything', { reference: 'x', amount: 0, terminal_id: 'x' }, ['reference', 'amount', 'terminal_id']],
  ])('refuses an approved one that differs in %s', (_, members, names) => {
    expect(judge(members)).toEqual({ kind: 'mismatch', members: names })
  })

  it('an approved PAYMENT of the same order pays it: the customer chose a bank, a wallet or a code', () => {
    expect(judge({ transaction_type: 'PAYMENT' }).kind).toBe('paid')
  })

  it.each(['REFUND', 'VOID', 'CAPTURE', 'AUTHORIZE', 'PAYOUT'] as const)(
    'an approved %s of the same order pays nothing',
    (transaction_type) => {
      expect(judge({ transaction_type }).kind).not.toBe('paid')
    },
  )

  it('refuses the transaction of an earlier try, which ended without payment', () => {
    const second = startNextAttempt(failAttempt(order, 'declined', '1000'))
    expect(verdictOf(second, TERMINAL_ID, approved)).toEqual({
      kind: 'mismatch',
      members: ['reference'],
    })
  })
})

describe('judging a session without a transaction', () => {
  it.each([
    ['CREATED', 'open'],
    ['PENDING', 'pending'],
    ['APPROVED', 'pending'],
    ['DECLINED', 'declined'],
    ['CANCELED', 'canceled'],
    ['SESSION_EXPIRED', 'expired'],
  ] as const)('%s is %s', (status, kind) => {
    expect(verdictOfSession(status).kind).toBe(kind)
  })
})
