/**
 * Interrupts payments at a provider that authenticates the shopper, on each surface and at each step: the gateway
 * dies, messages are lost, the browser returns twice, late or never. Money moves once or not at all, and nothing
 * stays open.
 */
import type { ClientEnvelope, EmbeddedSession, Envelope } from '@sluice/types'
import { afterAll, beforeAll, expect, it } from 'vitest'

import type { ThreeDsServer } from '../src/three-ds/index.ts'
import { AuthenticatingProvider, type HeldPayment } from './authenticating-provider.ts'
import { describeAtBothGateways, type GatewayUnderTest } from './both-gateways.ts'
import { BROWSER_INFO } from './merchant-at-gateway.ts'
import { makeDatabaseMortal, type MortalDatabase } from './mortal-database.ts'
import { open } from './shopper.ts'

const MINUTE_MS = 60_000
const LEASE_OVER_MS = 2 * MINUTE_MS
const HOUR_MS = 60 * MINUTE_MS

/** More writes than one request makes. */
const WRITES_MAX = 40

const provider = new AuthenticatingProvider('sim-a', ['sim-a-eur'])
const unexpected = () => Promise.reject(new Error('no 3DS server is asked'))
const threeDsServer = {
  enrol: unexpected,
  authenticate: unexpected,
  readChallengeResult: unexpected,
} as unknown as ThreeDsServer

/** One payment of a shopper, begun by a surface. */
type Begin = (fixture: GatewayUnderTest) => Promise<unknown>

const bring = (payment: HeldPayment) =>
  open(`${payment.request.shopper?.returnUrl ?? ''}?token=${payment.token}`, 'document')

const SURFACES: Readonly<Record<string, Begin>> = {
  'the direct API': ({ gateway }) => authorize(gateway, {}),
  'a saved card': async ({ gateway }) => {
    const payment_method = { type: 'saved_card', data: { payment_method_id: savedCard } }
    return authorize(gateway, { payment_method })
  },
  'embedded fields': async ({ gateway }) => {
    const session = await gateway.send<EmbeddedSession>('POST', '/api/sessions', gateway.sessionRequest())
    return submit(gateway, session.body.id)
  },
  'the hosted page': async ({ gateway }) => {
    const path = '/api/hosted-payment-page'
    const page = await gateway.send<{ session_id: string }>('POST', path, gateway.sessionRequest())
    return submit(gateway, page.body.session_id)
  },
}

let savedCard = ''

type Gateway = GatewayUnderTest['gateway']

async function authorize(gateway: Gateway, body: object) {
  const request = await gateway.cardRequest({ body: { ...body } })
  return gateway.send<Envelope>('POST', '/api/transactions/authorize', request)
}

async function submit(gateway: Gateway, sessionId: string) {
  const body = {
    payment_method: { type: 'card', data: await gateway.seal({}, sessionId) },
    browser_info: BROWSER_INFO,
  }
  return gateway.sendFromBrowser<ClientEnvelope>('POST', `/api/client/sessions/${sessionId}/payments`, body)
}

/** The shopper's step after the provider's page, unless a row has another. */
const back = async (payment: HeldPayment | undefined) => void (payment && (await bring(payment)))

interface Interruption {
  readonly name: string
  /** The setup before the payment begins. */
  readonly before?: (database: MortalDatabase) => void
  /** The setup before the shopper returns. */
  readonly between?: (database: MortalDatabase) => void
  readonly comesBack?: (payment: HeldPayment | undefined, gateway: Gateway) => Promise<void>
}

const dieOnCall = (database: MortalDatabase, call: string, when: 'arrives' | 'answers') => {
  provider.onCall = (now, moment) => {
    if (now === call && moment === when) database.die()
    if (database.isDead) throw new Error('killed')
  }
}

const INTERRUPTIONS: readonly Interruption[] = [
  ...(['arrives', 'answers'] as const).flatMap((when): Interruption[] => [
    {
      name: `dies before the authorization ${when}`,
      before: (database) => dieOnCall(database, 'authorize', when),
    },
    {
      name: `dies before the continuation ${when}`,
      between: (database) => dieOnCall(database, 'continue', when),
    },
    {
      name: `dies before the cancellation ${when} that follows a decline`,
      before: () => void (provider.decides = 'decline'),
      between: (database) => dieOnCall(database, 'cancel', when),
    },
  ]),
  { name: 'loses the answer to the authorization', before: () => provider.loses.add('authorize') },
  { name: 'loses the answer to the continuation', between: () => provider.loses.add('continue') },
  {
    name: 'loses the continuation',
    between: () => void (provider.beforeContinue = () => Promise.reject(new Error('lost'))),
  },
  {
    name: 'loses the cancellation after a decline',
    before: () => void (provider.decides = 'decline'),
    between: () => provider.loses.add('cancel'),
  },
  { name: 'has a browser that never comes back', comesBack: () => Promise.resolve() },
  {
    name: 'has a browser that comes twice',
    comesBack: async (payment) => void (await Promise.all([back(payment), back(payment)])),
  },
  {
    name: 'has a browser that comes after the end',
    async comesBack(payment, gateway) {
      await gateway.advanceRealTime(11 * MINUTE_MS)
      await back(payment)
    },
  },
  {
    name: 'has a browser that comes while the payment expires',
    comesBack: async (payment, gateway) =>
      void (await Promise.all([gateway.advanceRealTime(11 * MINUTE_MS), back(payment)])),
  },
  {
    name: 'has an approval that its provider does not prove',
    before: () => void (provider.told = null),
  },
]

