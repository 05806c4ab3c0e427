/**
 * Tests events of providers: each is stored before it is acknowledged, and applied once, whenever and however often
 * it arrives.
 */
import type { Envelope, Transaction } from '@sluice/types'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import type { EventReading } from '../src/transactions/execution/provider.ts'
import { describeAtBothGateways } from './both-gateways.ts'
import { idOf, paymentRequest, payoutRequest, PROVIDER_OUTCOME } from './elsewhere.ts'
import { expectMoneyToAddUp } from './money-invariant.ts'
import type { TestGateway } from './test-gateway.ts'
import { type Arrived, eventOf, postEvents, WebhookOnlyProvider } from './webhook-only-provider.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

const providers = ['sim-a', 'sim-payments', 'sim-payouts'].map((id) => new WebhookOnlyProvider(id))
const [card, page] = providers as [WebhookOnlyProvider, WebhookOnlyProvider]

const isOf = (provider: WebhookOnlyProvider, id: string) =>
  provider.arrived.some(({ transactionId }) => transactionId === id)

/** Returns the provider that was called for a transaction. */
const providerOf = (id: string): WebhookOnlyProvider => {
  const found = providers.find((provider) => isOf(provider, id))
  if (!found) throw new Error('no provider was called')
  return found
}

describeAtBothGateways(
  'events of providers',
  (current) => {
    beforeEach(() => {
      for (const provider of providers) {
        Object.assign(provider, {
          mood: 'ANSWERED',
          lookup: 'events-only',
          reports: 'HINT',
          asked: 0,
          readEvents: undefined,
          beforeAnswer: () => Promise.resolve(),
        })
        provider.found = () => Promise.resolve({ ...PROVIDER_OUTCOME, processingCode: '1002' })
        provider.reversed.length = 0
      }
      current().gateway.forgetToken()
    })
    afterEach(() => expectMoneyToAddUp((query) => current().gateway.books.query(query)))

    const pay = async (transaction_type = 'PURCHASE') =>
      idOf(await current().gateway.authorize({ flow: 'NO_3DS', body: { transaction_type } }))
    const callOf = (id: string): Arrived => providerOf(id).callOf(id)
    const post = (id: string, events: Parameters<typeof postEvents>[2], changes = {}) =>
      postEvents(current().gateway, providerOf(id).id, events, changes)
    const tell = async (id: string, code = '0000', changes = {}) => {
      const answer = await post(id, [eventOf(callOf(id), code, changes)])
      expect([answer.status, await answer.json()]).toEqual([200, { status: 'OK' }])
    }
    const statusOf = async (id: string) => (await current().gateway.status(id)).status
    const run = (ms = 3_000) => current().gateway.advanceRealTime(ms)
    const statesUnder = async (key: string) => {
      const rows = await current().gateway.books.query(
        `select state from provider_events where call_key = '${key}' order by received_at, event_id`,
      )
      return rows.map(({ state }) => state)
    }
    const stateOf = (id: string) => statesUnder(callOf(id).key)
    const alertsOf = async (id: string) =>
      (await current().gateway.books.of('alerts', id)).map(({ kind }) => kind)

    /** Approves a payment by an event, and sends an operation of the merchant. */
    const manage =
      (transaction_type: 'CAPTURE' | 'REFUND' | 'VOID', type: 'PURCHASE' | 'AUTHORIZE') =>
      async (gateway: TestGateway): Promise<string> => {
        const parent = await pay(type)
        await tell(parent)
        const { terminal_id, currency, reference, amount } = await gateway.status(parent)
        const request = { terminal_id, currency, reference, amount, transaction_type }
        const earlier = card.mood
        card.mood = next
        try {
          return (await gateway.post<Transaction>('/api/transactions/manage', request)).id
        } finally {
          card.mood = earlier
        }
      }
    /** Returns the mood of a step's call. */
    let next: WebhookOnlyProvider['mood'] = 'ANSWERED'

    const begin = async (send: (gateway: TestGateway) => Promise<string>) => send(current().gateway)
    const withMood =
      (send: (gateway: TestGateway) => Promise<string>) =>
      (gateway: TestGateway): Promise<string> => {
        for (const provider of providers) provider.mood = next
        return send(gateway)
      }

    const STEPS: readonly (readonly [string, (gateway: TestGateway) => Promise<string>])[] = [
      ['a purchase', withMood(() => pay())],
      ['an authorization', withMood(() => pay('AUTHORIZE'))],
      ['a capture', manage('CAPTURE', 'AUTHORIZE')],
      ['a refund', manage('REFUND', 'PURCHASE')],
      ['a void', manage('VOID', 'AUTHORIZE')],
      [
        'an order',
        withMood(async (gateway) =>
          idOf(await gateway.post<Envelope>('/api/transactions/payment', paymentRequest(gateway))),
        ),
      ],
      [
        'a payout',
        withMood(async (gateway) =>
          idOf(
            await gateway.post<Envelope>('/api/transactions/payout', payoutRequest(gateway, '100000000001')),
          ),
        ),
      ],
    ]

    describe.each(STEPS)('%s', (_, send) => {
      it.each(['ANSWERED', 'REQUEST_LOST', 'ANSWER_LOST'] as const)(
        'with the call %s is settled by its event alone, repeated and out of order',
        async (mood) => {
          next = mood
          const id = await begin(send)
          expect(await statusOf(id)).toBe('PENDING')
          await run(MINUTE_MS)
          expect(await statusOf(id)).toBe('PENDING')
          const event = eventOf(callOf(id))
          for (const answer of [await post(id, [event]), await post(id, [event])])
            expect(answer.status).toBe(200)
          await tell(id, '1002')
          expect(await statusOf(id)).toBe('APPROVED')
          expect(await stateOf(id)).toEqual(['APPLIED', 'APPLIED'])
          expect(await current().gateway.books.of('events', id)).toHaveLength(1)
          expect(await alertsOf(id)).toEqual([])
          expect(providerOf(id).asked).toBe(0)
        },
      )

      it('is declined by its event', async () => {
        next = 'ANSWERED'
        const id = await begin(send)
        await tell(id, '1004')
        expect(await current().gateway.status(id)).toMatchObject({
          status: 'DECLINED',
          processing_code: '1004',
        })
      })
    })

    it('an event before the answer waits for it', async () => {
      let waiting: readonly unknown[] = []
      card.beforeAnswer = async (arrived) => {
        const answer = await postEvents(current().gateway, 'sim-a', [eventOf(arrived)])
        expect(answer.status).toBe(200)
        waiting = await statesUnder(arrived.key)
      }
      const id = await pay()
      expect(waiting).toEqual(['WAITING'])
      await run()
      expect(await statusOf(id)).toBe('APPROVED')
      expect(await stateOf(id)).toEqual(['APPLIED'])
    })

    it('a late success is reversed once; a late refusal is left for manual resolution', async () => {
      const declined = await pay()
      await tell(declined, '1000')
      await tell(declined)
      await tell(declined)
      await run()
      expect(await statusOf(declined)).toBe('DECLINED')
      expect(await alertsOf(declined)).toEqual(['LATE_SUCCESS'])
      expect(card.reversed).toEqual([callOf(declined).key])

      const approved = await pay()
      await tell(approved)
      await tell(approved, '1000')
      expect(await statusOf(approved)).toBe('APPROVED')
      expect(await alertsOf(approved)).toEqual(['CONTRADICTION'])
    })

    it('a refund that succeeds after its refusal is left for manual resolution, because reversing it would be a charge', async () => {
      next = 'ANSWERED'
      const id = await begin(manage('REFUND', 'PURCHASE'))
      await tell(id, '1000')
      await tell(id)
      await run()
      expect(await alertsOf(id)).toEqual(['LATE_SUCCESS'])
      expect(card.reversed).toEqual([])
    })

    it.each([
      ['ACCOUNT_MISMATCH', { outcome: { account_id: 'sim-a-pln' } }],
      ['CURRENCY_MISMATCH', { outcome: { currency: 'USD' } }],
      ['AMOUNT_MISMATCH', { amount: 1 }],
      ['AMOUNT_MISMATCH', { outcome: { approved_amount: 1_000_000 } }],
      ['AMOUNT_MISMATCH', { outcome: { approved_amount: 0 } }],
      ['TYPE_MISMATCH', { call: 'refund' }],
    ])('%s by %j settles nothing', async (kind, changes) => {
      const id = await pay()
      await tell(id, '0000', changes)
      expect(await statusOf(id)).toBe('PENDING')
      expect(await alertsOf(id)).toEqual([kind])
      expect(await stateOf(id)).toEqual(['IGNORED'])
    })

    it('a partial approval is declined and reversed', async () => {
      const id = await pay()
      await tell(id, '0000', { outcome: { approved_amount: 1 } })
      expect(await current().gateway.status(id)).toMatchObject({
        status: 'DECLINED',
        processing_code: '1004',
      })
      await run()
      expect(card.reversed).toEqual([callOf(id).key])
      await tell(id, '0000', { outcome: { approved_amount: 1 } })
      expect(await alertsOf(id)).toEqual(['PARTIAL_APPROVAL'])
    })

    it('an event of the other environment is foreign', async () => {
      const id = await pay()
      await tell(id, '0000', { live: true })
      expect([await statusOf(id), await stateOf(id)]).toEqual(['PENDING', ['FOREIGN']])
    })

    it('an event of an unknown payment is stored as foreign after a day', async () => {
      const arrived = { ...callOf(await pay()), key: 'somebody-elses' }
      await postEvents(current().gateway, 'sim-a', [eventOf(arrived)])
      const read = async () =>
        current().gateway.books.query(
          `select state, sealed_event is null as erased from provider_events where call_key = '${arrived.key}'`,
        )
      expect(await read()).toMatchObject([{ state: 'WAITING' }])
      for (let hour = 0; hour < 26; hour += 1) await run(DAY_MS / 24)
      const [row] = await read()
      expect([row?.['state'], Boolean(row?.['erased'])]).toEqual(['FOREIGN', true])
    })

    it('an event of a provider with a lookup only causes a status query', async () => {
      card.lookup = 'by-our-key'
      const id = await pay()
      await tell(id)
      expect(await statusOf(id)).toBe('PENDING')
      card.found = () => Promise.resolve({ ...PROVIDER_OUTCOME, processingCode: '1004' })
      await run(1)
      expect(await current().gateway.status(id)).toMatchObject({ processing_code: '1004' })
    })

    it('an event of a provider with authoritative reports settles the payment', async () => {
      Object.assign(card, { lookup: 'by-our-key', reports: 'AUTHORITATIVE' })
      const id = await pay()
      await tell(id)
      expect(await statusOf(id)).toBe('APPROVED')
    })

    describe('the address', () => {
      it('accepts a mebibyte of any type, from clients without a User-Agent', async () => {
        const id = await pay()
        const padded = (bytes: number) => {
          const text = JSON.stringify({ events: [eventOf(callOf(id))] })
          return text.padEnd(bytes, ' ')
        }
        const headers = { 'content-type': 'text/plain', 'user-agent': '' }
        const taken = await post(id, [], { body: padded(1_048_576), headers })
        expect(taken.status, await taken.text()).toBe(200)
        expect(await statusOf(id)).toBe('APPROVED')
        expect((await post(id, [], { body: padded(1_048_577), headers })).status).toBe(413)
      })

      it('accepts only events of its own account', async () => {
        const id = await pay()
        const events = [eventOf(callOf(id))]
        const elsewhere = await post(id, events, { path: '/another' })
        expect([elsewhere.status, await elsewhere.json()]).toMatchObject([
          422,
          { errors: [{ property: 'events.0.account_id' }] },
        ])
        expect((await post(id, events, { path: `/${callOf(id).accountId}` })).status).toBe(200)
        expect(await statusOf(id)).toBe('APPROVED')
      })

      it('rejects events with a foreign signature', async () => {
        const id = await pay()
        const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
        const answer = await post(id, [eventOf(callOf(id))], { secret })
        expect([answer.status, await answer.json()]).toEqual([401, { error: 'Unauthorized' }])
        expect(await stateOf(id)).toEqual([])
      })

      it('accepts all events of a body, or none', async () => {
        const ids = [await pay(), await pay()]
        const [first = {}, second = {}] = ids.map((id) => eventOf(callOf(id)))
        const broken = await post(ids[0] ?? '', [first, { ...second, call: 'dance' }])
        expect([broken.status, await broken.json()]).toMatchObject([
          422,
          { errors: [{ property: 'events.1.call' }] },
        ])
        expect(await Promise.all(ids.map(stateOf))).toEqual([[], []])
        expect((await post(ids[0] ?? '', [first, second])).status).toBe(200)
        expect(await Promise.all(ids.map(statusOf))).toEqual(['APPROVED', 'APPROVED'])
      })

      it('accepts a hundred events with all members', async () => {
        const id = await pay()
        const { outcome, ...event } = eventOf(callOf(id)) as { readonly outcome: object; readonly id: string }
        const full = {
          ...outcome,
          authentication: { trans_status: 'Y', eci: '05', ds_trans_id: null, message_version: '2.2.0' },
          network_transaction_id: null,
          code_namespace: 'iso8583',
          avs_result: 'Y',
          cvv_result: 'M',
        }
        const events = Array.from({ length: 100 }, (_, index) => ({
          ...event,
          id: `${event.id}-${index}`,
          outcome: full,
        }))
        const taken = await post(id, events)
        expect([taken.status, await taken.text()]).toEqual([200, '{"status":"OK"}'])
        expect(await statusOf(id)).toBe('APPROVED')
      })

      it.each([
        ['id', (event: object) => ({ ...event, id: 'evt\u0000' })],
        [
          'outcome.idempotency_key',
          (event: object) => ({
            ...event,
            outcome: { ...Object(event).outcome, idempotency_key: 'key\u0000' },
          }),
        ],
      ])('rejects a control character in %s, which PostgreSQL cannot store', async (member, change) => {
        const id = await pay()
        const answer = await post(id, [change(eventOf(callOf(id)))])
        expect([answer.status, await answer.json()]).toMatchObject([
          422,
          { errors: [{ property: `events.0.${member}` }] },
        ])
      })

      it('requests a repetition if the events cannot be stored', async () => {
        const id = await pay()
        await current().execute('alter table provider_events rename to away')
        const refused = await post(id, [eventOf(callOf(id))])
        await current().execute('alter table away rename to provider_events')
        expect(refused.status).toBe(503)
        expect(await statusOf(id)).toBe('PENDING')
        await tell(id)
        expect(await statusOf(id)).toBe('APPROVED')
      })
    })

    it('an event that cannot be applied is tried five times, and delays no other', async () => {
      const [broken, other] = [await pay(), await pay()]
      card.beforeAnswer = async (arrived) =>
        void (await postEvents(current().gateway, 'sim-a', [eventOf(arrived)]))
      const held = await pay()
      await current().execute(
        `update provider_events set sealed_event = ${current().databaseUrl ? `'\\x00'` : `x'00'`} where call_key = '${callOf(held).key}'`,
      )
      await tell(other)
      expect(await statusOf(other)).toBe('APPROVED')
      for (let tries = 0; tries < 6; tries += 1) await run(30 * MINUTE_MS)
      expect([await stateOf(held), await statusOf(held), await statusOf(broken)]).toEqual([
        ['BROKEN'],
        'PENDING',
        'PENDING',
      ])
    })

    it('a connector reads its own format: a reference alone finds the payment once its answer has returned it', async () => {
      card.readEvents = ({ headers, rawBody, query }): EventReading => {
        if (headers['x-token'] !== 'of the provider') return { kind: 'refused' }
        const [ref = '', code = '', amount = '', currency = ''] = Buffer.from(rawBody)
          .toString('latin1')
          .split(' ')
        const event = {
          id: `evt-${ref}`,
          fact: ref,
          kind: 'OUTCOME' as const,
          key: null,
          refs: [ref],
          parentRefs: [],
          accountId: String(query['account']),
          isLive: false,
          call: 'authorization' as const,
          amountMinor: Number(amount),
          currency,
          outcome: { ...PROVIDER_OUTCOME, processingCode: code as '0000' },
          record: null,
          occurredAtMs: 0,
          raw: rawBody,
        }
        return {
          kind: 'events',
          events: [event],
          acknowledgement: { status: 202, contentType: 'text/plain', text: '[accepted]' },
        }
      }
      const tellPlainly = ({ key, accountId, amountMinor, currency }: Arrived, token = 'of the provider') =>
        postEvents(current().gateway, 'sim-a', [], {
          body: `ref-${key} 0000 ${amountMinor} ${currency}`,
          path: `?account=${accountId}`,
          headers: { 'x-token': token, 'content-type': 'application/octet-stream' },
        })
      card.beforeAnswer = async (arrived) => {
        expect((await tellPlainly(arrived, 'of a stranger')).status).toBe(401)
        const answer = await tellPlainly(arrived)
        expect([answer.status, await answer.text()]).toEqual([202, '[accepted]'])
      }
      const id = await pay()
      expect(await statusOf(id)).toBe('PENDING')
      // The commit with the reference made the event due.
      await run(1)
      expect(await statusOf(id)).toBe('APPROVED')
    })

    it('an order is settled while its shopper is on the page', async () => {
      page.beforeAnswer = () => Promise.resolve()
      const id = await begin(STEPS[5]?.[1] ?? (() => pay()))
      await tell(id)
      expect(await statusOf(id)).toBe('APPROVED')
    })

    it('an order ends by the event of its cancellation', async () => {
      page.beforeAnswer = () => Promise.resolve()
      const id = await begin(STEPS[5]?.[1] ?? (() => pay()))
      await tell(id, '1003', { call: 'cancellation', outcome: { idempotency_key: `${callOf(id).key}_c` } })
      const { status, processing_code } = await current().gateway.status(id)
      expect([status, processing_code]).toEqual(['CANCELED', '1003'])
      expect(await alertsOf(id)).toEqual([])
    })

    it.each(['_p', '_c'])(
      'an event of a payment under the key of another call (%s) settles nothing',
      async (suffix) => {
        const id = await pay()
        await tell(id, '0000', { outcome: { idempotency_key: `${callOf(id).key}${suffix}` } })
        expect(await statusOf(id)).toBe('PENDING')
        expect(await alertsOf(id)).toEqual(['KEY_MISMATCH'])
      },
    )
  },
  { adapters: { providers: new Map(providers.map((provider) => [provider.id, provider])) } },
)
