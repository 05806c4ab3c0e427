import { describe, expect, it } from 'vitest'
import { createFakeGateway, json } from '../../test/fake-gateway.ts'
import { authorizeRequest, envelopeWith, session, sessionRequest, transaction } from '../../test/records.ts'
import { createClient } from '../client.ts'
import { SDK_VERSION } from '../version.ts'

describe('requests', () => {
  it('contain the headers that the service requires, and a new idempotency key each time', async () => {
    const gateway = createFakeGateway({ api: () => json(200, session) })
    const client = createClient({ ...gateway.options, baseUrl: 'https://gateway.example/' })
    await client.sessions.create(sessionRequest)
    await client.sessions.create(sessionRequest)

    const [first, second] = gateway.apiRequests
    expect(first?.url).toBe('https://gateway.example/api/sessions')
    expect(Object.fromEntries(first?.headers ?? [])).toMatchObject({
      accept: 'application/json',
      'content-type': 'application/json; charset=utf-8',
      'user-agent': `sluice-server-sdk/${SDK_VERSION}`,
    })
    const keys = [first, second].map((request) => request?.headers.get('idempotency-key'))
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
    expect(keys[1]).not.toBe(keys[0])
    expect(JSON.parse(first?.body ?? '')).toEqual(sessionRequest)
    for (const request of [...gateway.tokenRequests, ...gateway.apiRequests]) {
      expect(request.headers.get('user-agent')).toMatch(/./)
    }
  })

  it('contain no idempotency key and no body if they only read', async () => {
    const gateway = createFakeGateway({ api: () => json(200, { ...session, transaction_id: null }) })
    await createClient(gateway.options).sessions.get('a/b c')

    const [request] = gateway.apiRequests
    expect(request).toMatchObject({
      method: 'GET',
      body: '',
      url: 'https://gateway.example/api/sessions/a%2Fb%20c',
    })
    expect(request?.headers.has('idempotency-key')).toBe(false)
    expect(request?.headers.has('content-type')).toBe(false)
  })

  it('are checked by the contract first: nothing is sent, and the error names the members', async () => {
    const gateway = createFakeGateway()
    const client = createClient(gateway.options)
    const { terminal_id: _, ...incomplete } = sessionRequest
    const request = { ...incomplete, amount: 18.5, colour: 'blue' } as unknown as typeof sessionRequest

    await expect(client.sessions.create(request)).rejects.toMatchObject({
      code: 'validation_failed',
      foundBy: 'sdk',
      outcomeUnknown: false,
      errors: [{ property: 'terminal_id' }, { property: 'amount' }, { property: 'colour' }],
    })
    for (const id of ['', '.', '..']) {
      await expect(client.transactions.status(id)).rejects.toMatchObject({
        code: 'validation_failed',
        errors: [{ property: 'id', message: 'has an invalid format' }],
      })
    }
    expect(gateway.tokenForms).toHaveLength(0)
    expect(gateway.apiRequests).toHaveLength(0)
  })

  it('refuse plain card data under a sealed name, and a notification URL the gateway would refuse', async () => {
    const gateway = createFakeGateway()
    const { authorize } = createClient(gateway.options).transactions
    const { payment_method: method } = authorizeRequest
    const data = { ...method.data, encrypted_card_number: '4242424242424242' } as typeof method.data
    const plain = { ...authorizeRequest, payment_method: { ...method, data } as typeof method }

    await expect(authorize(plain)).rejects.toMatchObject({
      code: 'validation_failed',
      errors: [{ property: 'payment_method.data.encrypted_card_number' }],
    })
    const options = { three_ds: { notification_url: 'http://shop.example/notify' } }
    await expect(authorize({ ...authorizeRequest, options })).rejects.toMatchObject({
      code: 'notification_url_invalid',
      rule: 'must start with https://',
    })
    expect(gateway.apiRequests).toHaveLength(0)
  })

  it('address the 3DS calls by the transaction id', async () => {
    const gateway = createFakeGateway({ api: () => json(200, envelopeWith({ result: transaction })) })
    const { threeDs } = createClient(gateway.options)
    const id = '8a880dc0-d2d2-4067-bcb1-b08d1690b26e'
    await threeDs.requestAuthentication(id, { fingerprint_result: 'eyJ9', payment_data: 'p' })
    await threeDs.completeAuthentication({ payment_data: 'p', session_id: 's', trans_status: 'Y' })

    expect(gateway.apiRequests.map(({ url }) => new URL(url).pathname)).toEqual([
      `/api/transactions/three-ds/${id}/request-authentication`,
      '/api/transactions/three-ds/authentication-completed',
    ])
  })
})

