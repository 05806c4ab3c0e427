import { describe, expect, expectTypeOf, it, vi } from 'vitest'
import { CANARIES, createFakeGateway, json } from '../test/fake-gateway.ts'
import { authorizeRequest, envelopeWith, session, sessionRequest, transaction } from '../test/records.ts'
import { createClient } from './client.ts'
import type { Hooks, RequestView, ResponseView } from './http/hooks.ts'

const found = () => json(200, { ...session, transaction_id: null }, { 'x-request-id': 'req-7' })

describe('withResponse', () => {
  it('returns the response with the data, of the same request', async () => {
    const gateway = createFakeGateway({ api: found })
    const call = createClient(gateway.options).sessions.get('s')
    const { data, status, headers, requestId } = await call.withResponse()
    expect(data).toEqual(await call)
    expect({ status, requestId }).toEqual({ status: 200, requestId: 'req-7' })
    expect(headers.get('content-type')).toContain('json')
    expect(gateway.apiRequests).toHaveLength(1)
  })

  it('fails once, without an additional unhandled rejection', async () => {
    const unhandled = vi.fn()
    process.on('unhandledRejection', unhandled)
    const gateway = createFakeGateway({ api: () => json(404, {}) })
    const client = createClient(gateway.options)
    await expect(client.sessions.get('s').withResponse()).rejects.toMatchObject({ code: 'not_found' })
    await expect(client.sessions.get('s')).rejects.toMatchObject({ code: 'not_found' })
    await new Promise((resolve) => setImmediate(resolve))
    process.off('unhandledRejection', unhandled)
    expect(unhandled).not.toHaveBeenCalled()
  })
})

describe('fetch', () => {
  it('is called without a receiver, as workerd demands of its own', async () => {
    const gateway = createFakeGateway({ api: found })
    const inner = gateway.options.fetch!
    const strict = function (this: unknown, request: Request): Promise<Response> {
      if (this !== undefined && this !== globalThis) throw new TypeError('Illegal invocation')
      return inner(request)
    }
    const client = createClient({ ...gateway.options, fetch: strict })
    await expect(client.sessions.get('s')).resolves.toMatchObject({ id: session.id })
  })

  it('explains a refused certificate, and that nothing was done', async () => {
    const expired = Object.assign(new Error('certificate has expired'), { code: 'CERT_HAS_EXPIRED' })
    const gateway = createFakeGateway({
      api: () => {
        throw new TypeError('fetch failed', { cause: expired })
      },
    })
    const client = createClient({ ...gateway.options, tries: 1 })
    await expect(client.sessions.create(sessionRequest)).rejects.toMatchObject({
      code: 'connection_failed',
      outcomeUnknown: false,
      message: expect.stringContaining('The certificate of the server was rejected'),
    })
  })
})

