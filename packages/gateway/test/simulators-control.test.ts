/** Tests the control interface of simulators in a separate process. */
import { randomUUID } from 'node:crypto'
import { request } from 'node:http'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { ProviderAuthorization } from '../src/transactions/index.ts'
import { authorizationOf, earlierCall } from './provider-requests.ts'
import { startSimulators, type TestSimulators } from './start-simulators.ts'

const TOKEN = 'known-to-the-operator-of-the-simulators-only'

let simulators: TestSimulators
let url: URL

beforeAll(async () => {
  simulators = await startSimulators({ timeoutMs: 3_000, operatorToken: TOKEN })
  url = new URL(simulators.addresses.three_ds_servers[0].url)
})
afterAll(() => simulators.close())

interface Answer {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

function control(
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port: url.port,
        path: `/control${path}`,
        method: 'POST',
        headers: { 'user-agent': 'test', 'content-type': 'application/json', ...headers },
      },
      (response) => {
        let text = ''
        response.on('data', (part: Buffer) => (text += part.toString()))
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            body: text === '' ? {} : (JSON.parse(text) as Answer['body']),
          }),
        )
      },
    )
    sent.on('error', reject)
    sent.end(JSON.stringify(body))
  })
}

const provider = (id: string) => {
  const found = simulators.providers.get(id)
  if (!found) throw new Error(`no provider ${id}`)
  return found
}

async function instruct(merchantId: string, metadata: object): Promise<void> {
  const input = { merchant_id: merchantId, request: 'AUTHORIZATION', metadata }
  expect(await control('/instructions', input)).toEqual({ status: 200, body: {} })
}

describe('the control interface of simulators', () => {
  it.each([
    ['from elsewhere without a token', { host: 'simulators.example' }, 421],
    ['through a proxy without a token', { 'x-forwarded-for': '192.0.2.1' }, 401],
    [
      'through a proxy with another token',
      { 'x-forwarded-for': '192.0.2.1', authorization: 'Bearer wrong' },
      401,
    ],
    ['by a page of another origin', { origin: 'https://evil.example' }, 403],
    [
      'through a proxy with the token',
      { 'x-forwarded-for': '192.0.2.1', authorization: `Bearer ${TOKEN}` },
      200,
    ],
    ['by a program of the same machine', {}, 200],
  ])('is used %s: %j → %i', async (_who, headers, status) => {
    expect((await control('/due', {}, headers)).status).toBe(status)
  })

  it.each([
    ['/nothing', {}, 404, 'path'],
    ['/clock', { merchant_id: 'shop', ahead_seconds: -1 }, 422, 'members: ahead_seconds'],
    ['/clock', { merchant_id: 'shop', advance_seconds: 1 }, 422, 'members: ahead_seconds'],
    ['/books', { keys: [] }, 422, 'members: '],
    ['/instructions', { merchant_id: 'shop', request: 'PAYMENT', metadata: {} }, 422, 'members: request'],
    [
      '/instructions',
      { merchant_id: 'shop', request: 'ORDER', metadata: { fault: 'SERVER_ERROR' } },
      422,
      'members: metadata',
    ],
    [
      '/instructions',
      { merchant_id: 'shop', request: 'ORDER', metadata: { simulated_fault: 'EARTHQUAKE' } },
      422,
      'metadata.simulated_fault ',
    ],
  ])('refuses POST %s %j', async (path, body, status, reason) => {
    const answer = await control(path, body)
    expect(answer.status).toBe(status)
    expect(String(answer.body['reason'])).toContain(reason)
  })

  it('makes the next request of a merchant fail, and shows the executed calls', async () => {
    const merchantId = randomUUID()
    await instruct(merchantId, { simulated_fault: 'TIMEOUT_AFTER_EXECUTION' })
    const other = authorization(randomUUID())
    expect(await provider('sim-a').authorize(other)).toMatchObject({ processingCode: '0000' })
    const request = authorization(merchantId)
    await expect(provider('sim-a').authorize(request)).rejects.toThrow()
    const { body } = await control('/books', { transaction_ids: [request.transactionId] })
    expect(body['entries']).toEqual([
      {
        provider_id: 'sim-a',
        key: request.idempotencyKey,
        type: 'PURCHASE',
        merchant_id: merchantId,
        transaction_id: request.transactionId,
        amount: 10_000,
        currency: 'EUR',
        original_key: null,
        processing_code: '0000',
        is_settled: true,
      },
    ])
    const again = authorization(merchantId)
    expect(await provider('sim-a').authorize(again)).toMatchObject({ processingCode: '0000' })
  })

  it('moves the clock of a merchant, and removes its data', async () => {
    const merchantId = randomUUID()
    await instruct(merchantId, { response_code: '1002' })
    const request = authorization(merchantId)
    expect(await provider('sim-a').authorize(request)).toMatchObject({ processingCode: '1002' })
    const moved = await control('/clock', { merchant_id: merchantId, ahead_seconds: 60 })
    expect(moved.body).toEqual({ merchant_id: merchantId, ahead_seconds: 60, done: 0 })
    expect(await provider('sim-a').findOutcome(earlierCall(request.idempotencyKey))).toMatchObject({
      processingCode: '0000',
    })
    await control('/removals', { merchant_id: merchantId })
    const { body } = await control('/books', { keys: [request.idempotencyKey] })
    expect(body).toEqual({ entries: [] })
  })
})

function authorization(merchantId: string): ProviderAuthorization {
  const key = randomUUID()
  return { ...authorizationOf({ key }), merchantId, transactionId: randomUUID(), metadata: null }
}
