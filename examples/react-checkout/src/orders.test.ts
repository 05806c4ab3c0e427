import type { EmbeddedSession, SessionState, Transaction, TransactionStatusAnswer } from '@sluice/server-sdk'
import { expect, it } from 'vitest'
import { createOrders } from './orders.ts'

/** A gateway whose sessions have the state that the test sets. */
async function openShop(members: Partial<Transaction> | null, session = 'CREATED') {
  const references: string[] = []
  const orders = createOrders({
    gateway: {
      sessions: {
        create: ({ reference }) => {
          references.push(reference)
          return Promise.resolve({ id: `session-${references.length}` } as EmbeddedSession) as never
        },
        get: () => Promise.resolve({ status: session } as SessionState) as never,
      },
      transactions: {
        status: () =>
          Promise.resolve(
            (members
              ? {
                  found: true,
                  transaction: {
                    reference: references[0],
                    amount: 2_400,
                    currency: 'EUR',
                    terminal_id: 'T00000000001',
                    transaction_type: 'PURCHASE',
                    ...members,
                  },
                }
              : { found: false }) as TransactionStatusAnswer,
          ) as never,
      },
    },
    terminalId: 'T00000000001',
    returnUrl: () => 'https://shop.example/',
  })
  return { orders, order: await orders.create(), references }
}

it.each([
  ['its own approved payment', { status: 'APPROVED' }, 'paid'],
  ['the approved payment of another order', { status: 'APPROVED', reference: 'another' }, 'mismatch'],
  ['a payment that is not decided', { status: 'PENDING' }, 'pending'],
  ['data that were refused', { status: 'INVALID' }, 'open'],
  ['no payment', null, 'open'],
] as const)('an order with %s keeps its session', async (_, transaction, outcome) => {
  const { orders, order } = await openShop(transaction)
  expect(await orders.outcome(order)).toBe(outcome)
  expect(await orders.tryAgain(order)).toBe('session-1')
})

it.each([
  ['DECLINED', 'declined'],
  ['CANCELED', 'canceled'],
  ['SESSION_EXPIRED', 'expired'],
] as const)(
  'an order whose payment is %s gets another session, with another reference',
  async (status, outcome) => {
    const shops = [
      await openShop({ status }),
      await openShop(null, status),
      // Mistyped, and left.
      await openShop({ status: 'INVALID' }, status),
    ]
    for (const { orders, order, references } of shops) {
      expect(await orders.outcome(order)).toBe(outcome)
      expect(await orders.tryAgain(order)).toBe('session-2')
      expect(new Set(references).size).toBe(2)
    }
  },
)

it('gives one session to two windows that try again at once', async () => {
  const { orders, order } = await openShop({ status: 'DECLINED' })
  const [one, other] = await Promise.all([orders.tryAgain(order), orders.tryAgain(order)])
  expect(one).toBe(other)
})
