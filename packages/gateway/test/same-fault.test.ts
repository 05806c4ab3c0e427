/** Tests that a fault leaves the same log line, metric and state, whatever the payment. */
import type { EmbeddedSession, Envelope, Transaction } from '@sluice/types'
import type { ManageType } from '@sluice/types/vocabulary'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { ThreeDsServer } from '../src/three-ds/index.ts'
import { FakeProvider, payoutRequest, redirectRequest } from './elsewhere.ts'
import { BROWSER_INFO } from './merchant-at-gateway.ts'
import { answerBank, challengeForm, decodeToken, open } from './shopper.ts'
import { createManualClock } from '../../platform/test/manual-clock.ts'
import { startSimulators, type TestSimulators } from './start-simulators.ts'
import { startTestGateway, type TestGateway } from './test-gateway.ts'

/** The provider's answer is lost after it executed the call. */
const LOST_ANSWER = { simulated_fault: 'RESET_AFTER_EXECUTION' } as const

let gateway: TestGateway
let simulators: TestSimulators
const lines: string[] = []
/** The calls of the 3DS server that fail, each once. */
const breaking = new Set<keyof ThreeDsServer>()

/** Accepts orders, and loses its answers to queries about them. */
const slow = new FakeProvider('sim-payments')

const lost = (): Promise<never> => Promise.reject(new Error('lost'))

beforeAll(async () => {
  simulators = await startSimulators()
  const { threeDsServer } = simulators
  gateway = await startTestGateway({
    env: { SLUICE_LOG_LEVEL: 'warn', SLUICE_METRICS_ADDRESS: '127.0.0.1:0' },
    adapters: {
      // The clock stands still, so that a slow machine queries no provider before the test's check.
      clock: createManualClock(Date.now()),
      logDestination: { write: (line) => void lines.push(line) },
      providers: new Map([[slow.id, slow]]),
      threeDsServer: {
        enrol: (request) => (breaking.delete('enrol') ? lost() : threeDsServer.enrol(request)),
        authenticate: (request) =>
          breaking.delete('authenticate') ? lost() : threeDsServer.authenticate(request),
        readChallengeResult: (challenge) =>
          breaking.delete('readChallengeResult') ? lost() : threeDsServer.readChallengeResult(challenge),
      },
    },
  })
})
afterAll(async () => {
  await gateway.close()
  await simulators.close()
})

/** The traces of a fault that operators see. */
async function tracesOf(provider: string, operation: string) {
  const metrics = await (await fetch(gateway.metricsUrl ?? '')).text()
  const labels = `provider="${provider}",operation="${operation}",outcome="unknown"`
  const counted = metrics
    .split('\n')
    .find((line) => line.startsWith(`sluice_provider_call_duration_seconds_count{${labels}}`))
  return {
    logged: lines
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter((line) => line['msg'] === 'a provider returned no outcome')
      .filter((line) => line['provider'] === provider && line['operation'] === operation),
    counted: counted === undefined ? 0 : Number(counted.split(' ').at(-1)),
  }
}

const transactionOf = async ({ result, redirect }: Envelope): Promise<Transaction> =>
  gateway.status(result?.id ?? redirect?.transaction_id ?? '')

async function manage(transactionType: ManageType): Promise<Transaction> {
  const type = transactionType === 'REFUND' || transactionType === 'VOID' ? 'PURCHASE' : 'AUTHORIZE'
  const paid = await gateway.authorize({ flow: 'NO_3DS', body: { transaction_type: type } })
  const { id } = await gateway.post<Transaction>('/api/transactions/manage', {
    terminal_id: gateway.ready.terminal_id,
    transaction_type: transactionType,
    reference: paid.result?.reference,
    amount: paid.result?.amount,
    currency: paid.result?.currency,
    metadata: LOST_ANSWER,
  })
  return gateway.status(id)
}

const redirectTo = async (type: string, changes = {}) =>
  transactionOf(
    await gateway.post<Envelope>(
      '/api/transactions/authorize',
      redirectRequest(gateway, type, { metadata: LOST_ANSWER, ...changes }),
    ),
  )

interface Execution {
  readonly name: string
  /** The label of the metric. */
  readonly operation: string
  readonly move: () => Promise<Transaction>
}

