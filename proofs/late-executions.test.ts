/**
 * A request that the provider had not received when it was queried arrives after all: the money that moves is what the
 * gateway reports.
 */
import type { Envelope } from '@sluice/types'
import fc from 'fast-check'
import { expect, it } from 'vitest'

import { describeAtBothGateways } from '../packages/gateway/test/both-gateways.ts'
import { idOf, paymentRequest, payoutRequest } from '../packages/gateway/test/elsewhere.ts'
import { expectMoneyToAddUp } from '../packages/gateway/test/money-invariant.ts'
import { OPERATOR_MOODS, FakeOperator, type OperatorMood } from '../packages/gateway/test/fake-operator.ts'
import type { TestGateway } from '../packages/gateway/test/test-gateway.ts'

const RUNS = Number(process.env['PROOF_RUNS'] ?? 30)
/** A fifth of a second each, alone; the machine may be busy. */
const TIME_LIMIT_MS = 180_000 + RUNS * 3_000
const MINUTE_MS = 60_000
/** The time after which no page is awaited. */
const ORDERS_OVER_MS = 20 * MINUTE_MS

const KINDS = ['purchase', 'authorization', 'payment', 'payout'] as const
type Kind = (typeof KINDS)[number]

interface Payment {
  readonly kind: Kind
  readonly mood: OperatorMood
}

const anyPayment: fc.Arbitrary<Payment> = fc.record({
  kind: fc.constantFrom(...KINDS),
  // Every other is lost on its way.
  mood: fc.oneof(fc.constant('LOST_UNSEEN' as const), fc.constantFrom(...OPERATOR_MOODS)),
})

/**
 * The moment at which a lost message arrives: before the provider is queried about it, between two queries, or after
 * the last.
 */
const anyArrival = fc.constantFrom('before', 'between', 'after')

async function send(gateway: TestGateway, { kind, mood }: Payment): Promise<string> {
  const metadata = { mood }
  switch (kind) {
    case 'purchase':
    case 'authorization': {
      const transaction_type = kind === 'purchase' ? 'PURCHASE' : 'AUTHORIZE'
      return idOf(await gateway.authorize({ flow: 'NO_3DS', metadata, body: { transaction_type } }))
    }
    case 'payment':
      return idOf(
        await gateway.post<Envelope>('/api/transactions/payment', paymentRequest(gateway, { metadata })),
      )
    case 'payout': {
      const request = payoutRequest(gateway, '100000000001', { metadata })
      return idOf(await gateway.post<Envelope>('/api/transactions/payout', request))
    }
  }
}

const operators = ['sim-a', 'sim-payments', 'sim-payouts'].map((id) => new FakeOperator(id))

describeAtBothGateways(
  'authorizations and orders',
  (current) => {
    it(
      'requests that a provider receives late move the money that the gateway reports',
      async () => {
        const { gateway } = current()
        const deliverLate = (): void => {
          for (const operator of operators) operator.deliverLate()
        }
        await fc.assert(
          fc.asyncProperty(
            fc.array(anyPayment, { minLength: 1, maxLength: 4 }),
            anyArrival,
            async (payments, arrival) => {
              // Weeks pass in all these runs.
              gateway.forgetToken()
              const ids = await Promise.all(payments.map((payment) => send(gateway, payment)))
              if (arrival === 'before') deliverLate()
              await gateway.advanceRealTime(3 * MINUTE_MS)
              if (arrival === 'between') deliverLate()
              await gateway.advanceRealTime(ORDERS_OVER_MS)
              deliverLate()
              for (const [place, id] of ids.entries()) {
                const { status } = await gateway.status(id)
                const moved = operators.reduce((sum, operator) => sum + operator.countMoved(id), 0)
                expect(
                  [status !== 'PENDING', status === 'APPROVED', moved],
                  describe(payments[place], status),
                ).toEqual([true, moved === 1, moved === 1 ? 1 : 0])
              }
            },
          ),
          { numRuns: RUNS },
        )
        await expectMoneyToAddUp((query) => gateway.books.query(query))
      },
      TIME_LIMIT_MS,
    )
  },
  { adapters: { providers: new Map(operators.map((operator) => [operator.id, operator])) } },
)

function describe(payment: Payment | undefined, status: string): string {
  return `${payment?.kind} that ${payment?.mood} is ${status}`
}
