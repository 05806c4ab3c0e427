/**
 * Tests Adyen's connector with its twin through the whole gateway. Adyen answers "received", and reports results only
 * by signed webhooks.
 */
import { LOAD_PROVIDER_CONNECTOR } from '@sluice/connectors'
import type { Transaction } from '@sluice/types'
import { createSystemRandom, systemClock, systemTimers } from '@sluice/platform/system'
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest'

import type { FaultKind } from '../../connectors/twins/adyen/http/faults.ts'
import { startAdyenTwin } from '../../connectors/twins/adyen/twin.ts'
import { createConnectorProvider } from '../src/providers/index.ts'
import type { Provider } from '../src/transactions/execution/provider.ts'
import { describeAtBothGateways } from './both-gateways.ts'
import { idOf } from './elsewhere.ts'
import { loadConfigurationText } from './load-configuration-text.ts'
import { expectMoneyToAddUp } from './money-invariant.ts'

const API_KEY = 'AQEyhmfxK4LJahZCw0m_n3Q5qf3Vvtwin'
const HMAC_KEY = '44782def547aaa06c910c43932b1eb0c71fc68d9d0c057550c48ec2acf6ba056'
/** The account of the sandbox's terminal. */
const ACCOUNT = 'sim-a-eur'
const HOUR_MS = 3_600_000

const twin = await startAdyenTwin({ apiKeys: [API_KEY], merchantAccounts: [ACCOUNT], hmacKey: HMAC_KEY })
twin.webhooks.hold(true)

/** The provider as in a short configuration. */
async function connect(): Promise<Provider> {
  const { file, close } = loadConfigurationText(
    [
      'providers:',
      '  - id: sim-a',
      '    type: adyen',
      '    url: https://checkout-test.adyen.com',
      '    secret_files: { api_key: ./api-key.txt, webhook: ./webhook.txt }',
      `    accounts: [${ACCOUNT}]`,
      '    methods: [card]',
    ].join('\n'),
    { 'api-key.txt': API_KEY, 'webhook.txt': HMAC_KEY },
  )
  close()
  const [entry = expect.fail('no provider')] = file.providers
  const provider = createConnectorProvider(
    {
      ...entry,
      connector: await LOAD_PROVIDER_CONNECTOR.adyen(),
      url: twin.url,
      secrets: entry.secrets ?? expect.fail('it has secrets'),
      accounts: [ACCOUNT],
    },
    {
      clock: systemClock,
      realTime: systemClock,
      random: createSystemRandom(systemClock),
      timers: systemTimers,
    },
  )
  const { readEvents = expect.fail('it reads its events') } = provider
  // The sandbox has its own callback secret instead of the configured one.
  const secrets = entry.callbackSecrets.map((secret) => secret.reveal())
  return { ...provider, readEvents: (request, context) => readEvents(request, { ...context, secrets }) }
}

afterAll(() => twin.close())

