/** Tests every connection fault at every call to a provider and every step of a payment: money moves once, or not at all. */
import type { Envelope, Transaction } from '@sluice/types'
import { afterEach, describe, expect, it } from 'vitest'

import { describeAtBothGateways } from './both-gateways.ts'
import { idOf, paymentRequest, payoutRequest } from './elsewhere.ts'
import { FaultyLine, LINE_FAULTS, type LineFault, type PortCall } from './faulty-line.ts'
import { expectMoneyToAddUp } from './money-invariant.ts'
import { OperatorAtWill } from './operator-at-will.ts'
import type { TestGateway } from './test-gateway.ts'

const MINUTE_MS = 60_000
/** After this time the gateway no longer waits for a page, and has made the last check of abandoned orders. */
const OVER_MS = 3 * 60 * MINUTE_MS

interface Step {
  readonly name: string
  readonly call: PortCall
  /** The fault that causes the call, if the call is made only after one. */
  readonly before?: Readonly<Partial<Record<PortCall, LineFault>>>
  /** Creates what exists before the faults. */
  readonly prepare?: (gateway: TestGateway) => Promise<Transaction>
  readonly send: (gateway: TestGateway, prepared: Transaction | null) => Promise<string>
}

const pay =
  (transaction_type: 'PURCHASE' | 'AUTHORIZE') =>
  async (gateway: TestGateway): Promise<string> =>
    idOf(await gateway.authorize({ flow: 'NO_3DS', body: { transaction_type } }))

const payBefore =
  (transaction_type: 'PURCHASE' | 'AUTHORIZE') =>
  async (gateway: TestGateway): Promise<Transaction> =>
    gateway.status(await pay(transaction_type)(gateway))

const manage =
  (transaction_type: 'CAPTURE' | 'REFUND' | 'VOID') =>
  async (gateway: TestGateway, parent: Transaction | null): Promise<string> => {
    if (parent === null) throw new Error('nothing to manage')
    const { terminal_id, currency, reference, amount } = parent
    const request = { terminal_id, currency, reference, amount, transaction_type }
    return (await gateway.post<Transaction>('/api/transactions/manage', request)).id
  }

const order =
  (metadata: Readonly<Record<string, string>> = {}) =>
  async (gateway: TestGateway): Promise<string> =>
    idOf(await gateway.post<Envelope>('/api/transactions/payment', paymentRequest(gateway, { metadata })))

const payOut = async (gateway: TestGateway): Promise<string> =>
  idOf(await gateway.post<Envelope>('/api/transactions/payout', payoutRequest(gateway, '100000000001')))

/** The calls that a request makes. */
const REQUESTED: readonly Step[] = [
  { name: 'a purchase', call: 'authorize', send: pay('PURCHASE') },
  { name: 'an authorization', call: 'authorize', send: pay('AUTHORIZE') },
  { name: 'a capture', call: 'operate', prepare: payBefore('AUTHORIZE'), send: manage('CAPTURE') },
  { name: 'a refund', call: 'operate', prepare: payBefore('PURCHASE'), send: manage('REFUND') },
  { name: 'a void', call: 'operate', prepare: payBefore('AUTHORIZE'), send: manage('VOID') },
  { name: 'an order', call: 'order', send: order() },
  { name: 'a payout', call: 'order', send: payOut },
]

const LOST = ['REQUEST_LOST', 'ANSWER_LOST'] as const

/** The calls that find out the outcome of another call, each after each fault of that call. */
const RECOVERING: readonly Step[] = LOST.flatMap((lost): readonly Step[] => [
  {
    name: `the status query of a purchase (${lost})`,
    call: 'findOutcome',
    before: { authorize: lost },
    send: pay('PURCHASE'),
  },
  {
    name: `the status query of an order (${lost})`,
    call: 'findOutcome',
    before: { order: lost },
    send: order(),
  },
  {
    name: `the status query of a refund (${lost})`,
    call: 'findOutcome',
    before: { operate: lost },
    prepare: payBefore('PURCHASE'),
    send: manage('REFUND'),
  },
])

const FENCING: readonly Step[] = (['REQUEST_LOST', 'ARRIVES_LATE'] as const).flatMap((lost) => [
  {
    name: `the fence of a purchase (${lost})`,
    call: 'fence',
    before: { authorize: lost },
    send: pay('PURCHASE'),
  },
  { name: `the fence of a payout (${lost})`, call: 'fence', before: { order: lost }, send: payOut },
])

/** The shopper never returns from the provider's page. */
const WITHDRAWING: Step = {
  name: 'the withdrawal of an order',
  call: 'cancelOrder',
  send: order({ mood: 'WAITS' }),
}

const STEPS = [...REQUESTED, ...RECOVERING, ...FENCING, WITHDRAWING]

const operators = ['sim-a', 'sim-payments', 'sim-payouts'].map((id) => new OperatorAtWill(id))
const lines = operators.map((operator) => new FaultyLine(operator))

describeAtBothGateways(
  'a connection that loses, delays or repeats messages, or delivers them too late',
  (current) => {
    afterEach(() => expectMoneyToAddUp((query) => current().gateway.books.query(query)))

    describe.each(STEPS)('at $name', ({ call, before = {}, prepare, send }) => {
      it.each(LINE_FAULTS)('%s', async (fault) => {
        const { gateway } = current()
        // Each run advances the clock by hours, so the token has expired.
        gateway.forgetToken()
        const prepared = (await prepare?.(gateway)) ?? null
        for (const line of lines) line.plan({ ...before, [call]: fault })

        let id: string | null = null
        const sent = send(gateway, prepared).then((made) => {
          id = made
        })
        await expect.poll(() => id !== null || lines.some(({ isFrozen }) => isFrozen)).toBe(true)
        await passTime(gateway, 3 * MINUTE_MS)
        for (const line of lines) {
          line.thaw()
          await line.deliverLate()
        }
        await sent
        await passTime(gateway, 20 * MINUTE_MS)
        await passTime(gateway, OVER_MS)
        for (const line of lines) await line.deliverLate()

        const [line] = lines.filter(({ unmet }) => unmet.length === 0)
        expect(line?.id, 'the payment used one connection, and every planned fault occurred').toBeDefined()
        const { status } = await gateway.status(id ?? '')
        const moved = operators.reduce((sum, operator) => sum + operator.countMoved(id ?? ''), 0)
        expect({ status, moved }).toEqual({ status, moved: status === 'APPROVED' ? 1 : 0 })
        expect(status).not.toBe('PENDING')
      })
    })
  },
  { adapters: { providers: new Map(lines.map((line) => [line.id, line])) } },
)

/** Runs the jobs that are due. A job that freezes continues after its lease has expired. */
async function passTime(gateway: TestGateway, ms: number): Promise<void> {
  const round = gateway.advanceRealTime(ms)
  const frozen = new Promise<'frozen'>((resolve) => {
    for (const line of lines) line.onFreeze = () => resolve('frozen')
  })
  if ((await Promise.race([round, frozen])) !== 'frozen') return
  gateway.advanceClock(5 * MINUTE_MS)
  for (const line of lines) line.thaw()
  await round
}
