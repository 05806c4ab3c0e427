import type { ServerResponse } from 'node:http'

import type {
  SignatureExplanation,
  WebhookDelivery,
  WebhookDeliveryList,
  WebhookReplay,
  WebhookSecretRotation,
  WebhookSubscription,
} from '@sluice/types'
import { LIMITS } from '@sluice/types/vocabulary'
import { describe, expect, it, onTestFinished } from 'vitest'

import { callPortal, OWN_PAGE } from './at-portal.ts'
import { clientOf } from './client-of.ts'
import { describeAtBothGateways, otherMerchant } from './both-gateways.ts'
import { openPortalSession } from './portal-session.ts'
import { FaultyReceiver } from './faulty-receiver.ts'
import { verifies } from './webhook-receiver.ts'
import { sandboxOf, subscribe, WebhookFixture } from './webhook-fixture.ts'

const WAIT = { timeout: 60_000 }
const A_DAY_SECONDS = 86_400
const UNKNOWN = { error: 'Not Found' }

describeAtBothGateways('webhooks in the merchant’s API', (current) => {
  const open = () => WebhookFixture.open(current().gateway)

  describe('deliveries', () => {
    it('show what was sent, when, and the receiver’s answer', async () => {
      const fixture = await open()
      const transactionId = await fixture.pay()
      await fixture.arrived(1)
      const listed = await fixture.deliveryIn('DELIVERED')
      const [message] = fixture.receiver.messages
      expect(listed).toMatchObject({
        webhook_id: message?.id,
        event: 'transaction-svc:transaction:purchase:approved',
        transaction_id: transactionId,
        subscription_id: fixture.subscription.id,
        attempt_count: 1,
        next_attempt_at: null,
        last_status: 200,
      })
      const { payload, attempts, ...rest } = await fixture.delivery(listed.id)
      expect(rest).toEqual(listed)
      expect(JSON.stringify(payload)).toBe(message?.body)
      expect(attempts).toMatchObject([{ number: 1, status: 200, error: null, response_excerpt: 'answer 1' }])
    })

    it('are found by status, event, transaction, time and subscription', async () => {
      const fixture = await open()
      const other = await subscribe(fixture.merchant, {
        url: fixture.receiver.url,
        filters: ['transaction:declined'],
      })
      const [first, second] = [await fixture.pay(), await fixture.pay()]
      await fixture.arrived(2)
      await fixture.deliveryIn('DELIVERED', `?transaction_id=${second}`)
      const [newest, oldest] = await fixture.deliveries()
      const find = async (query: string) => (await fixture.deliveries(query)).map((it) => it.transaction_id)
      expect(await find('')).toEqual([second, first])
      expect(await find(`?transaction_id=${first}`)).toEqual([first])
      expect(await find('?transaction_id=unknown')).toEqual([])
      expect(await find('?status=FAILED')).toEqual([])
      expect(await find('?event=transaction-svc:transaction:purchase:approved')).toHaveLength(2)
      expect(await find('?event=transaction-svc:transaction:purchase:declined')).toEqual([])
      expect(await find(`?subscription_id=${fixture.subscription.id}`)).toHaveLength(2)
      expect(await find(`?subscription_id=${other.id}`)).toEqual([])
      expect(await find(`?from=${newest?.created_at}`)).toEqual([second])
      expect(await find(`?from=${oldest?.created_at}&to=${newest?.created_at}`)).toEqual([first])
    })

    it('are listed newest first, page by page, and pages do not shift when more are created', async () => {
      const fixture = await open()
      const paid: string[] = []
      for (let count = 0; count < 3; count += 1) paid.unshift(await fixture.pay())
      const first = await fixture.merchant.get<WebhookDeliveryList>('/api/webhooks/deliveries?limit=2')
      await fixture.pay()
      const path = `/api/webhooks/deliveries?limit=2&cursor=${first.next_cursor}`
      const second = await fixture.merchant.get<WebhookDeliveryList>(path)
      const seen = [...first.deliveries, ...second.deliveries].map((it) => it.transaction_id)
      expect(seen).toEqual(paid)
      expect(second.next_cursor).toBeNull()
    })

    // `MS4A` is `1.` and NUL, which PostgreSQL rejects in text.
    it.each([
      'limit=0',
      'limit=101',
      'cursor=nonsense',
      'cursor=MS4A',
      'status=LOST',
      'from=yesterday',
      'page=2',
    ])('?%s answers 422 and names the error', async (query) => {
      const { gateway } = current()
      const answer = await gateway.send<{ errors: { property: string }[] }>(
        'GET',
        `/api/webhooks/deliveries?${query}`,
      )
      expect(answer.status).toBe(422)
      expect(answer.body.errors.map(({ property }) => property)).toEqual([query.split('=')[0]])
    })
  })

  describe('a replay', () => {
    it('sends a successful delivery again, with the same webhook-id and a new signature', async () => {
      const fixture = await open()
      await fixture.pay()
      const { id } = await fixture.deliveryIn('DELIVERED')
      const answer = await fixture.post<WebhookReplay>('/deliveries/replay', { delivery_ids: [id, id] })
      expect(answer.body).toEqual({ replayed: 1, has_more: false })
      await fixture.arrived(2)
      const [first, second] = fixture.receiver.messages
      expect(second?.id).toBe(first?.id)
      expect(second?.body).toBe(first?.body)
      await expect.poll(async () => (await fixture.delivery(id)).attempts.length).toBe(2)
    })

    it('sends abandoned deliveries, of one subscription or of all', async () => {
      const fixture = await open()
      fixture.receiver.answer(500)
      await fixture.pay()
      await fixture.arrived(1)
      for (let attempt = 2; attempt <= LIMITS.WEBHOOK_MAX_ATTEMPTS; attempt += 1)
        await fixture.reachNextAttempt()
      const failed = await fixture.deliveryIn('FAILED')
      expect(failed).toMatchObject({ attempt_count: 10, last_status: 500, next_attempt_at: null })
      expect((await fixture.subscriptions())[0]).toMatchObject({
        status: 'ACTIVE',
        failing_since: expect.any(String) as unknown,
      })
      fixture.receiver.answer(200)
      const one = { failed: true, subscription_id: fixture.subscription.id }
      const again = await fixture.post('/deliveries/replay', one)
      expect(again.body).toEqual({ replayed: 1, has_more: false })
      expect(await fixture.deliveryIn('DELIVERED')).toMatchObject({ attempt_count: 11 })
      expect((await fixture.subscriptions())[0]?.failing_since).toBeNull()
      expect((await fixture.post('/deliveries/replay', { failed: true })).body).toMatchObject({ replayed: 0 })
    })

    it('sends deliveries of a period', async () => {
      const fixture = await open()
      for (let count = 0; count < 3; count += 1) await fixture.pay()
      await fixture.arrived(3)
      await expect.poll(async () => (await fixture.deliveries('?status=DELIVERED')).length).toBe(3)
      const [newest, middle, oldest] = await fixture.deliveries()
      const range = { from: oldest?.created_at, to: newest?.created_at }
      expect((await fixture.post<WebhookReplay>('/deliveries/replay', range)).body.replayed).toBe(2)
      await fixture.arrived(5)
      const ids = fixture.receiver.messages.slice(3).map(({ id }) => id)
      expect(ids.sort()).toEqual([oldest?.webhook_id, middle?.webhook_id].sort())
    })

    it('sends nothing if one of the deliveries does not exist', async () => {
      const fixture = await open()
      await fixture.pay()
      const { id } = await fixture.deliveryIn('DELIVERED')
      const answer = await fixture.post('/deliveries/replay', { delivery_ids: [id, 'unknown'] })
      expect([answer.status, answer.body]).toEqual([404, UNKNOWN])
      expect((await fixture.delivery(id)).status).toBe('DELIVERED')
      const nowhere = { failed: true, subscription_id: 'unknown' }
      expect((await fixture.post('/deliveries/replay', nowhere)).status).toBe(404)
    })

    it('is made once, however often the request arrives', async () => {
      const fixture = await open()
      await fixture.pay()
      const { id } = await fixture.deliveryIn('DELIVERED')
      const headers = { 'idempotency-key': 'once' }
      const send = () => fixture.post('/deliveries/replay', { delivery_ids: [id] }, headers)
      await send()
      await fixture.arrived(2)
      await expect.poll(async () => (await fixture.delivery(id)).status).toBe('DELIVERED')
      expect((await send()).body).toEqual({ replayed: 1, has_more: false })
      expect((await fixture.delivery(id)).status).toBe('DELIVERED')
    })
  })

  describe('a disabled subscription', () => {
    it('shows the reason, rejects replays with the fix, and resumes where it stopped', async () => {
      const fixture = await open()
      const { id: subscriptionId } = fixture.subscription
      fixture.receiver.answer(410)
      await fixture.pay()
      await fixture.arrived(1)
      await expect.poll(async () => (await fixture.subscriptions())[0]?.status).toBe('DISABLED')
      const [disabled] = await fixture.subscriptions()
      expect(disabled).toMatchObject({ disabled_reason: 'GONE', disabled_at: expect.any(String) as unknown })
      await fixture.pay()
      const missed = await fixture.deliveries('?status=CANCELED')
      expect(missed.length).toBeGreaterThan(0)

      const ids = missed.map(({ id }) => id)
      const refused = await fixture.post<{ message: string }>('/deliveries/replay', { delivery_ids: ids })
      expect(refused.status).toBe(409)
      expect(refused.body.message).toContain('its receiver answered 410')
      expect(refused.body.message).toContain(`POST /api/webhooks/subscriptions/${subscriptionId}/enable`)
      const copy = await fixture.tool(`/deliveries/${encodeURIComponent(ids[0] ?? '')}/resend`, {})
      expect(copy.status).toBe(409)

      fixture.receiver.answer(200)
      const enabled = await fixture.post<WebhookSubscription>(`/subscriptions/${subscriptionId}/enable`)
      expect(enabled.body).toMatchObject({ status: 'ACTIVE', disabled_reason: null, failing_since: null })
      const replay = await fixture.post<WebhookReplay>('/deliveries/replay', { failed: true })
      expect(replay.body.replayed).toBeGreaterThan(0)
      await expect.poll(async () => (await fixture.deliveries('?status=DELIVERED')).length).toBe(2)
    })
  })

  describe('a late 410', () => {
    /** Creates a merchant whose receiver delays its answers, with pending deliveries. */
    async function openHeld(payments: number) {
      const fixture = await open()
      const held: ServerResponse[] = []
      const old = await FaultyReceiver.start((response) => void held.push(response))
      onTestFinished(() => old.close())
      const { id } = await subscribe(fixture.merchant, { url: old.url })
      for (let paid = 0; paid < payments; paid += 1) await fixture.pay()
      await expect.poll(() => held.length, WAIT).toBe(payments)
      const find = async () => (await fixture.subscriptions()).find((one) => one.id === id)
      const attempts = async () => {
        const deliveries = await fixture.deliveries(`?subscription_id=${id}`)
        return deliveries.filter(({ attempt_count: count }) => count > 0).length
      }
      const answerGone = (place: number) => held[place]?.writeHead(410).end()
      return { fixture, id, find, attempts, answerGone }
    }

    it('does not disable a changed address, which gets the event', async () => {
      const { fixture, id, find, attempts, answerGone } = await openHeld(1)
      const next = await FaultyReceiver.start()
      onTestFinished(() => next.close())
      const { gateway } = current()
      const cookie = await openPortalSession(gateway, fixture.merchant.ready.merchant_id, ['developer'])
      const changed = await callPortal(gateway, `/portal/subscriptions/${id}`, {
        method: 'POST',
        body: { url: next.url, filters: ['*'] },
        headers: { ...OWN_PAGE, cookie, 'idempotency-key': id },
      })
      expect(changed.status).toBe(204)
      answerGone(0)
      await expect.poll(attempts, WAIT).toBe(1)
      expect(await find()).toMatchObject({ status: 'ACTIVE', url: next.url, failing_since: null })
      await expect.poll(() => next.received.length, WAIT).toBe(1)
      await expect
        .poll(() => fixture.deliveries(`?subscription_id=${id}`), WAIT)
        .toMatchObject([{ status: 'DELIVERED', attempt_count: 2 }])
    })

    it('does not disable again a subscription that its merchant enabled', async () => {
      const { fixture, id, find, attempts, answerGone } = await openHeld(2)
      answerGone(0)
      await expect.poll(async () => (await find())?.disabled_reason, WAIT).toBe('GONE')
      expect((await fixture.post(`/subscriptions/${id}/enable`)).status).toBe(200)
      answerGone(1)
      await expect.poll(attempts, WAIT).toBe(2)
      expect(await find()).toMatchObject({ status: 'ACTIVE', disabled_reason: null, failing_since: null })
    })
  })

  it('cannot be enabled by its merchant if the configuration file disabled it', async () => {
    const fixture = await open()
    const path = `/subscriptions/${fixture.subscription.id}/enable`
    await current().execute(
      `update webhook_subscriptions set status = 'DISABLED', disabled_reason = 'OPERATOR'
       where id = '${fixture.subscription.id}'`,
    )
    await current().execute(
      `update merchants set managed_by = 'FILE' where id = '${fixture.merchant.ready.merchant_id}'`,
    )
    const refused = await fixture.post<{ message: string }>(path)
    expect(refused.status).toBe(409)
    expect(refused.body.message).toContain('the configuration file says so')
    expect((await fixture.subscriptions())[0]?.status).toBe('DISABLED')
  })

  describe('a new secret', () => {
    it('is shown once, and signs together with the old one for a day', async () => {
      const fixture = await open()
      const path = `/subscriptions/${fixture.subscription.id}/rotate-secret`
      const rotated = await fixture.post<WebhookSecretRotation>(path)
      expect(rotated.status).toBe(200)
      const { secret, previous_secret_valid_until: until } = rotated.body
      expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
      expect(secret).not.toBe(fixture.subscription.secret)
      expect((await fixture.subscriptions())[0]).toMatchObject({ previous_secret_valid_until: until })

      await fixture.pay()
      await fixture.arrived(1)
      const [both] = fixture.receiver.messages
      expect(both && [verifies(both, secret), verifies(both, fixture.subscription.secret)]).toEqual([
        true,
        true,
      ])

      await fixture.advance(A_DAY_SECONDS + 1)
      expect((await fixture.subscriptions())[0]).toMatchObject({ previous_secret_valid_until: null })
      await fixture.pay()
      await fixture.arrived(2)
      const [, one] = fixture.receiver.messages
      expect(one && [verifies(one, secret), verifies(one, fixture.subscription.secret)]).toEqual([
        true,
        false,
      ])
    })

    it('is the same for the same request', async () => {
      const fixture = await open()
      const rotate = () =>
        fixture.post<WebhookSecretRotation>(
          `/subscriptions/${fixture.subscription.id}/rotate-secret`,
          undefined,
          {
            'idempotency-key': 'rotation-1',
          },
        )
      expect((await rotate()).body).toEqual((await rotate()).body)
    })
  })

  it('does not show another merchant’s webhooks', async () => {
    const fixture = await open()
    await fixture.pay()
    const { id } = await fixture.deliveryIn('DELIVERED')
    const stranger = await otherMerchant(current().gateway)
    const subscription = `/subscriptions/${fixture.subscription.id}`
    const calls: readonly (readonly [string, string, unknown?])[] = [
      ['GET', `/api/webhooks/deliveries/${id}`],
      ['POST', '/api/webhooks/deliveries/replay', { delivery_ids: [id] }],
      ['POST', '/api/webhooks/deliveries/replay', { failed: true, subscription_id: fixture.subscription.id }],
      ['POST', `/api/webhooks${subscription}/rotate-secret`],
      ['POST', `/api/webhooks${subscription}/enable`],
      [
        'POST',
        '/api/webhooks/explain-signature',
        { subscription_id: fixture.subscription.id, headers: {}, body: 'x' },
      ],
      ['POST', `/simulators/webhooks${subscription}/laboratory`, { drop: 1 }],
      ['POST', `/simulators/webhooks/deliveries/${id}/resend`, {}],
      ['DELETE', `/simulators/webhooks${subscription}`],
    ]
    for (const [method, path, body] of calls) {
      const answer = await stranger.send(method, path, body, sandboxOf(stranger))
      expect([path, answer.status, answer.body]).toEqual([path, 404, UNKNOWN])
    }
    expect((await stranger.get<WebhookDeliveryList>('/api/webhooks/deliveries')).deliveries).toEqual([])
    expect(await stranger.get('/api/webhooks/subscriptions')).toEqual({ subscriptions: [] })
    expect(await fixture.subscriptions()).toHaveLength(1)
  })

  describe('the reason why a message does not verify', () => {
    it('is returned by the gateway that signed it', async () => {
      const fixture = await open()
      const other = await subscribe(fixture.merchant, {
        url: fixture.receiver.url,
        filters: ['transaction:declined'],
      })
      await fixture.pay()
      await fixture.arrived(1)
      const [message] = fixture.receiver.messages
      if (!message) throw new Error('nothing arrived')
      const explain = async (changes: Readonly<Record<string, unknown>>) => {
        const asked = {
          subscription_id: fixture.subscription.id,
          headers: message.headers,
          body: message.body,
          ...changes,
        }
        const answer = await fixture.post<SignatureExplanation>('/explain-signature', asked)
        expect(answer.status, answer.text).toBe(200)
        return answer.body
      }
      const causeOf = async (changes: Readonly<Record<string, unknown>>) => (await explain(changes)).cause
      expect(await explain({})).toMatchObject({ verified: true, cause: null })
      expect(await causeOf({ secret: fixture.subscription.secret })).toBeNull()
      expect(await causeOf({ secret: other.secret })).toBe('secret_of_another_subscription')
      expect(await causeOf({ secret: 'whsec_AAAA' })).toBe('secret_unknown')
      expect(await causeOf({ secret: 'secret' })).toBe('secret_malformed')
      expect(await causeOf({ subscription_id: other.id })).toBe('secret_of_another_subscription')
      expect(await causeOf({ body: '' })).toBe('body_missing')
      expect(await causeOf({ body: `${message.body}\n` })).toBe('body_reserialized')
      expect(await causeOf({ body: message.body.replace('10000', '1') })).toBe('body_changed')
      expect(await causeOf({ headers: { ...message.headers, 'webhook-id': 'msg_none' } })).toBe(
        'message_unknown',
      )
      expect(await causeOf({ headers: { ...message.headers, 'webhook-timestamp': '1' } })).toBe(
        'signature_mismatch',
      )
      expect(await causeOf({ headers: {} })).toBe('header_missing')
    })

    it('is returned to the SDK, for every body', async () => {
      const fixture = await open()
      const client = clientOf(fixture.merchant.ready)
      await fixture.pay()
      await fixture.deliveryIn('DELIVERED')
      const { deliveries } = await client.webhooks.listDeliveries({ limit: 1 })
      const copy = await fixture.tool<WebhookDelivery>(
        `/deliveries/${encodeURIComponent(deliveries[0]?.id ?? '')}/resend`,
        { changes: { payload: { description: 'Two ; apples' } } },
      )
      await fixture.arrived(2)
      const message = fixture.receiver.messages.find(({ id }) => id === copy.body.webhook_id)
      if (!message) throw new Error('the copy did not arrive')
      const ask = (rawBody: string) =>
        client.webhooks.explainSignature({
          subscriptionId: fixture.subscription.id,
          headers: message.headers,
          rawBody,
        })
      expect(await ask(message.body)).toMatchObject({ verified: true })
      const shown = message.body.replace('Two ; apples', '<script>alert(1)</script>')
      expect(await ask(shown)).toMatchObject({
        cause: 'body_changed',
        message: 'Not as they were sent: payload.description.',
      })
      expect((await client.webhooks.getDelivery(copy.body.id)).payload).toMatchObject({
        payload: { description: 'Two ; apples' },
      })
    })
  })
})
