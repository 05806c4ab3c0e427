import { describe, expect, it } from 'vitest'
import { createFakeGateway, json } from '../../test/fake-gateway.ts'
import { createClient } from '../client.ts'
import { ConflictError } from '../errors/conflict-error.ts'
import { ValidationError } from '../errors/validation-error.ts'

const EXPLANATION = { verified: false, cause: 'body_reserialized', message: 'It is.', fix: 'Pass the bytes.' }

describe('webhooks', () => {
  it('are listed by the given filters', async () => {
    const gateway = createFakeGateway({ api: () => json(200, { deliveries: [], next_cursor: null }) })
    const { webhooks } = createClient(gateway.options)
    await webhooks.listDeliveries()
    await webhooks.listDeliveries({ status: 'FAILED', from: '2026-01-31T10:15:00Z', limit: 5 })
    expect(gateway.apiRequests.map(({ url }) => url)).toEqual([
      'https://gateway.example/api/webhooks/deliveries',
      'https://gateway.example/api/webhooks/deliveries?status=FAILED&from=2026-01-31T10%3A15%3A00Z&limit=5',
    ])
  })

  it.each([
    [{}, 'delivery_ids', 'give one of delivery_ids, from with to, and failed'],
    [{ failed: true as const, delivery_ids: ['a'] }, 'delivery_ids', /^give one of/],
    [{ delivery_ids: [] }, 'delivery_ids', 'length must be at least 1'],
    [{ from: '2026-01-31T10:15:00Z' }, 'to', 'is required'],
    [{ from: '2026-01-31T10:15:00Z', to: '2026-01-31T11:15:00+01:00' }, 'to', 'must be after from'],
    [{ from: 'yesterday', to: '2026-01-31T10:15:00Z' }, 'from', 'has an invalid format'],
    [{ delivery_ids: ['a'], subscription_id: 's' }, 'subscription_id', 'does not go with delivery_ids'],
  ])('are replayed by one choice, before anything is sent: %j', async (request, property, message) => {
    const gateway = createFakeGateway()
    const asked = createClient(gateway.options).webhooks.replay(request)
    await expect(asked).rejects.toThrow(ValidationError)
    await expect(asked).rejects.toMatchObject({
      errors: [{ property, message: expect.stringMatching(message) as unknown }],
    })
    expect(gateway.apiRequests).toEqual([])
  })

  it('explain why they are not sent again', async () => {
    const message = 'The subscription s is disabled: its receiver answered 410.'
    const gateway = createFakeGateway({ api: () => json(409, { error: 'Conflict', message }) })
    const asked = createClient(gateway.options).webhooks.replay({ failed: true })
    await expect(asked).rejects.toThrow(ConflictError)
    await expect(asked).rejects.toThrow(message)
  })

  it.each([
    [
      'an object of node:http',
      { 'Webhook-Id': 'msg_1', 'webhook-timestamp': '1', host: 'x', 'x-list': ['a'] },
    ],
    ['a Headers', new Headers({ 'webhook-id': 'msg_1', 'webhook-timestamp': '1', cookie: 'secret=1' })],
  ])('are explained by the headers of the signature and the exact bytes: %s', async (_, headers) => {
    const gateway = createFakeGateway({ api: () => json(200, EXPLANATION) })
    const { webhooks } = createClient(gateway.options)
    const explanation = await webhooks.explainSignature({
      subscriptionId: 's',
      headers,
      rawBody: '{"name":"Ö<b>"}',
      secret: 'whsec_AAAA',
    })
    expect(explanation).toEqual(EXPLANATION)
    expect(JSON.parse(gateway.apiRequests[0]?.body ?? '')).toEqual({
      subscription_id: 's',
      headers: { 'webhook-id': 'msg_1', 'webhook-timestamp': '1' },
      body_base64: Buffer.from('{"name":"Ö<b>"}', 'utf8').toString('base64'),
      secret: 'whsec_AAAA',
    })
  })
})