describeAtBothGateways(
  'payments by Adyen’s connector',
  (current) => {
    beforeEach(() => {
      const { gateway } = current()
      twin.faults.clear()
      twin.webhooks.setUrl(`${gateway.ready.base_url}/api/providers/sim-a/callback`)
      gateway.forgetToken()
    })
    afterEach(async () => {
      await expectMoneyToAddUp((query) => current().gateway.books.query(query))
      expect([twin.crashes(), twin.misuses(), twin.contract().breaches]).toEqual([[], [], []])
    })

    const run = async (ms = 3_000) => current().gateway.advanceRealTime(ms)
    const pay = async (transaction_type: 'AUTHORIZE' | 'PURCHASE') =>
      idOf(await current().gateway.authorize({ flow: 'NO_3DS', body: { transaction_type } }))
    const statusOf = async (id: string) => {
      const { status, processing_code: code } = await current().gateway.status(id)
      return [status, code]
    }
    const manage = async (id: string, transaction_type: 'CAPTURE' | 'REFUND' | 'VOID') => {
      const { gateway } = current()
      const { terminal_id, currency, reference, amount } = await gateway.status(id)
      const request = { terminal_id, currency, reference, amount, transaction_type }
      return (await gateway.post<Transaction>('/api/transactions/manage', request)).id
    }
    const deliver = async () => {
      await twin.webhooks.deliver()
      expect(twin.webhooks.deliveries().every(({ state }) => state === 'delivered')).toBe(true)
      await run()
    }
    /** A request whose keep-alive connection breaks is sent again with its key, and Adyen returns the same answer. */
    const loseTwice = (kind: FaultKind, path: string) =>
      twin.faults.plan({ kind, path, times: kind.endsWith('-lost') ? 2 : 1 })
    const lastBook = () => twin.books().at(-1)

    it.each([
      ['CAPTURE', 'AUTHORIZE', { held: 0 }],
      ['REFUND', 'PURCHASE', { held: 0 }],
      ['VOID', 'AUTHORIZE', { status: 'cancelled', held: 0 }],
    ] as const)('a %s is pending until its webhook approves it', async (type, parentType, books) => {
      const parent = await pay(parentType)
      expect(await statusOf(parent)).toEqual(['APPROVED', '0000'])
      const id = await manage(parent, type)
      expect(await statusOf(id)).toEqual(['PENDING', '1002'])
      await run(HOUR_MS)
      expect(await statusOf(id)).toEqual(['PENDING', '1002'])
      await deliver()
      expect(await statusOf(id)).toEqual(['APPROVED', '0000'])
      expect(lastBook()).toMatchObject(books)
    })

    it('accepts webhooks twice and in the wrong order', async () => {
      const parent = await pay('AUTHORIZE')
      const id = await manage(parent, 'CAPTURE')
      const waiting = twin.webhooks.deliveries().filter(({ state }) => state === 'waiting')
      const ids = waiting.map((delivery) => delivery.id).toReversed()
      await twin.webhooks.deliver([...ids, ...ids])
      await run()
      await run()
      expect(await statusOf(id)).toEqual(['APPROVED', '0000'])
      expect((await current().gateway.books.of('alerts', parent)).map(({ kind }) => kind)).toEqual([])
    })

    it('declines an operation when the webhook reports a failure', async () => {
      const parent = await pay('AUTHORIZE')
      const psp = lastBook()?.psp ?? ''
      const payment = twin.world.payments.get(psp) ?? expect.fail('no payment')
      payment.status = 'closed'
      const id = await manage(parent, 'CAPTURE')
      await deliver()
      expect(await statusOf(id)).toEqual(['DECLINED', '1000'])
      payment.status = 'authorised'
    })

    it.each(['answer-lost', 'html-502-after', 'error-500-after'] satisfies FaultKind[])(
      'cancels a payment at once whose answer is lost by %s, and ends it only by the webhook',
      async (kind) => {
        loseTwice(kind, '/payments$')
        const id = await pay('AUTHORIZE')
        expect(await statusOf(id)).toEqual(['PENDING', '1002'])
        await run()
        expect(await statusOf(id)).toEqual(['PENDING', '1002'])
        await deliver()
        expect(await statusOf(id)).toEqual(['DECLINED', '1001'])
        expect(lastBook()).toMatchObject({ status: 'cancelled', held: 0, captured: 0 })
      },
    )

    it('approves a payment once if its connection broke once', async () => {
      twin.faults.plan({ kind: 'answer-lost', path: '/payments$' })
      const before = twin.books().length
      const id = await pay('AUTHORIZE')
      await deliver()
      expect(twin.books()).toHaveLength(before + 1)
      const isApproved = (await statusOf(id))[0] === 'APPROVED'
      expect(lastBook()).toMatchObject({ status: isApproved ? 'authorised' : 'cancelled' })
    })

    it('leaves the outcome of a payment that never arrived unknown, because "not found" settles nothing', async () => {
      loseTwice('request-lost', '/payments$')
      const id = await pay('AUTHORIZE')
      await run()
      await deliver()
      expect(await statusOf(id)).toEqual(['PENDING', '1002'])
    })

    it.each(['CAPTURE', 'REFUND'] as const)('executes a %s once if its answer is lost', async (type) => {
      const parent = await pay(type === 'CAPTURE' ? 'AUTHORIZE' : 'PURCHASE')
      await deliver()
      loseTwice('answer-lost', type === 'CAPTURE' ? '/captures$' : '/refunds$')
      const id = await manage(parent, type)
      expect(await statusOf(id)).toEqual(['PENDING', '1002'])
      await run(HOUR_MS)
      await deliver()
      expect(await statusOf(id)).toEqual(['APPROVED', '0000'])
      const { captured = 0, refunded = 0 } = lastBook() ?? {}
      expect([captured > 0, refunded]).toEqual([true, type === 'REFUND' ? captured : 0])
    })

    it('stores a chargeback and a failed refund as records', async () => {
      const parent = await pay('PURCHASE')
      await manage(parent, 'REFUND')
      await deliver()
      const psp = lastBook()?.psp ?? ''
      twin.shopper.report(psp, { eventCode: 'CHARGEBACK' })
      twin.shopper.report(psp, { eventCode: 'REFUND_FAILED' })
      await deliver()
      const rows = await current().gateway.books.query('select kind from transaction_records')
      expect(rows.map(({ kind }) => kind)).toEqual(
        expect.arrayContaining(['DISPUTE_OPENED', 'REFUND_FAILED']),
      )
    })
  },
  { adapters: { providers: new Map([['sim-a', await connect()]]) } },
)
