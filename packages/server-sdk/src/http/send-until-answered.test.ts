import { getEventListeners } from 'node:events'
import { describe, expect, it } from 'vitest'
import { createFakeGateway, type FakeGateway, hold, json, tokenAnswer } from '../../test/fake-gateway.ts'
import { authorizeRequest, envelopeWith, session, sessionRequest, transaction } from '../../test/records.ts'
import { createClient } from '../client.ts'
import type { RetryView } from './hooks.ts'

const approved = () => json(200, envelopeWith({ result: transaction }))
const found = () => json(200, { ...session, transaction_id: null })
const failWith = (code: string) =>
  Promise.reject(
    Object.assign(new TypeError('fetch failed'), { cause: Object.assign(new Error('connect'), { code }) }),
  )
const keysOf = ({ apiRequests }: FakeGateway) =>
  new Set(apiRequests.map(({ headers }) => headers.get('idempotency-key')))
const paymentRequest = {
  terminal_id: 'T00000000001',
  reference: 'order-1001',
  description: 'Harbour mug',
  currency: 'EUR',
  amount: 1850,
  method: 'OPEN_BANKING',
  country: 'DE',
  customer_ip: '203.0.113.7',
  return_url: 'https://shop.example/thanks',
  error_url: 'https://shop.example/failed',
  cancel_url: 'https://shop.example/cart',
} as const

/** Fails the first three tries, each in its own way. */
function shaky(answer: () => Response, failures: readonly (() => Response | Promise<Response>)[]) {
  return createFakeGateway({ api: (_, count) => failures[count - 1]?.() ?? answer() })
}

