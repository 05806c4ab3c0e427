import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import type { TokenizationEvent } from '@sluice/types'
import { LIMITS } from '@sluice/types/vocabulary'
import { isSignedMessage } from '@sluice/platform/crypto/standard-webhook'

import { startTestGateway, type TestGateway } from './test-gateway.ts'
import { type Answering, takeIt, FaultyReceiver } from './faulty-receiver.ts'

let gateway: TestGateway
let receiver: FaultyReceiver
const receivers: FaultyReceiver[] = []

beforeEach(async () => {
  gateway = await startTestGateway({ adapters: { webhookLimits: { deadlineMs: 1_000, stopMs: 300 } } })
  receiver = await startReceiver()
})
afterEach(async () => {
  await gateway.close()
  await Promise.all(receivers.splice(0).map((one) => one.close()))
})

async function startReceiver(answer?: Answering): Promise<FaultyReceiver> {
  const started = await FaultyReceiver.start(answer)
  receivers.push(started)
  return started
}

/** Subscribes the demo merchant, and returns the id and the secret. */
async function subscribe(url: string, filters: readonly string[] = ['*']) {
  const { status, body } = await gateway.send<{ id: string; secret: string }>(
    'POST',
    '/simulators/webhooks/subscriptions',
    { url, filters },
  )
  expect(status).toBe(201)
  return body
}

const deliveries = () => gateway.books.all('deliveries')

const subscriptions = () => gateway.books.all('subscriptions')