describe('request', () => {
  it('reaches paths without a method, with token, key, retries and errors', async () => {
    const gateway = createFakeGateway({
      api: (_, count) => (count === 1 ? json(401, {}) : json(200, { id: 'o 1' })),
    })
    const client = createClient(gateway.options)
    const order = await client.request<{ id: string }>({
      method: 'POST',
      path: '/api/orders/{order_id}/notes',
      params: { order_id: 'o 1' },
      query: { draft: true, page: undefined },
      body: { reference: 'order-1001', text: 'fragile' },
    })
    expectTypeOf(order).toEqualTypeOf<{ id: string }>()
    expect(order).toEqual({ id: 'o 1' })
    expect(gateway.apiRequests[1]).toMatchObject({
      method: 'POST',
      url: 'https://gateway.example/api/orders/o%201/notes?draft=true',
      body: '{"reference":"order-1001","text":"fragile"}',
    })
    expect(gateway.apiRequests[1]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('returns the body: JSON, another text, nothing', async () => {
    const bodies = ['{"a":1}', 'a,b\n1,2', '']
    const gateway = createFakeGateway({ api: (_, count) => new Response(bodies[count - 1]) })
    const client = createClient(gateway.options)
    const read = () => client.request({ method: 'GET', path: '/api/export' })
    expect([await read(), await read(), await read()]).toEqual([{ a: 1 }, 'a,b\n1,2', undefined])
  })

  it.each([
    'api',
    '//elsewhere.example',
    '/api/../admin',
    '/api/..',
    '/api/%2E%2e',
    '/./api',
    '/api\\x',
    '/api?x=1',
    '/api#x',
    '/a b',
    '/./x',
    '/api/%2E%2e/admin',
  ])('refuses the path %s, which is not below baseUrl', async (path) => {
    const gateway = createFakeGateway()
    await expect(createClient(gateway.options).request({ method: 'GET', path })).rejects.toMatchObject({
      code: 'configuration_invalid',
      option: 'path',
    })
    expect(gateway.tokenForms).toHaveLength(0)
  })

  it('names the path as it was given, so that ids stay out of errors', async () => {
    const gateway = createFakeGateway({ api: () => json(404, {}) })
    const call = createClient(gateway.options).request({
      method: 'GET',
      path: '/api/x/{id}',
      params: { id: 'capability' },
    })
    const error: unknown = await call.catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'not_found', call: { path: '/api/x/{id}' } })
  })
})

describe('ready', () => {
  it('gets the token that the first call then uses', async () => {
    const gateway = createFakeGateway({ api: found })
    const client = createClient(gateway.options)
    await client.ready()
    expect(gateway.tokenForms).toHaveLength(1)
    await client.sessions.get('s')
    expect(gateway.tokenForms).toHaveLength(1)
  })

  it('reports at startup that the client is refused', async () => {
    const gateway = createFakeGateway({ token: () => json(401, { error: 'invalid_client' }) })
    await expect(createClient(gateway.options).ready()).rejects.toMatchObject({
      code: 'authentication_failed',
    })
  })
})

describe('headers', () => {
  it('are added for the client and for a call, with lower-case names', async () => {
    const gateway = createFakeGateway({ api: found })
    const client = createClient({ ...gateway.options, headers: { 'X-Shop': 'harbour', 'x-env': 'a' } })
    await client.sessions.get('s', { headers: { 'X-ENV': 'b' } })
    const [{ headers } = {}] = gateway.apiRequests
    expect([headers?.get('x-shop'), headers?.get('x-env')]).toEqual(['harbour', 'b'])
    expect(gateway.tokenRequests[0]?.headers.get('x-shop')).toBe('harbour')
  })

  it.each([
    { authorization: 'Bearer x' },
    { 'Idempotency-Key': 'k' },
    { 'User-Agent': 'x' },
    { 'x-a': 'two\r\nlines' },
    { 'x-a': '' },
    { 'x a': 'x' },
    { 'x-a': 1 },
  ] as Record<string, string>[])('are refused: %j', async (headers) => {
    const gateway = createFakeGateway()
    expect(() => createClient({ ...gateway.options, headers })).toThrow(
      expect.objectContaining({ code: 'configuration_invalid', option: 'headers' }),
    )
    await expect(createClient(gateway.options).sessions.get('s', { headers })).rejects.toMatchObject({
      code: 'configuration_invalid',
    })
    expect(gateway.tokenForms).toHaveLength(0)
  })

  it('name the software that made a request', async () => {
    const gateway = createFakeGateway({ api: found })
    const appInfo = { name: 'harbour-extension', version: '2.1.0', url: 'https://harbour.example' }
    await createClient({ ...gateway.options, appInfo }).sessions.get('s')
    expect(gateway.apiRequests[0]?.headers.get('user-agent')).toMatch(
      /^sluice-server-sdk\/\S+ harbour-extension\/2\.1\.0 \(https:\/\/harbour\.example\)$/,
    )
  })
})

describe('options of a call', () => {
  it.each([
    ['timeoutMs', 0],
    ['deadlineMs', 2_147_483_648],
    ['idempotencyKey', ''],
    ['idempotencyKey', 'k'.repeat(256)],
    ['idempotencyKey', 'schlüssel'],
    ['signal', {}],
  ])('are refused before anything is sent: %s %j', async (option, value) => {
    const gateway = createFakeGateway()
    const call = createClient(gateway.options).transactions.authorize(authorizeRequest, { [option]: value })
    await expect(call).rejects.toMatchObject({ code: 'configuration_invalid', option })
    expect(gateway.tokenForms).toHaveLength(0)
  })
})

describe('hooks', () => {
  it('see every exchange of a call, and nothing secret of it', async () => {
    const requests: RequestView[] = []
    const responses: ResponseView[] = []
    const gateway = createFakeGateway({
      api: ({ headers }, count) => {
        expect(headers.get('traceparent')).toBe('00-trace')
        return count === 1 ? json(401, {}) : json(200, envelopeWith({ result: transaction }))
      },
    })
    const client = createClient({
      ...gateway.options,
      hooks: {
        onRequest(view) {
          requests.push(view)
          return { traceparent: '00-trace', authorization: 'Bearer other' }
        },
        onResponse: (view) => void responses.push(view),
      },
    })
    await client.transactions.authorize(authorizeRequest)

    const token = '/realms/{realm}/protocol/openid-connect/token'
    const authorize = '/api/transactions/authorize'
    expect(requests.map(({ call }) => call.path)).toEqual([token, authorize, token, authorize])
    expect(responses.map(({ status }) => status)).toEqual([200, 401, 200, 200])
    expect(requests[1]?.call).toBe(requests[3]?.call)
    expect(requests[1]).toMatchObject({ origin: 'https://gateway.example', attempt: 1 })
    expect(gateway.apiRequests[0]?.headers.get('authorization')).toContain(CANARIES.accessToken)
    expect(JSON.stringify([requests, responses])).not.toContain('canary')
  })

  it('cannot stop a payment', async () => {
    const broken: Hooks = {
      onRequest() {
        throw new Error('hook')
      },
      onResponse: () => late as unknown as void,
    }
    const late = Promise.reject(new Error('hook'))
    const heard = vi.spyOn(late, 'catch')
    const gateway = createFakeGateway({ api: () => json(200, envelopeWith({ result: transaction })) })
    const client = createClient({ ...gateway.options, hooks: [broken, broken] })
    await expect(client.transactions.authorize(authorizeRequest)).resolves.toMatchObject({
      result: { id: transaction.id },
    })
    // Otherwise it would end the process.
    expect(heard).toHaveBeenCalled()
  })
})

describe('transactions.awaitFinal', () => {
  it('queries the status until it is final', async () => {
    const gateway = createFakeGateway({
      api: (_, count) =>
        json(200, {
          found: true,
          transaction: { ...transaction, status: count < 3 ? 'PENDING' : 'APPROVED' },
        }),
    })
    const outcome = await createClient(gateway.options).transactions.awaitFinal(transaction.id)
    expect(outcome).toMatchObject({ kind: 'final', transaction: { status: 'APPROVED' } })
    expect(gateway.apiRequests).toHaveLength(3)
  })
})

describe('hosted payment pages', () => {
  it('are created for one order, with the amount checked by the compiler', async () => {
    const page = { redirect_url: 'https://gateway.example/hpp/payment/ck_test_1/s', session_id: 's' }
    const gateway = createFakeGateway({ api: () => json(200, page) })
    const client = createClient(gateway.options)
    await expect(client.hostedPaymentPages.create(sessionRequest)).resolves.toEqual(page)
    expect(gateway.apiRequests[0]?.url).toBe('https://gateway.example/api/hosted-payment-page')
  })
})

describe('types', () => {
  const { sessions, transactions } = createClient(createFakeGateway().options)

  it('reject a fractional amount, an unknown member, and a missing one', () => {
    const amount: number = sessionRequest.amount
    const { reference: _, ...incomplete } = sessionRequest
    // Compiled, not run: the compiler fails where an expected error does not come.
    const calls = [
      () => sessions.create({ ...sessionRequest, amount: 1850 }),
      () => sessions.create({ ...sessionRequest, amount }),
      () => sessions.create(sessionRequest),
      // @ts-expect-error -- 18.5 is no number of minor units
      () => sessions.create({ ...sessionRequest, amount: 18.5 }),
      // @ts-expect-error -- 18.5 is no number of minor units
      () => transactions.authorize({ ...authorizeRequest, amount: 18.5 }),
      // @ts-expect-error -- text is no amount
      () => sessions.create({ ...sessionRequest, amount: '1850' }),
      // @ts-expect-error -- colour is no member
      () => sessions.create({ ...sessionRequest, colour: 'blue' }),
      // @ts-expect-error -- reference is missing
      () => sessions.create(incomplete),
      // @ts-expect-error -- a call that only reads has no key
      () => sessions.get('s', { idempotencyKey: 'k' }),
    ]
    expect(calls).toHaveLength(9)
  })
})