describe('answers', () => {
  const authorizeAnswering = (body: unknown, status = 200) =>
    createClient(createFakeGateway({ api: () => json(status, body) }).options).transactions.authorize(
      authorizeRequest,
    )

  it('keep members and codes that are newer than this package', async () => {
    const younger = { ...transaction, status: 'PARTLY_APPROVED', processing_code: '5001', risk: { score: 3 } }
    await expect(authorizeAnswering(envelopeWith({ result: younger, hint: 'new' }))).resolves.toEqual(
      envelopeWith({ result: younger, hint: 'new' }),
    )
  })

  it('are valid without nullable members, and without params of error items', async () => {
    const { description: _, ...shorter } = transaction
    const invalid = { ...shorter, errors: [{ property: 'amount', message: 'is wrong' }] }
    await expect(authorizeAnswering({ result: invalid })).resolves.toEqual(
      envelopeWith({
        result: {
          ...invalid,
          description: null,
          errors: [{ property: 'amount', message: 'is wrong', params: [] }],
        },
      }),
    )
  })

  it.each([
    [
      'a required member is missing',
      envelopeWith({ result: { ...transaction, id: undefined } }),
      'result.id',
    ],
    ['a code is missing', envelopeWith({ result: { ...transaction, status: undefined } }), 'result.status'],
    [
      'a member has another type',
      envelopeWith({ result: { ...transaction, amount: '1850' } }),
      'result.amount',
    ],
    ['a code is no text', envelopeWith({ result: { ...transaction, status: 5 } }), 'result.status'],
  ])('break the contract when %s', async (_, body, place) => {
    const error = await authorizeAnswering(body).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'contract_violated', outcomeUnknown: true })
    expect((error as Error).message).toContain(place)
  })

  it('accept any 2xx', async () => {
    await expect(authorizeAnswering(envelopeWith({ result: transaction }), 201)).resolves.toMatchObject({
      result: { id: transaction.id },
    })
  })
})

describe('the status of a transaction', () => {
  it('is found', async () => {
    const gateway = createFakeGateway({ api: () => json(200, { found: true, transaction }) })
    await expect(createClient(gateway.options).transactions.status(transaction.id)).resolves.toEqual({
      found: true,
      transaction,
    })
  })

  it('is an answer also for an unknown id', async () => {
    const gateway = createFakeGateway({ api: () => json(404, { found: false, transaction: null }) })
    await expect(createClient(gateway.options).transactions.status('unknown')).resolves.toEqual({
      found: false,
      transaction: null,
    })
  })

  it('is not read from a 404 of another server', async () => {
    const gateway = createFakeGateway({ api: () => new Response('<h1>Not here</h1>', { status: 404 }) })
    await expect(createClient(gateway.options).transactions.status('unknown')).rejects.toMatchObject({
      code: 'contract_violated',
    })
  })
})

describe('lost answers', () => {
  const failing = (api: () => Promise<Response>) => createFakeGateway({ api })
  const refused = Object.assign(new TypeError('fetch failed'), {
    cause: Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
  })
  const reset = Object.assign(new TypeError('fetch failed'), {
    cause: Object.assign(new Error('read'), { code: 'ECONNRESET' }),
  })

  it('leave the outcome unknown, and say how to find it out', async () => {
    const gateway = failing(() => Promise.reject(reset))
    const error = await createClient(gateway.options)
      .transactions.authorize(authorizeRequest)
      .catch((reason: unknown) => reason)

    const key = gateway.apiRequests[0]?.headers.get('idempotency-key')
    expect(error).toMatchObject({
      code: 'connection_failed',
      outcomeUnknown: true,
      call: { reference: 'order-1001', idempotencyKey: key },
    })
    expect((error as Error).message).toBe(
      `POST /api/transactions/authorize at https://gateway.example received no response (TypeError ← Error ECONNRESET). Check that a gateway is running there and is reachable from this machine. The outcome of reference order-1001 is unknown; to find out, send the same request with idempotencyKey ${key}, or query the status before you try anything else.`,
    )
    expect(gateway.apiRequests).toHaveLength(1)
  })

  it('are harmless if the request was not sent, or only reads', async () => {
    const unreachable = createClient(failing(() => Promise.reject(refused)).options)
    await expect(unreachable.transactions.authorize(authorizeRequest)).rejects.toMatchObject({
      outcomeUnknown: false,
    })
    const lost = createClient(failing(() => Promise.reject(reset)).options)
    await expect(lost.transactions.status('t')).rejects.toMatchObject({ outcomeUnknown: false })
  })

  it('are awaited until the deadline, also in the middle of a body', async () => {
    const silent = failing(() => new Promise(() => {}))
    const dripping = failing(() =>
      Promise.resolve(new Response(new ReadableStream({ pull: () => new Promise(() => {}) }))),
    )
    for (const { options } of [silent, dripping]) {
      const client = createClient({ ...options, timeoutMs: 20 })
      await expect(client.sessions.create(sessionRequest)).rejects.toMatchObject({
        code: 'request_timed_out',
        timeoutMs: 20,
        outcomeUnknown: true,
      })
    }
  })
})

describe('options', () => {
  const { options } = createFakeGateway()

  it.each([
    ['baseUrl', 'gateway.example'],
    ['baseUrl', 'https://user:password@gateway.example'],
    ['authUrl', 'ftp://id.example'],
    ['authUrl', 'https://id.example?realm=x'],
    ['realm', ''],
    ['clientId', ' '],
    ['clientSecret', undefined],
    ['timeoutMs', 0],
    ['timeoutMs', 1.5],
    ['userAgent', ''],
    ['userAgent', 'two\r\nlines'],
  ])('are refused at the start: %s %j', (option, value) => {
    expect(() => createClient({ ...options, [option]: value })).toThrow(
      expect.objectContaining({ code: 'configuration_invalid', option }),
    )
  })
})