const MOVEMENTS: readonly Execution[] = [
  {
    name: 'purchase',
    operation: 'authorize',
    move: async () =>
      transactionOf(await gateway.authorize({ flow: 'NO_3DS', metadata: { ...LOST_ANSWER } })),
  },
  { name: 'refund', operation: 'refund', move: () => manage('REFUND') },
  { name: 'capture', operation: 'capture', move: () => manage('CAPTURE') },
  { name: 'void', operation: 'void', move: () => manage('VOID') },
  { name: 'increment', operation: 'increment', move: () => manage('INCREMENT') },
  { name: 'extension', operation: 'extend', move: () => manage('EXTEND') },
  {
    name: 'payout',
    operation: 'order',
    move: async () =>
      transactionOf(
        await gateway.post<Envelope>(
          '/api/transactions/payout',
          payoutRequest(gateway, '998877665544', { metadata: LOST_ANSWER }),
        ),
      ),
  },
  {
    name: 'BLIK',
    operation: 'order',
    move: () => redirectTo('partner-blik', { blikCode: '777123' }),
  },
  {
    name: 'redirect',
    operation: 'order',
    move: () => redirectTo('provider-redirect-ali'),
  },
]

describe('a lost answer', () => {
  for (const { name, operation, move } of MOVEMENTS) {
    it(`leaves one trace in a ${name}`, async () => {
      lines.length = 0
      // The provider is not known in advance, so metrics are compared over all of them.
      const before = await countUnknown(operation)
      const transaction = await move()
      expect(transaction).toMatchObject({ status: 'PENDING', processing_code: '1002' })
      const [attempt] = await gateway.books.of('attempts', transaction.id)
      expect(attempt).toMatchObject({ status: 'UNKNOWN', provider_response_code: null })
      expect(Number(attempt?.['due_at']) - gateway.clock.now()).toBe(2_000)
      expect(await countUnknown(operation)).toBe(before + 1)
      const provider = String(transaction.processing_result.payment_provider_id)
      expect((await tracesOf(provider, operation)).logged).toMatchObject([{ transaction_id: transaction.id }])
    })
  }
})

describe('a canceled order', () => {
  it('leaves the same trace if the answer is lost, and stays open', async () => {
    lines.length = 0
    slow.canceled = lost
    const session = await gateway.post<EmbeddedSession>('/api/sessions', gateway.sessionRequest())
    const browse = (tail: string, body?: unknown) =>
      gateway.sendFromBrowser('POST', `/api/client/sessions/${session.id}/${tail}`, body)
    const payment_method = { type: 'payment_wallets', data: {} }
    await browse('payments', { payment_method, browser_info: BROWSER_INFO })
    const canceled = await browse('cancel')
    expect(canceled).toMatchObject({ status: 409, body: { error: 'Conflict', status: 'PENDING' } })
    expect(await gateway.status(session.id)).toMatchObject({ status: 'PENDING', processing_code: '1002' })
    const { counted, logged } = await tracesOf(slow.id, 'cancel')
    expect(counted).toBe(1)
    expect(logged).toHaveLength(1)
  })
})

async function countUnknown(operation: string): Promise<number> {
  const metrics = await (await fetch(gateway.metricsUrl ?? '')).text()
  return metrics
    .split('\n')
    .filter((line) => line.startsWith('sluice_provider_call_duration_seconds_count{'))
    .filter((line) => line.includes(`operation="${operation}",outcome="unknown"`))
    .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
}

const CALLS: readonly (readonly [name: keyof ThreeDsServer, operation: string])[] = [
  ['enrol', 'enrol'],
  ['authenticate', 'authenticate'],
  ['readChallengeResult', 'read-result'],
]

describe('a failing call of the 3DS server', () => {
  for (const [call, operation] of CALLS) {
    it(`leaves one trace: ${operation}`, async () => {
      lines.length = 0
      const { action } = await gateway.authorize({ flow: 'NO_METHOD_CHALLENGE' })
      const token = decodeToken(action?.token ?? '')
      const bank = await open(token.acs_url ?? '', 'iframe', challengeForm(token))
      breaking.add(call)
      if (call === 'readChallengeResult') {
        await answerBank(bank, ['1234'], 'iframe')
        await gateway.completeAuthentication(action?.payment_data ?? '', action?.session_id ?? '', 'Y')
      } else {
        await gateway.authorize({ flow: 'NO_METHOD_FRICTIONLESS' })
      }
      const { counted, logged } = await tracesOf('3ds-server', operation)
      expect(counted).toBe(1)
      expect(logged).toHaveLength(1)
    })
  }
})