/** The writes at which the gateway dies. */
const DYING: readonly (Omit<Interruption, 'between'> & { readonly moment: 'before' | 'between' })[] = [
  { name: 'dies while it is submitted', moment: 'before' },
  { name: 'dies while the shopper comes back', moment: 'between' },
  { name: 'dies while it is declined', moment: 'between', before: () => void (provider.decides = 'decline') },
  {
    name: 'dies while an approval is refused',
    moment: 'between',
    before: () => void (provider.told = null),
  },
]

let database: MortalDatabase
beforeAll(() => {
  database = makeDatabaseMortal()
})
afterAll(() => database.restore())

describeAtBothGateways(
  'a payment whose provider authenticates the shopper',
  (current) => {
    it('has an unknown outcome, and never repeats the step, if the gateway dies between return and answer', async () => {
      const { gateway } = current()
      provider.reset()
      const { redirect } = await gateway.authorize()
      const payment = provider.latest
      dieOnCall(database, 'continue', 'answers')
      await bring(payment)
      database.revive()
      // Its provider does not respond, so that nothing else settles the payment.
      provider.onCall = () => {
        throw new Error('silent')
      }
      await gateway.advanceRealTime(LEASE_OVER_MS)
      const attempts = () => gateway.books.of('attempts', redirect?.transaction_id ?? '')
      expect(await attempts()).toMatchObject([{ status: 'UNKNOWN' }])
      provider.onCall = () => undefined
      await bring(payment)
      expect(provider.continued.size).toBe(1)
      await gateway.advanceRealTime(MINUTE_MS)
      expect(await attempts()).toMatchObject([{ status: 'ENDED', processing_code: '0000' }])
      expect(provider.continued.size).toBe(1)
    })

    it.each(Object.entries(SURFACES))(
      'with %s moves money once or not at all, however it is interrupted',
      async (_, begin) => {
        const { gateway } = current()
        provider.reset()
        const first = await gateway.authorize({
          body: { tokenization: { save_card_for_future_payments: true } },
        })
        await bring(provider.latest)
        const saved = await gateway.status(first.redirect?.transaction_id ?? '')
        savedCard = saved.payment_method.token ?? ''
        const payments: HeldPayment[] = []
        let interruptions = 0

        /** Returns whether the gateway died. */
        const pay = async ({ before, between, comesBack = back }: Interruption): Promise<boolean> => {
          const known = new Set(provider.payments.keys())
          before?.(database)
          await begin(current())
          let hasDied = database.revive()
          const payment = [...provider.payments].find(([key]) => !known.has(key))?.[1]
          between?.(database)
          await comesBack(payment, gateway)
          hasDied = database.revive() || hasDied
          provider.onCall = () => undefined
          provider.beforeContinue = () => Promise.resolve()
          provider.loses.clear()
          provider.decides = 'approve'
          provider.told = PROVEN
          if (payment) payments.push(payment)
          interruptions += 1
          return hasDied
        }
        for (const interruption of INTERRUPTIONS) await pay(interruption)
        for (const { name, moment, ...others } of DYING) {
          for (let write = 1; write <= WRITES_MAX; write += 1) {
            const dying = {
              ...others,
              name: `${name} at write ${write}`,
              [moment]: () => database.dieAt(write),
            }
            if (!(await pay(dying))) break
          }
        }
        expect(interruptions).toBeGreaterThanOrEqual(30)

        for (const ms of [LEASE_OVER_MS, LEASE_OVER_MS, 20 * MINUTE_MS]) await gateway.advanceRealTime(ms)
        for (const payment of payments) await bring(payment)
        for (const ms of [HOUR_MS, HOUR_MS, HOUR_MS]) await gateway.advanceRealTime(ms)

        for (const { request, state } of payments) {
          const row = await gateway.books.transaction(request.transactionId)
          const isMoved = state === 'APPROVED' && !provider.undone.includes(request.idempotencyKey)
          // Nothing is sent before it is stored, so each payment at the provider has its transaction.
          expect({ status: row?.['status'], isMoved }).toEqual({
            status: isMoved
              ? 'APPROVED'
              : (expect.stringMatching(/^(DECLINED|CANCELED|SESSION_EXPIRED)$/) as string),
            isMoved,
          })
        }
        const stillOpen = await gateway.books.query(`select id from transactions where status = 'PENDING'`)
        expect(stillOpen).toEqual([])
      },
      180_000,
    )
  },
  { adapters: { providers: new Map([['sim-a', provider]]), threeDsServer } },
)

const PROVEN = provider.told
