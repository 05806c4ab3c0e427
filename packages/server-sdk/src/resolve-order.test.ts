import { TRANSACTION_EVENTS, TRANSACTION_STATUSES, TRANSACTION_TYPES } from '@sluice/types/vocabulary'
import { describe, expect, it } from 'vitest'
import { transactionPayload } from '../test/webhook-events.ts'
import { type ExpectedPayment, type OrderTransactionType, resolveOrder } from './resolve-order.ts'

const expected: ExpectedPayment = {
  reference: 'order-1001',
  amount: 1850,
  currency: 'EUR',
  terminal_id: 'T00000000001',
  transaction_type: 'PURCHASE',
}

/** The payload that an event of this name carries: the same order, reference and amount, for every operation. */
function payloadOf(name: string) {
  const [type = '', outcome = ''] = name.split(':').slice(2)
  return {
    ...transactionPayload,
    transaction_type: type.toUpperCase(),
    status: outcome.toUpperCase().replace('-', '_'),
  }
}

const SETTLING: Readonly<Record<string, string>> = {
  'transaction-svc:transaction:purchase:approved': 'paid',
  'transaction-svc:transaction:payment:approved': 'paid',
  'transaction-svc:transaction:authorize:approved': 'authorized',
}

const ENDS: Readonly<Record<string, string>> = {
  declined: 'declined',
  canceled: 'canceled',
  'session-expired': 'expired',
  invalid: 'invalid',
}

describe('resolveOrder', () => {
  it.each(TRANSACTION_EVENTS)('%s', (name) => {
    const payload = payloadOf(name)
    const transaction_type = payload.transaction_type as OrderTransactionType
    const [, , type = '', outcome = ''] = name.split(':')
    const isPayment = ['purchase', 'authorize', 'payment'].includes(type)
    const kind = isPayment ? (SETTLING[name] ?? ENDS[outcome]) : 'otherOperation'
    expect(resolveOrder({ ...expected, transaction_type }, payload)).toMatchObject({ kind })
  })

  it('an approved PAYMENT pays the order of a purchase: the customer of its session chose a bank, a wallet or a code', () => {
    expect(resolveOrder(expected, { ...transactionPayload, transaction_type: 'PAYMENT' })).toEqual({
      kind: 'paid',
    })
  })

  it.each(['AUTHORIZE', 'PURCHASE'])(
    'an approved %s does not pay the order of a payment',
    (transaction_type) => {
      const order = { ...expected, transaction_type: 'PAYMENT' } as const
      expect(resolveOrder(order, { ...transactionPayload, transaction_type })).toEqual({
        kind: 'mismatch',
        members: ['transaction_type'],
      })
    },
  )

  it.each(TRANSACTION_TYPES.filter((type) => type !== 'PURCHASE' && type !== 'PAYMENT'))(
    'an approved %s does not pay the order of a purchase',
    (transaction_type) => {
      const { kind } = resolveOrder(expected, { ...transactionPayload, transaction_type })
      expect(['mismatch', 'otherOperation']).toContain(kind)
    },
  )

  it.each([...TRANSACTION_STATUSES, 'YOUNGER_THAN_THIS_PACKAGE', 'constructor'])(
    'a purchase that is %s pays only when it is approved',
    (status) => {
      const { kind } = resolveOrder(expected, { ...transactionPayload, status })
      expect(kind === 'paid').toBe(status === 'APPROVED')
    },
  )

  it.each([
    [{ reference: 'order-1002' }, ['reference']],
    [{ amount: 1 }, ['amount']],
    [{ currency: 'SEK' }, ['currency']],
    [{ terminal_id: 'T00000000002' }, ['terminal_id']],
    [{ transaction_type: 'AUTHORIZE' }, ['transaction_type']],
    [{ reference: 'x', amount: 0 }, ['reference', 'amount']],
  ])('reports which members of %j differ', (change, members) => {
    expect(resolveOrder(expected, { ...transactionPayload, ...change })).toEqual({
      kind: 'mismatch',
      members,
    })
  })
})