describe('attempts', () => {
  const lost = () => failWith('ECONNRESET')
  const refused = () => failWith('ECONNREFUSED')
  const busy = (status: number) => () => json(status, {})

  it('continue for reads, and for payments and payouts by reference', async () => {
    const reading = shaky(found, [lost, busy(503), busy(429)])
    await expect(createClient(reading.options).sessions.get('s')).resolves.toMatchObject({ id: session.id })
    const paying = shaky(approved, [lost, busy(502), busy(504)])
    const { transactions } = createClient(paying.options)
    await expect(transactions.createPayment(paymentRequest)).resolves.toMatchObject({
      result: { id: transaction.id },
    })
    expect(paying.apiRequests).toHaveLength(4)
    expect(keysOf(paying).size).toBe(1)
    expect(new Set(paying.apiRequests.map(({ body }) => body)).size).toBe(1)
  })

  it.each([
    ['a lost answer', lost, 'connection_failed', true],
    ['429', busy(429), 'rate_limited', false],
    ['502', busy(502), 'server_failed', true],
    ['503', busy(503), 'service_unavailable', true],
    ['504', busy(504), 'server_failed', true],
  ])('end after %s for what could be executed twice', async (_, failure, code, outcomeUnknown) => {
    const gateway = shaky(approved, [failure])
    const call = createClient(gateway.options).transactions.authorize(authorizeRequest)
    await expect(call).rejects.toMatchObject({ code, outcomeUnknown })
    expect(gateway.apiRequests).toHaveLength(1)
  })

  it('continue for everything if the request was not sent', async () => {
    for (const code of ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN']) {
      const gateway = shaky(approved, [() => failWith(code)])
      await createClient(gateway.options).transactions.authorize(authorizeRequest)
      expect(gateway.apiRequests).toHaveLength(2)
    }
  })

  it.each(['client', 'call'])('continue with one key if the %s says retryUnsafe', async (place) => {
    const gateway = shaky(approved, [lost, busy(503), lost])
    const client = createClient({ ...gateway.options, retryUnsafe: place === 'client' })
    await client.transactions.authorize(authorizeRequest, {
      idempotencyKey: 'key-of-order-1001',
      ...(place === 'call' ? { retryUnsafe: true } : {}),
    })
    expect(gateway.apiRequests).toHaveLength(4)
    expect([...keysOf(gateway)]).toEqual(['key-of-order-1001'])
  })

  it('each have their own id, by which a request without an answer is found', async () => {
    const gateway = shaky(found, [lost, lost, lost, lost])
    const error: unknown = await createClient(gateway.options)
      .sessions.get('s')
      .catch((reason: unknown) => reason)
    const ids = gateway.apiRequests.map(({ headers }) => headers.get('x-request-id'))
    expect(new Set(ids).size).toBe(4)
    expect(error).toMatchObject({ requestId: ids.at(-1) })
  })

  it('end with the fourth, or earlier if configured', async () => {
    for (const tries of [1, 2, 4]) {
      const gateway = createFakeGateway({ api: () => json(503, {}) })
      const client = createClient({ ...gateway.options, tries })
      await expect(client.sessions.get('s')).rejects.toMatchObject({ code: 'service_unavailable' })
      expect(gateway.apiRequests).toHaveLength(tries)
    }
  })

  it('wait for the first one while it is still running', async () => {
    const gateway = shaky(approved, [lost, () => json(409, { error: 'Conflict' }, { 'retry-after': '2' })])
    const before = gateway.clock.ms
    await createClient({ ...gateway.options, retryUnsafe: true }).transactions.authorize(authorizeRequest)
    expect(gateway.clock.ms - before).toBe(2_000)
  })

  it('wait for the first one until the deadline, and continue if it fails after all', async () => {
    const running = () => json(409, { error: 'Conflict' }, { 'retry-after': '1' })
    const tenTimes = Array.from({ length: 10 }, () => running)
    const gateway = shaky(approved, [lost, ...tenTimes, busy(503), busy(503)])
    const client = createClient({ ...gateway.options, retryUnsafe: true })
    const { result } = await client.transactions.authorize(authorizeRequest)
    expect(result?.id).toBe(transaction.id)
    expect(gateway.apiRequests).toHaveLength(14)
    expect(keysOf(gateway).size).toBe(1)

    const endless = createFakeGateway({ api: (_, count) => (count === 1 ? lost() : running()) })
    const before = endless.clock.ms
    const waiting = createClient({ ...endless.options, retryUnsafe: true })
    await expect(
      waiting.transactions.authorize(authorizeRequest, { deadlineMs: 10_000 }),
    ).rejects.toMatchObject({ code: 'conflict', outcomeUnknown: true })
    expect(endless.clock.ms - before).toBeLessThan(10_000)
    expect(endless.clock.ms - before).toBeGreaterThan(8_000)

    const once = shaky(approved, [running])
    const single = createClient({ ...once.options, retryUnsafe: true, tries: 1 })
    await expect(single.transactions.authorize(authorizeRequest)).rejects.toMatchObject({ code: 'conflict' })
  })

  it('wait for what another process has sent under the same key', async () => {
    const running = () => json(409, { error: 'Conflict', message: 'still running' }, { 'retry-after': '2' })
    const gateway = shaky(approved, [running])
    const { transactions } = createClient(gateway.options)
    const options = { idempotencyKey: 'refund-7', retryUnsafe: true }
    await transactions.authorize(authorizeRequest, options)
    expect(gateway.apiRequests).toHaveLength(2)
    const alone = createClient(shaky(approved, [running]).options).transactions
    await expect(alone.authorize(authorizeRequest, { idempotencyKey: 'refund-7' })).rejects.toMatchObject({
      code: 'conflict',
      outcomeUnknown: true,
      message: expect.stringContaining('idempotencyKey refund-7') as string,
    })
  })

  it('end with a conflict of another server', async () => {
    const gateway = shaky(approved, [() => json(409, { error: 'Conflict' })])
    const client = createClient({ ...gateway.options, retryUnsafe: true })
    await expect(client.transactions.authorize(authorizeRequest)).rejects.toMatchObject({
      code: 'conflict',
      outcomeUnknown: false,
    })
    expect(gateway.apiRequests).toHaveLength(1)
  })

  it('do not forget that an earlier one may have been executed', async () => {
    const lastFailures = [refused, busy(429), () => json(422, { errors: [] })]
    for (const last of lastFailures) {
      const gateway = shaky(last as () => Response, [lost, last, last])
      const client = createClient({ ...gateway.options, retryUnsafe: true })
      await expect(client.transactions.authorize(authorizeRequest)).rejects.toMatchObject({
        outcomeUnknown: true,
        call: { reference: 'order-1001' },
      })
    }
    const unauthenticated = createFakeGateway({
      token: (_, count) => (count === 1 ? tokenAnswer(1) : json(401, { error: 'invalid_client' })),
      api: (_, count) => (count === 1 ? lost() : json(401, {})),
    })
    const client = createClient({ ...unauthenticated.options, retryUnsafe: true })
    await expect(client.transactions.authorize(authorizeRequest)).rejects.toMatchObject({
      outcomeUnknown: true,
    })
  })

  it('call the hooks, with the wait before each', async () => {
    const gateway = shaky(found, [busy(503), lost])
    const retries: RetryView[] = []
    const client = createClient({
      ...gateway.options,
      random: () => 0.5,
      hooks: { onRetry: (view) => void retries.push(view) },
    })
    await client.sessions.get('s')
    expect(retries).toMatchObject([
      { attempt: 1, errorCode: 'service_unavailable', status: 503, waitMs: 250 },
      { attempt: 2, errorCode: 'connection_failed', status: undefined, waitMs: 500 },
    ])
  })
})

