/** Tests every connection fault at every call to a provider and every step of a payment: money moves once, or not at all. */
import type { Envelope, Transaction } from '@sluice/types'
import type { ManageType } from '@sluice/types/vocabulary'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import {
  CALL_KINDS,
  type CallDeclaration,
  type CallKind,
  mapCalls,
  PREPARED_KINDS,
} from '../src/transactions/execution/declarations.ts'
import { describeAtBothGateways } from './both-gateways.ts'
import { idOf, paymentRequest, payoutRequest } from './elsewhere.ts'
import { FaultyLine, LINE_FAULTS, type LineFault, type PortCall } from './faulty-line.ts'
import { expectMoneyToAddUp } from './money-invariant.ts'
import { FakeOperator } from './fake-operator.ts'
import type { TestGateway } from './test-gateway.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** After this time the gateway no longer waits for a page, and has made the last check of abandoned orders. */
const OVER_MS = 3 * 60 * MINUTE_MS

interface Step {
  readonly name: string
  readonly call: PortCall
  /** The fault that causes the call, if the call is made only after one. */
  readonly before?: Readonly<Partial<Record<PortCall, LineFault>>>
  /** Creates the data that exists before the faults. */
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
  (transaction_type: ManageType) =>
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
  { name: 'an increment', call: 'operate', prepare: payBefore('AUTHORIZE'), send: manage('INCREMENT') },
  { name: 'an extension', call: 'operate', prepare: payBefore('AUTHORIZE'), send: manage('EXTEND') },
  { name: 'an order', call: 'order', send: order() },
  { name: 'a payout', call: 'order', send: payOut },
]

/** The requests whose outcome a provider can report. */
const REPORTED = new Set(['a refund', 'an order', 'a payout'])

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

/** The calls that can be prepared, their preparations, and the fences that cancel what was prepared. */
const PREPARED: readonly Step[] = [
  { name: 'the preparation of a purchase', call: 'prepare', send: pay('PURCHASE') },
  { name: 'the preparation of an order', call: 'prepare', send: order() },
  ...REQUESTED.filter(({ name }) => ['a purchase', 'an authorization', 'an order'].includes(name)),
  ...FENCING.filter(({ before }) => before?.authorize !== undefined),
]

const STEPS = [...REQUESTED, ...RECOVERING, ...FENCING, WITHDRAWING]

const operators = ['sim-a', 'sim-payments', 'sim-payouts'].map((id) => new FakeOperator(id))
const lines = operators.map((operator) => new FaultyLine(operator))

describeAtBothGateways(
  'a connection that loses, delays or repeats messages, or delivers them too late',
  (current) => {
    afterEach(() => expectMoneyToAddUp((query) => current().gateway.books.query(query)))

    describe.each(STEPS)('at $name', (step) => {
      it.each(LINE_FAULTS)('%s', async (fault) => {
        const { status, moved } = await meet(current().gateway, step, fault)
        expect({ status, moved }).toEqual({ status, moved: status === 'APPROVED' ? 1 : 0 })
        expect(status).not.toBe('PENDING')
      })
    })

    describe('at a provider without fences', () => {
      beforeAll(() => declare({ fence: 'none' }))
      afterAll(() => declare({ fence: 'native' }))

      describe.each(REQUESTED)('$name', (step) => {
        it.each(['REQUEST_LOST', 'ANSWER_LOST', 'ARRIVES_LATE'] as const)('%s', async (fault) => {
          const { gateway } = current()
          const { id, status, moved } = await meet(gateway, step, fault)
          // A request that did not arrive in time may still arrive at any time: only manual resolution may end it.
          expect({ status, moved }).toEqual({ status, moved: status === 'APPROVED' ? 1 : 0 })
          expect(status).toBe(moved === 1 ? 'APPROVED' : 'PENDING')
          await passTime(gateway, DAY_MS)
          const [attempt] = await gateway.books.of('attempts', id)
          expect(attempt?.['status']).toBe(moved === 1 ? 'ENDED' : 'NEEDS_DECISION')
        })
      })
    })

    describe('at a provider that cancels what it prepared', () => {
      beforeAll(() => declare({ fence: 'cancel-prepared' }, PREPARED_KINDS))
      afterAll(() => declare({ fence: 'native' }))

      describe.each(PREPARED)('at $name', (step) => {
        it.each(LINE_FAULTS)('%s', async (fault) => {
          const { status, moved } = await meet(current().gateway, step, fault)
          expect({ status, moved }).toEqual({ status, moved: status === 'APPROVED' ? 1 : 0 })
          expect(status).not.toBe('PENDING')
        })
      })
    })

    describe('at a provider that only reports', () => {
      beforeAll(() => declare({ fence: 'none', lookup: 'events-only' }))
      afterAll(() => declare({ fence: 'native', lookup: 'by-our-key' }))

      describe.each(REQUESTED.filter(({ name }) => REPORTED.has(name)))('$name', (step) => {
        it.each(['REQUEST_LOST', 'ANSWER_LOST', 'ARRIVES_LATE'] as const)(
          '%s leaves it to a person, and asks nothing',
          async (fault) => {
            const { gateway } = current()
            const asked = lines.map(({ questions }) => questions)
            const { id, status } = await meet(gateway, step, fault)
            expect(status).toBe('PENDING')
            await passTime(gateway, DAY_MS)
            const [attempt] = await gateway.books.of('attempts', id)
            expect(attempt?.['status']).toBe('NEEDS_DECISION')
            expect(lines.map(({ questions }) => questions)).toEqual(asked)
          },
        )
      })
    })
  },
  { adapters: { providers: new Map(lines.map((line) => [line.id, line])) } },
)

/** Changes the declarations of all providers for these kinds of calls. */
function declare(changes: Partial<CallDeclaration>, kinds: readonly CallKind[] = CALL_KINDS): void {
  for (const operator of operators) {
    const { capabilities } = operator
    const calls = mapCalls((kind) => ({ ...capabilities.calls[kind], ...(kinds.includes(kind) && changes) }))
    operator.capabilities = { ...capabilities, calls }
  }
}

/** Runs a step with a fault, and advances the clock by hours. Returns how it ended, and how often money was moved. */
async function meet(gateway: TestGateway, { call, before = {}, prepare, send }: Step, fault: LineFault) {
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
  const made = id ?? ''
  const { status } = await gateway.status(made)
  const here = operators.reduce((sum, operator) => sum + operator.countMoved(made), 0)
  // A payment that could not be prepared is made at the next account, which is simulated.
  const elsewhere = (await gateway.books.of('attempts', made)).filter(
    ({ provider_id, processing_code }) =>
      processing_code === '0000' && operators.every((operator) => operator.id !== provider_id),
  )
  const moved = here + elsewhere.length
  return { id: made, status, moved }
}

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
