import type { SandboxCredentials, WebhookDelivery, WebhookSubscriptionCreated } from '@sluice/types'
import { describe, expect, it, onTestFinished } from 'vitest'

import { describeAtBothGateways } from './both-gateways.ts'
import { MerchantAtGateway } from './merchant-at-gateway.ts'
import { startWebhookReceiver, verifies } from './webhook-receiver.ts'
import { sandboxOf, subscribe, WebhookFixture } from './webhook-fixture.ts'

const OFF = { duplicate: 0, reorder: 0, drop: 0, delay_seconds: 0, seed: null }

describeAtBothGateways('webhook fault injection', (current) => {
  const open = () => WebhookFixture.open(current().gateway)

  describe('a sandbox’s own subscription', () => {
    it('has a secret that signs, and is listed without it', async () => {
      const fixture = await open()
      const { secret, ...shown } = fixture.subscription
      expect(await fixture.subscriptions()).toEqual([shown])
      expect(shown).toMatchObject({ status: 'ACTIVE', laboratory: null, url: fixture.receiver.url })
      await fixture.pay()
      await fixture.arrived(1)
      const [message] = fixture.receiver.messages
      expect(message && verifies(message, secret)).toBe(true)
    })

    it('gets the events of its filters, and nothing after its removal', async () => {
      const fixture = await open()
      const filters = ['transaction:declined']
      const declined = await subscribe(fixture.merchant, { url: fixture.receiver.url, filters })
      await fixture.pay()
      await fixture.deliveryIn('DELIVERED')
      expect(await fixture.deliveries(`?subscription_id=${declined.id}`)).toEqual([])

      const [delivery] = await fixture.deliveries()
      const path = `/simulators/webhooks/subscriptions/${fixture.subscription.id}`
      const removed = await fixture.merchant.send('DELETE', path, undefined, sandboxOf(fixture.merchant))
      expect(removed.status).toBe(204)
      expect((await fixture.subscriptions()).map(({ id }) => id)).toEqual([declined.id])
      expect((await fixture.merchant.send('GET', `/api/webhooks/deliveries/${delivery?.id}`)).status).toBe(
        404,
      )
      await fixture.pay()
      expect(await fixture.deliveries()).toEqual([])
      for (const book of ['deliveryAttempts', 'subscribedEvents'] as const) {
        const rows = await current().rowsOf(book)
        const left = rows.filter((row) => row['merchant_id'] === fixture.merchant.ready.merchant_id)
        expect(left.every((row) => row['subscription_id'] === declined.id)).toBe(true)
      }
    })

    it.each([
      ['http://shop.example/webhooks', ['*'], ['url']],
      ['https://shop.example/webhooks', [], ['filters']],
      ['https://shop.example/webhooks', ['transaction:lost'], ['filters.0']],
    ])('is refused with %s and %j', async (url, filters, properties) => {
      const answer = await current().gateway.send<{ errors: { property: string }[] }>(
        'POST',
        '/simulators/webhooks/subscriptions',
        { url, filters },
      )
      expect(answer.status).toBe(422)
      expect(answer.body.errors.map(({ property }) => property)).toEqual(properties)
    })

    it('may be created with the sandbox, and is signed as well', async () => {
      const receiver = await startWebhookReceiver()
      onTestFinished(() => receiver.close())
      const { gateway } = current()
      const made = await gateway.send<SandboxCredentials>('POST', '/simulators/sandboxes', {
        webhook_url: receiver.url,
      })
      const merchant = new MerchantAtGateway(made.body, gateway.clock)
      await merchant.authorize({ flow: 'NO_3DS' })
      await expect.poll(() => receiver.messages.length).toBe(1)
      const [message] = receiver.messages
      expect(message && verifies(message, made.body.webhook?.secret ?? '')).toBe(true)
    })
  })

  describe('switches', () => {
    it('can be read, and turned off again', async () => {
      const fixture = await open()
      await fixture.switches({
        duplicate: true,
        reorder: 0.25,
        drop: false,
        delay_seconds: 60,
        seed: 'run 7',
      })
      const [switched] = await fixture.subscriptions()
      expect(switched?.laboratory).toEqual({
        duplicate: 1,
        reorder: 0.25,
        drop: 0,
        delay_seconds: 60,
        seed: 'run 7',
      })
      await fixture.switches({})
      expect((await fixture.subscriptions())[0]?.laboratory).toBeNull()
      await fixture.switches({ drop: true })
      expect((await fixture.subscriptions())[0]?.laboratory).toEqual({ ...OFF, drop: 1 })
    })

    it.each([
      [{ drop: 2 }, 'drop', 'must be between 0 and 1'],
      [{ drop: 'often' }, 'drop', 'has an invalid format'],
      [{ delay_seconds: 3601 }, 'delay_seconds', 'must be between 0 and 3600'],
      [{ lose: true }, 'lose', 'is not a documented field'],
    ])('%j is refused', async (switches, property, message) => {
      const fixture = await open()
      const path = `/subscriptions/${fixture.subscription.id}/laboratory`
      const answer = await fixture.tool<{ errors: unknown[] }>(path, switches)
      expect(answer.status).toBe(422)
      expect(answer.body.errors).toMatchObject([{ property, message }])
    })

    it('duplicate: the receiver gets it twice, with one webhook-id', async () => {
      const fixture = await open()
      await fixture.switches({ duplicate: true })
      await fixture.pay()
      await fixture.arrived(2)
      const [first, second] = fixture.receiver.messages
      expect([second?.id, second?.body]).toEqual([first?.id, first?.body])
      const { id } = await fixture.deliveryIn('DELIVERED')
      expect((await fixture.delivery(id)).attempts).toHaveLength(2)
    })

    it('drop: it counts as delivered without being sent; a replay delivers it', async () => {
      const fixture = await open()
      await fixture.switches({ drop: true })
      await fixture.pay()
      const { id } = await fixture.deliveryIn('DELIVERED')
      expect(fixture.receiver.messages).toEqual([])
      expect((await fixture.delivery(id)).attempts).toMatchObject([
        { status: null, error: expect.stringContaining('laboratory') as unknown },
      ])
      await fixture.post('/deliveries/replay', { delivery_ids: [id] })
      await fixture.arrived(1)
    })

    it('delay: it waits by the clock of the sandbox', async () => {
      const fixture = await open()
      await fixture.switches({ delay_seconds: 3600 })
      await fixture.pay()
      await fixture.postponed()
      await fixture.advance(3500)
      expect(fixture.receiver.messages).toEqual([])
      await fixture.advance(101)
      await fixture.deliveryIn('DELIVERED')
      expect(fixture.receiver.messages).toHaveLength(1)
    })

    it('reorder: a later event arrives first', async () => {
      const fixture = await open()
      await fixture.switches({ reorder: true, delay_seconds: 60 })
      const early = await fixture.pay()
      await fixture.postponed()
      await fixture.switches({})
      const late = await fixture.pay()
      await fixture.arrived(1)
      await fixture.advance(120)
      await fixture.arrived(2)
      expect(fixture.receiver.messages.map(({ event }) => event.payload['id'])).toEqual([late, early])
    })
  })

  describe('an edited copy', () => {
    it('is a separate, signed message for one subscription', async () => {
      const fixture = await open()
      const others = await startWebhookReceiver()
      onTestFinished(() => others.close())
      await subscribe(fixture.merchant, { url: others.url })
      await fixture.pay()
      await fixture.arrived(1)
      const [delivery] = await fixture.deliveries(`?subscription_id=${fixture.subscription.id}`)
      await expect.poll(() => others.messages.length).toBe(1)

      const changes = { event: 'transaction-svc:transaction:chargeback:approved', payload: { amount: 1 } }
      const path = `/deliveries/${encodeURIComponent(delivery?.id ?? '')}/resend`
      const answer = await fixture.tool<WebhookDelivery>(path, { changes })
      expect(answer.status, answer.text).toBe(201)
      expect(answer.body).toMatchObject({ event: changes.event, transaction_id: null })
      await fixture.arrived(2)
      const [original, copy] = fixture.receiver.messages
      expect(copy?.id).toBe(answer.body.webhook_id)
      expect(copy?.id).not.toBe(original?.id)
      expect(copy && verifies(copy, fixture.subscription.secret)).toBe(true)
      expect(copy?.event).toEqual({
        event: changes.event,
        payload: { ...original?.event.payload, amount: 1 },
      })
      expect(others.messages).toHaveLength(1)

      // It can be sent repeatedly.
      expect((await fixture.tool(path, {})).status).toBe(201)
      await fixture.arrived(3)
      expect(fixture.receiver.messages[2]?.body).toBe(original?.body)
      expect(others.messages).toHaveLength(1)
    })
  })

  it('belongs to the named sandbox', async () => {
    const path = '/simulators/webhooks/subscriptions'
    const input = { url: 'http://localhost:9/webhooks' }
    const { gateway } = current()
    const unknown = await gateway.send('POST', path, input, { 'x-sandbox-id': 'unknown' })
    expect([unknown.status, unknown.body]).toEqual([404, { error: 'Not Found' }])
    const made = await gateway.send<WebhookSubscriptionCreated>('POST', path, input)
    const { subscriptions } = await gateway.get<{ subscriptions: { id: string }[] }>(
      '/api/webhooks/subscriptions',
    )
    expect(subscriptions.map(({ id }) => id)).toContain(made.body.id)
  })
})