describe('the deadline of a call', () => {
  const silent = () => new Promise<Response>(() => {})

  it('covers all attempts', async () => {
    const gateway = createFakeGateway({ api: silent })
    const client = createClient({ ...gateway.options, retryUnsafe: true })
    const call = client.transactions.authorize(authorizeRequest, { deadlineMs: 20 })
    await expect(call).rejects.toMatchObject({
      code: 'request_timed_out',
      timeoutMs: 20,
      outcomeUnknown: true,
    })
  })

  it('is not spent on a wait that would exceed it', async () => {
    const gateway = createFakeGateway({ api: () => json(429, {}, { 'retry-after': '61' }) })
    const before = gateway.clock.ms
    await expect(createClient(gateway.options).sessions.get('s')).rejects.toMatchObject({
      code: 'rate_limited',
      retryAfterSeconds: 61,
    })
    expect(gateway.apiRequests).toHaveLength(1)
    expect(gateway.clock.ms).toBe(before)
  })

  it('covers the access token; nothing is left open then', async () => {
    const gateway = createFakeGateway({ token: silent })
    const call = createClient(gateway.options).transactions.authorize(authorizeRequest, { deadlineMs: 20 })
    await expect(call).rejects.toMatchObject({ code: 'request_timed_out', outcomeUnknown: false })
    expect(gateway.apiRequests).toHaveLength(0)
  })

  it('ends with the signal: before, during and between attempts', async () => {
    const gateway = createFakeGateway({ api: silent })
    const client = createClient(gateway.options)
    const reason = new Error('the shop closed')
    await expect(
      client.transactions.authorize(authorizeRequest, { signal: AbortSignal.abort(reason) }),
    ).rejects.toMatchObject({ code: 'request_aborted', outcomeUnknown: false, cause: reason })
    expect(gateway.apiRequests).toHaveLength(0)

    const arrived = hold<void>()
    const waiting = createFakeGateway({ api: () => (arrived.release(), silent()) })
    const leaving = new AbortController()
    const call = createClient(waiting.options).transactions.authorize(authorizeRequest, {
      signal: leaving.signal,
    })
    await arrived.promise
    leaving.abort(reason)
    await expect(call).rejects.toMatchObject({ code: 'request_aborted', outcomeUnknown: true, cause: reason })

    const between = new AbortController()
    const busy = createFakeGateway({ api: () => json(503, {}) })
    const reading = createClient({
      ...busy.options,
      startTimer: () => () => {},
      hooks: { onRetry: () => between.abort(reason) },
    }).sessions.get('s', { signal: between.signal })
    await expect(reading).rejects.toMatchObject({ code: 'request_aborted', outcomeUnknown: false })
    expect(busy.apiRequests).toHaveLength(1)
  })

  it('leaves no listener at a signal that lives on', async () => {
    const gateway = shaky(found, [() => json(503, {})])
    const { signal } = new AbortController()
    const client = createClient(gateway.options)
    await Promise.all([client.sessions.get('s', { signal }), client.sessions.get('s', { signal })])
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  it('lets others use the token that one did not wait for', async () => {
    const answer = hold<Response>()
    const gateway = createFakeGateway({ token: () => answer.promise, api: found })
    const client = createClient(gateway.options)
    const leaving = new AbortController()
    const gone = client.sessions.get('s', { signal: leaving.signal })
    const staying = client.sessions.create(sessionRequest)
    leaving.abort()
    await expect(gone).rejects.toMatchObject({ code: 'request_aborted' })
    answer.release(tokenAnswer(1))
    await expect(staying).resolves.toMatchObject({ id: session.id })
    expect(gateway.tokenForms).toHaveLength(1)
  })
})