describe('webhooks', () => {
  it('arrive signed, with the event of the payment, without a request', async () => {
    const { secret } = await subscribe(receiver.url)
    const { transaction } = await gateway.pay()
    await vi.waitFor(() => expect(receiver.received).toHaveLength(1), 10_000)
    const [{ headers, body } = { headers: {}, body: '' }] = receiver.received
    expect(headers['webhook-id']).toMatch(/^msg_[0-9A-Za-z]{27}$/)
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'pgw-webhooks/1',
    })
    expect(isSignedMessage(body, headers, { secrets: [secret], nowMs: Date.now() })).toBe(true)
    expect(JSON.parse(body)).toMatchObject({
      event: 'transaction-svc:transaction:purchase:approved',
      payload: { id: transaction.id, status: 'APPROVED' },
    })
    await vi.waitFor(async () =>
      expect(await deliveries()).toMatchObject([{ status: 'DELIVERED', attempts: 1 }]),
    )
  })

  it('are sent only to subscribers', async () => {
    await subscribe(receiver.url, ['transaction:declined'])
    await gateway.pay()
    expect(await deliveries()).toEqual([])
  })

  it('are retried when they are due, with the same id', async () => {
    await subscribe(receiver.url)
    receiver.answer = (response, number) => void response.writeHead(number < 3 ? 500 : 200).end('so what')
    await gateway.pay()
    await vi.waitFor(
      async () => expect(await deliveries()).toMatchObject([{ status: 'DUE', attempts: 1 }]),
      10_000,
    )
    await gateway.advance(6_000)
    expect(receiver.received).toHaveLength(2)
    await gateway.advance(331_000)
    expect(receiver.received).toHaveLength(3)
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(await deliveries()).toMatchObject([{ status: 'DELIVERED', attempts: 3, last_status: 200 }])
    expect(await gateway.books.all('deliveryAttempts')).toMatchObject([
      { number: 1, status: 500, error: 'answered 500', response_excerpt: 'so what' },
      { number: 2, status: 500 },
      { number: 3, status: 200, error: null },
    ])
  })

  it('are parked after ten attempts', async () => {
    await subscribe(receiver.url)
    receiver.answer = (response) => void response.writeHead(500).end()
    await gateway.pay()
    await vi.waitFor(async () => expect(await deliveries()).toMatchObject([{ attempts: 1 }]), 10_000)
    for (const seconds of LIMITS.WEBHOOK_RETRY_DELAYS_SECONDS.slice(1)) {
      await gateway.advance((Math.ceil(seconds * 1.1) + 1) * 1000)
    }
    expect(receiver.received).toHaveLength(10)
    expect(await deliveries()).toMatchObject([{ status: 'FAILED', attempts: 10 }])
  })

  it('stop after five days of failures', async () => {
    await subscribe(receiver.url)
    receiver.answer = (response) => void response.writeHead(500).end()
    await gateway.pay()
    await vi.waitFor(async () => expect(await deliveries()).toMatchObject([{ attempts: 1 }]), 10_000)
    await gateway.advance(4 * 86_400_000)
    expect(await subscriptions()).toMatchObject([{ status: 'ACTIVE' }])
    await gateway.advance(86_400_000)
    expect(await subscriptions()).toMatchObject([{ status: 'DISABLED', disabled_reason: 'FAILING' }])
    expect(await deliveries()).toMatchObject([{ status: 'CANCELED' }])
  })

  it('stop at once for a receiver that answers 410', async () => {
    await subscribe(receiver.url)
    receiver.answer = (response) => void response.writeHead(410).end()
    await gateway.pay()
    await vi.waitFor(async () => expect(await deliveries()).toMatchObject([{ status: 'CANCELED' }]), 10_000)
    expect(await subscriptions()).toMatchObject([{ status: 'DISABLED', disabled_reason: 'GONE' }])
    await gateway.pay()
    expect((await deliveries()).map(({ status }) => status)).toEqual(['CANCELED', 'CANCELED'])
    expect(receiver.received).toHaveLength(1)
  })

  it('do not wait for a receiver that hangs', async () => {
    const hanging = await startReceiver(() => undefined)
    await subscribe(hanging.url)
    await subscribe(receiver.url)
    for (let count = 0; count < 12; count += 1) await gateway.pay()
    await vi.waitFor(() => expect(receiver.received).toHaveLength(12), 10_000)
  })

  it('events of a saved card and of its deletion are sent to explicit subscribers', async () => {
    await subscribe(receiver.url, [
      'tokenization-webhook:payment-method:tokenized',
      'tokenization-webhook:payment-method:deleted',
    ])
    await gateway.pay({ body: { tokenization: { save_card_for_future_payments: true } } })
    await vi.waitFor(() => expect(receiver.received).toHaveLength(1), 10_000)
    const { data } = JSON.parse(receiver.received[0]?.body ?? '') as TokenizationEvent
    const token = data.payment_method_id
    expect((await gateway.send('DELETE', `/api/payment-methods/${token}`)).status).toBe(204)
    await vi.waitFor(() => expect(receiver.received).toHaveLength(2), 10_000)
    expect(receiver.received.map(({ body }) => (JSON.parse(body) as { event: string }).event)).toEqual([
      'tokenization-webhook:payment-method:tokenized',
      'tokenization-webhook:payment-method:deleted',
    ])
  })

  it('delay the move of a clock no longer than one attempt may take', async () => {
    await subscribe(receiver.url)
    receiver.answer = () => undefined
    await gateway.pay()
    await vi.waitFor(async () => expect(await deliveries()).toMatchObject([{ attempts: 1 }]), 10_000)
    await gateway.advance(6_000)
    expect(await deliveries()).toMatchObject([{ attempts: 2, status: 'DUE', last_status: null }])
    expect(await gateway.books.all('deliveryAttempts')).toMatchObject([
      { error: 'no response within 1 s' },
      { error: 'no response within 1 s' },
    ])
  })

  it('are released when the gateway stops halfway, and sent by the next one', async () => {
    const { dataDir, app } = gateway
    await subscribe(receiver.url)
    receiver.answer = () => undefined
    await gateway.pay()
    await vi.waitFor(() => expect(receiver.received).toHaveLength(1), 10_000)
    await app.close()
    receiver.answer = takeIt
    gateway = await startTestGateway({ dataDir })
    await vi.waitFor(async () => expect(await deliveries()).toMatchObject([{ status: 'DELIVERED' }]), 10_000)
    const [first, second] = receiver.received
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
  })

  it('are affected by injected faults once, and arrive when they are replayed', async () => {
    const { id } = await subscribe(receiver.url)
    const set = await gateway.send('POST', `/simulators/webhooks/subscriptions/${id}/laboratory`, {
      drop: true,
    })
    expect(set.status).toBe(200)
    await gateway.pay()
    await vi.waitFor(async () => expect(await deliveries()).toMatchObject([{ status: 'DELIVERED' }]), 10_000)
    expect(receiver.received).toHaveLength(0)
    const [delivery] = await deliveries()
    const replayed = await gateway.send('POST', '/api/webhooks/deliveries/replay', {
      delivery_ids: [delivery?.['id']],
    })
    expect(replayed.status).toBe(200)
    await vi.waitFor(() => expect(receiver.received).toHaveLength(1), 10_000)
  })
})
