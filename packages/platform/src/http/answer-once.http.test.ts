import { afterEach, describe, expect, it } from 'vitest'

import type { Idempotency, NamedRequest, OnceResult } from '../idempotency/idempotency.ts'
import { registerEndpoint } from './endpoint-routes.ts'
import { send } from './testing/send.ts'
import { SHOP_CLIENT_KEY, type RunningEdge, startEdge } from './testing/start-edge.ts'

const bearer = { authorization: 'Bearer all-roles', 'idempotency-key': 'k1' }
const CUSTOMER = JSON.stringify({ email: 'ada@example.com' })

let edge: RunningEdge
afterEach(() => edge.server.close())

/** An edge whose requests are all of one kind. */
async function startWith(result: OnceResult | null) {
  const named: NamedRequest[] = []
  const idempotency: Idempotency = {
    async once(request, run) {
      named.push(request)
      return result ?? { kind: 'answered', answer: await run('marked') }
    },
    endLeases: async () => undefined,
    purgeOld: async () => 0,
  }
  const requestKeys: (string | null)[] = []
  edge = await startEdge(
    (server) => {
      registerEndpoint(server, 'createCustomer', async ({ requestKey }) => {
        requestKeys.push(requestKey)
        return { status: 201, body: answer.body, headers: answer.headers }
      })
      registerEndpoint(server, 'cancelClientSession', async () => ({
        status: 200,
        body: { status: 'CANCELED' },
      }))
      registerEndpoint(server, 'getStatus', async () => ({
        status: 404,
        body: { found: false, transaction: null },
      }))
    },
    { idempotency },
  )
  const post = (headers: Record<string, string> = bearer, body = CUSTOMER) =>
    send(edge.port, { method: 'POST', path: '/api/customers?x=1', body, headers })
  return { named, requestKeys, post }
}

const customer = {
  id: 'c1',
  email: 'ada@example.com',
  first_name: null,
  last_name: null,
  phone: null,
  address: null,
  city: null,
  country: null,
  postal_code: null,
}
const answer = { status: 201, body: customer, headers: { location: '/api/customers/c1' } }

describe('idempotency', () => {
  it('names a request by merchant, method, route, key and the bytes of its body', async () => {
    const { named, requestKeys, post } = await startWith(null)
    expect((await post()).status).toBe(201)
    expect(named).toEqual([
      {
        merchantId: 'm1',
        method: 'POST',
        route: '/api/customers',
        params: {},
        key: 'k1',
        body: Buffer.from(CUSTOMER),
      },
    ])
    expect(requestKeys).toEqual(['marked'])
  })

  it('gives one request one name, however its path is written', async () => {
    const { named, post } = await startWith(null)
    await post()
    for (const path of ['/api/%63ustomers', '/api/custo%6Ders?y'])
      await send(edge.port, { method: 'POST', path, body: CUSTOMER, headers: bearer })
    expect(named).toHaveLength(3)
    expect(named[1]).toEqual(named[0])
    expect(named[2]).toEqual(named[0])
  })

  it('returns a stored answer with its status and headers, and runs nothing', async () => {
    const { requestKeys, post } = await startWith({ kind: 'answered', answer })
    const given = await post()
    expect([given.status, given.json, given.headers.location]).toEqual([201, customer, '/api/customers/c1'])
    expect(requestKeys).toEqual([])
  })

  it('refuses while the first one runs, and with another body', async () => {
    const running = await (await startWith({ kind: 'running', retryAfterSeconds: 1 })).post()
    expect([running.status, running.headers['retry-after'], running.json]).toEqual([
      409,
      '1',
      { error: 'Conflict', message: 'A request with this Idempotency-Key is still being processed' },
    ])
    await edge.server.close()
    const other = await (await startWith({ kind: 'other_body' })).post()
    expect([other.status, other.json]).toMatchObject([422, { errors: [{ property: 'Idempotency-Key' }] }])
  })

  it('runs last: no refused, unknown or invalid request reaches it', async () => {
    const { named, post } = await startWith(null)
    const refused = [
      await post({ ...bearer, authorization: 'Bearer wrong' }),
      await post({ ...bearer, authorization: 'Bearer no-roles' }),
      await post({ ...bearer, 'content-type': 'text/plain' }),
      await post({ ...bearer, 'api-version': '2' }),
      await post(bearer, '{'),
      await post(bearer, '{"email":"<script>"}'),
      await post(bearer, '{"email":1}'),
      await post({ ...bearer, 'idempotency-key': 'k'.repeat(256) }),
    ]
    expect(refused.map(({ status }) => status)).toEqual([401, 403, 415, 400, 400, 403, 422, 422])
    expect(named).toEqual([])
  })

  it('serves browsers, and ignores requests that only read', async () => {
    const { named, post } = await startWith(null)
    const headers = { 'x-client-key': SHOP_CLIENT_KEY, 'idempotency-key': 'k2' }
    const path = '/api/client/sessions/s1/cancel'
    expect((await send(edge.port, { method: 'POST', path, headers })).status).toBe(200)
    expect(named).toMatchObject([
      {
        merchantId: 'm1',
        route: '/api/client/sessions/{session_id}/cancel',
        params: { session_id: 's1' },
        key: 'k2',
      },
    ])
    expect(named[0]?.body).toHaveLength(0)
    await send(edge.port, { path: '/api/transactions/t1/status', headers: bearer })
    await post({ authorization: bearer.authorization })
    expect(named).toHaveLength(1)
  })
})
