import { ENDPOINTS } from '@sluice/types'
import { connect } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type EndpointRequest,
  registerEndpoint,
  RequestRefusal,
  validationRefusal,
} from './endpoint-routes.ts'
import { type HttpServer, originUrlOf } from './http-server.ts'
import type { OriginName } from './origins.ts'
import { send, type Sent, sendBytes } from './testing/send.ts'
import {
  SHOP_CLIENT_KEY,
  OPEN_CLIENT_KEY,
  type RunningEdge,
  SHOP_ORIGIN,
  startEdge,
} from './testing/start-edge.ts'

const SESSION = {
  terminal_id: 'T00000000001',
  reference: 'order-1',
  description: 'Two books',
  currency: 'EUR',
  amount: 10_000,
  transaction_type: 'PURCHASE',
  return_url: 'https://shop.example/return',
} as const

const bearer = { authorization: 'Bearer all-roles' }
const browser = { 'x-client-key': SHOP_CLIENT_KEY }

let sessions: EndpointRequest<'createSession'>[] = []

function registerAll(server: HttpServer): void {
  registerEndpoint(
    server,
    'createSession',
    async (request) => {
      sessions.push(request)
      const { metadata = null, customer: _customer, country: _country, ...body } = request.body
      if (body.reference === 'refuse') throw new RequestRefusal(409, { error: 'Conflict', message: 'busy' })
      if (body.reference === 'break') throw new Error('a secret inside')
      if (body.reference === 'outage') throw Object.assign(new Error('down'), { code: 'DOWN' })
      if (body.reference === 'taken') {
        throw validationRefusal([{ property: 'reference', message: 'already exists', params: ['reference'] }])
      }
      const answer = { ...body, id: 's1', status: 'CREATED', customer: null, country: null, metadata }
      return { status: 200, body: body.reference === 'undocumented' ? { ...answer, secret: 1 } : answer }
    },
    {
      precheck: (body) =>
        (body as { reference?: unknown }).reference === 'precheck'
          ? [{ property: 'x', message: 'precheck', params: ['x'] }]
          : [],
      refine: ({ reference }) =>
        reference === 'refine' ? [{ property: 'reference', message: 'refine', params: ['reference'] }] : [],
    },
  )
  registerEndpoint(server, 'getStatus', async () => {
    throw new RequestRefusal(404, { found: false, transaction: null })
  })
  registerEndpoint(server, 'listCustomers', async ({ query }) => ({
    status: 200,
    body: { data: [], next_cursor: String(query.limit) },
  }))
  registerEndpoint(server, 'deletePaymentMethod', async () => ({ status: 204 }))
  registerEndpoint(server, 'getEncryptionKeys', async () => ({ status: 200, body: { keys: [] } }))
  registerEndpoint(server, 'getClientSessionStatus', async ({ caller, ip }) => ({
    status: 200,
    body: {
      status: 'CREATED',
      processing_code: null,
      response_message: `${caller.merchantId} ${ip}`,
      transaction_id: null,
      revision: 1,
    },
  }))
  registerEndpoint(server, 'cancelClientSession', async () => ({ status: 200, body: { status: 'CANCELED' } }))
  registerEndpoint(server, 'issueToken', async ({ body }) => ({
    status: 400,
    body: { error: 'invalid_grant', error_description: body.grant_type },
  }))
  server.get('/page', async (_request, reply) => reply.type('text/html; charset=utf-8').send('<p>page'))
  server.post('/form', async ({ body }) => ({ form: body instanceof URLSearchParams ? body.get('a') : null }))
}

let edge: RunningEdge

beforeAll(async () => {
  edge = await startEdge(registerAll, {
    isOutage: (error) => error instanceof Error && 'code' in error && error.code === 'DOWN',
  })
})
afterAll(() => edge.server.close())
beforeEach(() => {
  sessions = []
  edge.log.length = 0
})

function post(body: unknown, changes: Partial<Sent> = {}): ReturnType<typeof send> {
  const text = typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body)
  const headers = { ...bearer, ...changes.headers }
  return send(edge.port, { method: 'POST', path: '/api/sessions', body: text, ...changes, headers })
}

describe('the order of checks', () => {
  // Each request also fails every later check: the response must contain only the first reason.
  const allWrong = { method: 'POST', path: '/api/sessions', body: '<'.repeat(70_000) }
  const tooBig = { headers: { 'content-type': 'text/plain', 'user-agent': 'x' }, body: allWrong.body }
  const small = { ...tooBig, body: '{' }

  it.each<[string, Sent, number, unknown]>([
    [
      '403 without a name',
      { ...allWrong, path: '/nowhere', headers: { 'user-agent': null } },
      403,
      undefined,
    ],
    ['404 for a path', { ...allWrong, ...tooBig, path: '/api/nowhere' }, 404, { error: 'Not Found' }],
    ['405 for a method', { ...allWrong, ...tooBig, method: 'PUT' }, 405, { error: 'Method Not Allowed' }],
    ['413 for a size', { ...allWrong, ...tooBig }, 413, { error: 'Payload Too Large' }],
    ['415 for a type', { ...allWrong, ...small }, 415, { error: 'Unsupported Media Type' }],
    ['401 without credentials', { ...allWrong, body: '{', headers: {} }, 401, { error: 'Unauthorized' }],
    [
      '403 for a role',
      { ...allWrong, body: '{', headers: { authorization: 'Bearer no-roles' } },
      403,
      { error: 'Forbidden' },
    ],
    [
      '400 for JSON',
      { ...allWrong, body: '{"description":"<script>"', headers: bearer },
      400,
      {
        errors: [{ property: 'body', message: 'Malformed JSON', params: ['body'] }],
        method: 'POST',
        status: 400,
      },
    ],
    [
      '403 for a value',
      { ...allWrong, body: '{"reference":"precheck","description":"<script>"}', headers: bearer },
      403,
      undefined,
    ],
    [
      '400 for the precheck',
      { ...allWrong, body: '{"reference":"precheck","amount":"x"}', headers: bearer },
      400,
      { errors: [{ property: 'x', message: 'precheck', params: ['x'] }], method: 'POST', status: 400 },
    ],
  ])('%s', async (_, sent, status, json) => {
    const answer = await send(edge.port, sent)
    expect([answer.status, answer.json]).toEqual([status, json])
    expect(sessions).toEqual([])
    if (json === undefined) expect([answer.headers['content-length'], answer.text]).toEqual(['0', ''])
  })

  it('422 lists all invalid members, in order', async () => {
    const answer = await post({
      ...SESSION,
      currency: 'XXX',
      amount: '1',
      surprise: true,
      reference: 'a'.repeat(41),
    })
    expect(answer.status).toBe(422)
    expect(answer.json).toMatchObject({ method: 'POST', status: 422 })
    const { errors } = answer.json as { errors: { property: string }[] }
    expect(errors.map(({ property }) => property)).toEqual(['reference', 'currency', 'amount', 'surprise'])
  })

  it('422 from rules after the schema, and from the handler', async () => {
    expect((await post({ ...SESSION, reference: 'refine' })).json).toEqual({
      errors: [{ property: 'reference', message: 'refine', params: ['reference'] }],
      method: 'POST',
      status: 422,
    })
    expect(sessions).toEqual([])
    expect((await post({ ...SESSION, reference: 'taken' })).status).toBe(422)
  })

  it('checks rates after the role and before the body', async () => {
    const limited = await startEdge(registerAll, {
      limitRate: async ({ ip }) => ({ waitSeconds: ip === '127.0.0.1' ? 7 : null, headers: {} }),
    })
    const sent = { method: 'POST', path: '/api/sessions', body: '{', headers: bearer }
    const answer = await send(limited.port, sent)
    expect([answer.status, answer.json, answer.headers['retry-after']]).toEqual([
      429,
      { error: 'Too Many Requests' },
      '7',
    ])
    const denied = await send(limited.port, { ...sent, headers: { authorization: 'Bearer no-roles' } })
    expect(denied.status).toBe(403)
    await limited.server.close()
  })

  it('200 when all is well', async () => {
    const answer = await post(SESSION)
    expect([answer.status, answer.json]).toEqual([
      200,
      { ...SESSION, id: 's1', status: 'CREATED', customer: null, country: null, metadata: null },
    ])
    expect(sessions).toMatchObject([
      { ip: '127.0.0.1', caller: { merchantId: 'm1' }, params: undefined, query: undefined },
    ])
    expect(sessions[0]?.rawBody.toString()).toBe(JSON.stringify(SESSION))
  })
})

describe('access to endpoints', () => {
  it.each([
    ['nothing', {}, 'Bearer realm="demo"'],
    ['another scheme', { authorization: 'Basic abc' }, 'Bearer realm="demo"'],
    ['a bad token', { authorization: 'Bearer wrong' }, 'Bearer realm="demo", error="invalid_token"'],
    ['no token', { authorization: 'Bearer' }, 'Bearer realm="demo", error="invalid_token"'],
    [
      'two tokens',
      { authorization: 'Bearer all-roles all-roles' },
      'Bearer realm="demo", error="invalid_token"',
    ],
  ])('401 for %s', async (_, headers, challenge) => {
    const answer = await send(edge.port, { path: '/api/transactions/x/status', headers })
    expect([answer.status, answer.headers['www-authenticate']]).toEqual([401, challenge])
  })

  it.each([
    ['the scheme in any case', 'bearer all-roles'],
    ['two spaces before the token', 'Bearer  all-roles'],
  ])('accepts %s', async (_, authorization) => {
    const answer = await send(edge.port, { path: '/api/customers?limit=5', headers: { authorization } })
    expect(answer.json).toEqual({ data: [], next_cursor: '5' })
  })

  it('names the reason of a missing role', async () => {
    const answer = await post(SESSION, { headers: { authorization: 'Bearer no-roles' } })
    expect(answer.headers['www-authenticate']).toBe('Bearer error="insufficient_scope"')
  })

  it('answers an unknown client key like an unknown session', async () => {
    for (const headers of [{}, { 'x-client-key': 'ck_test_unknown' }]) {
      const answer = await send(edge.port, { path: '/api/client/sessions/s/status', headers })
      expect([answer.status, answer.json]).toEqual([404, { error: 'Not Found' }])
    }
  })

  it('returns public keys for a token or a client key', async () => {
    const statuses = [bearer, browser, { 'x-client-key': 'unknown' }, {}].map(
      async (headers) => (await send(edge.port, { path: '/api/encryption-keys', headers })).status,
    )
    expect(await Promise.all(statuses)).toEqual([200, 200, 401, 401])
  })

  it.each(['', '   '])('403 for the User-Agent %j', async (userAgent) => {
    const answer = await send(edge.port, { path: '/page', headers: { 'user-agent': userAgent } })
    expect([answer.status, answer.text, answer.headers['content-length']]).toEqual([403, '', '0'])
  })
})

describe('HTTPS', () => {
  const probe = { path: '/api/client/sessions/s/status', headers: browser }
  const forwarded = { ...browser, 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.9' }

  it('is demanded in production, and X-Forwarded-Proto counts from configured proxies only', async () => {
    const direct = await startEdge(registerAll, {
      config: { environment: 'production', baseUrl: 'https://pay.example' },
    })
    expect((await send(direct.port, probe)).status).toBe(403)
    expect((await send(direct.port, { ...probe, headers: forwarded })).status).toBe(403)
    await direct.server.close()

    const config = {
      environment: 'production',
      baseUrl: 'https://pay.example',
      trustedProxies: ['127.0.0.0/8'],
    } as const
    const proxied = await startEdge(registerAll, { config })
    expect((await send(proxied.port, probe)).status).toBe(403)
    expect(
      (await send(proxied.port, { ...probe, headers: { ...forwarded, 'x-forwarded-proto': 'http' } })).status,
    ).toBe(403)
    const named = { ...forwarded, host: 'pay.example' }
    const answer = await send(proxied.port, { ...probe, headers: named })
    expect([answer.status, answer.json]).toMatchObject([200, { response_message: 'm1 203.0.113.9' }])
    expect(answer.headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains')
    await proxied.server.close()
  })

  it('is not needed on this machine in the test environment, and a forged address is not believed', async () => {
    const answer = await send(edge.port, { ...probe, headers: forwarded })
    expect(answer.json).toMatchObject({ response_message: 'm1 127.0.0.1' })
    expect(answer.headers['strict-transport-security']).toBeUndefined()
  })

  it.each([
    ['203.0.113.9:51234', '203.0.113.9'],
    ['[2001:db8::7]:51234', '2001:db8::7'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['198.51.100.9:1, 203.0.113.7:51234', '203.0.113.7'],
    // The last proxy is trusted as well: it is named with its port, too.
    ['203.0.113.7:51234, 127.0.0.9:40000', '203.0.113.7'],
    ['unknown', '127.0.0.1'],
    ['203.0.113.7:99999', '127.0.0.1'],
  ])('reads X-Forwarded-For: %s as %s', async (given, address) => {
    const proxied = await startEdge(registerAll, { config: { trustedProxies: ['127.0.0.0/8'] } })
    const headers = { ...forwarded, 'x-forwarded-for': given }
    expect((await send(proxied.port, { ...probe, headers })).json).toMatchObject({
      response_message: `m1 ${address}`,
    })
    await proxied.server.close()
  })

  it('warns once of a proxy that reports something else than an address', async () => {
    const proxied = await startEdge(registerAll, { config: { trustedProxies: ['127.0.0.1'] } })
    for (const given of ['203.0.113.7:51234', 'unknown', 'unknown'])
      await send(proxied.port, { ...probe, headers: { ...forwarded, 'x-forwarded-for': given } })
    expect(proxied.log.filter(({ proxy }) => proxy !== undefined)).toMatchObject([
      { level: 40, proxy: '127.0.0.1' },
    ])
    await proxied.server.close()
  })
})

describe('bodies', () => {
  it.each<[string, string | Uint8Array, string]>([
    ['an amount that occurs twice', '{"amount":1,"amount":2}', 'Duplicate member: amount'],
    ['a name spelled in two ways', '{"amount":1,"\\u0061mount":2}', 'Duplicate member: amount'],
    ['__proto__', '{"metadata":{"__proto__":{"a":1}}}', 'Forbidden member: __proto__'],
    ['constructor', '{"constructor":{"prototype":{}}}', 'Forbidden member: constructor'],
    ['21 levels', `${'['.repeat(21)}${']'.repeat(21)}`, 'Nested deeper than 20 levels'],
    ['30,000 levels', '['.repeat(30_000), 'Nested deeper than 20 levels'],
    [
      '501 members',
      JSON.stringify(Object.fromEntries(Array.from({ length: 501 }, (_, i) => [`k${i}`, 1]))),
      'More than 500 members',
    ],
    ['a byte order mark', `\ufeff${JSON.stringify(SESSION)}`, 'Malformed JSON'],
    ['bytes that are no UTF-8', Buffer.from([0x22, 0xc3, 0x28, 0x22]), 'Malformed JSON'],
    ['UTF-16', Buffer.from('{}', 'utf16le'), 'Malformed JSON'],
    ['nothing', '', 'Malformed JSON'],
    ['half of it', '{"a":', 'Malformed JSON'],
  ])('400 for %s', async (_, body, message) => {
    const answer = await post(body)
    expect([answer.status, answer.json]).toEqual([
      400,
      { errors: [{ property: 'body', message, params: ['body'] }], method: 'POST', status: 400 },
    ])
  })

  it.each([
    ['100.00', 'must be an integer in minor units', ['amount', '100.00']],
    ['"100"', 'must be an integer in minor units', ['amount', '100']],
    ['1e2', 'must be an integer in minor units', ['amount', '1e2']],
    [
      '9007199254740993',
      'must be between 1 and 999999999999',
      ['amount', '1', '999999999999', '9007199254740993'],
    ],
    ['-1', 'must be between 1 and 999999999999', ['amount', '1', '999999999999', '-1']],
  ])('422 for the amount %s', async (amount, message, params) => {
    const answer = await post(JSON.stringify(SESSION).replace('10000', amount))
    expect(answer.json).toEqual({
      errors: [{ property: 'amount', message, params }],
      method: 'POST',
      status: 422,
    })
  })

  it('leaves JSON that is not an object to the schema', async () => {
    const answer = await post('[]')
    expect(answer.json).toMatchObject({
      errors: [{ property: 'body', message: 'must be a JSON object' }],
      status: 422,
    })
  })

  it.each([
    ['application/json', 200],
    ['application/json; charset=UTF-8', 200],
    ['Application/JSON;charset="utf-8"', 200],
    ['application/json; charset=iso-8859-1', 415],
    ['application/json-patch+json', 415],
    ['application/x-www-form-urlencoded', 415],
    ['text/plain', 415],
    ['nonsense', 415],
    [null, 415],
  ])('content type %s → %i', async (contentType, status) => {
    expect((await post(SESSION, { headers: { 'content-type': contentType } })).status).toBe(status)
  })

  it('415 for a compressed body', async () => {
    expect((await post(SESSION, { headers: { 'content-encoding': 'gzip' } })).status).toBe(415)
  })

  it('413 by the announced length, and by the received length if none was announced', async () => {
    const headers = { ...bearer, 'content-type': 'application/json' }
    const announced = await sendBytes(
      edge.port,
      `POST /api/sessions HTTP/1.1\r\nHost: 127.0.0.1:${edge.port}\r\nUser-Agent: x\r\nContent-Type: application/json\r\nContent-Length: 65537\r\n\r\n{`,
    )
    expect(announced).toMatch(/^HTTP\/1\.1 413 /)
    const chunks = Array.from({ length: 5 }, () => ' '.repeat(16_384))
    const chunked = await send(edge.port, { method: 'POST', path: '/api/sessions', headers, chunks })
    expect([chunked.status, chunked.json]).toEqual([413, { error: 'Payload Too Large' }])
  })

  it('accepts a body of exactly 64 KiB', async () => {
    const text = JSON.stringify(SESSION)
    expect((await post(text + ' '.repeat(65_536 - text.length))).status).toBe(200)
  })

  it('requires no body if the contract has none', async () => {
    const sent = { method: 'POST', path: '/api/client/sessions/s/cancel', headers: browser }
    expect((await send(edge.port, sent)).json).toEqual({ status: 'CANCELED' })
  })

  it('passes numbers to the handler as they were written', async () => {
    await post(JSON.stringify({ ...SESSION, metadata: { n: '1' } }).replace('"1"', '24.0'))
    expect(sessions[0]?.body.metadata).toEqual({ n: 24 })
    const rounded = JSON.stringify({ ...SESSION, metadata: { n: '1' } }).replace('"1"', '9007199254740993')
    expect((await post(rounded)).json).toMatchObject({ errors: [{ property: 'metadata.n' }], status: 422 })
  })
})

describe('forms', () => {
  const path = '/realms/demo/protocol/openid-connect/token'
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }

  it.each([
    ['grant_type=a+b%2Fc&x=1', 400, { error: 'invalid_grant', error_description: 'a b/c' }],
    ['', 400, { error: 'invalid_request', error_description: 'Missing form parameter: grant_type' }],
    [
      'grant_type=a&grant_type=a',
      400,
      { error: 'invalid_request', error_description: 'duplicated parameter' },
    ],
  ])('%s', async (body, status, json) => {
    const answer = await send(edge.port, { method: 'POST', path, headers, body })
    expect([answer.status, answer.json]).toEqual([status, json])
  })

  it('415 for JSON', async () => {
    const answer = await send(edge.port, { method: 'POST', path, body: '{}' })
    expect([answer.status, answer.json]).toEqual([415, { error: 'Unsupported Media Type' }])
  })

  it('reach pages parsed', async () => {
    const answer = await send(edge.port, { method: 'POST', path: '/form', headers, body: 'a=%C3%A9&b' })
    expect(answer.json).toEqual({ form: 'é' })
  })
})

describe('paths and methods', () => {
  it.each([
    ['PUT', '/api/sessions', 'POST'],
    ['GET', '/api/sessions', 'POST'],
    ['POST', '/api/transactions/x/status', 'GET, HEAD'],
    ['GET', '/api/payment-methods/x', 'DELETE'],
    ['DELETE', '/page', 'GET, HEAD'],
    ['OPTIONS', '/api/sessions', 'POST'],
    ['PROPFIND', '/page', 'GET, HEAD'],
  ])('405 for %s %s', async (method, path, allow) => {
    const answer = await send(edge.port, { method, path })
    expect([answer.status, answer.headers.allow, answer.json]).toEqual([
      405,
      allow,
      { error: 'Method Not Allowed' },
    ])
  })

  it.each([
    '/',
    '/api',
    '/api/',
    '/api/sessions/',
    '/api//sessions',
    '/api/sessions/%zz',
    '/api/transactions/%zz/state',
    '/api/SESSIONS',
  ])('404 for %s', async (path) => {
    const answer = await send(edge.port, { path })
    expect([answer.status, answer.json]).toEqual([404, { error: 'Not Found' }])
  })

  it.each([
    ['/hpp/payment', 'text/html,application/xhtml+xml', 'sv', 'Sidan finns inte'],
    ['/hpp/payment/a/b/c', 'text/html', 'de', 'This page doesn’t exist'],
  ])('answers a browser that opens the broken link %s with a page', async (path, accept, language, title) => {
    const answer = await send(edge.port, { path, headers: { accept, 'accept-language': language } })
    expect(answer.status).toBe(404)
    expect(answer.headers['content-type']).toMatch(/^text\/html/)
    expect(answer.text).toContain(`<h1>${title}</h1>`)
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
  })

  it.each(['/api/nowhere', '/realms/nowhere'])(
    'answers %s with JSON, for every Accept header',
    async (path) => {
      const answer = await send(edge.port, { path, headers: { accept: 'text/html' } })
      expect([answer.status, answer.json]).toEqual([404, { error: 'Not Found' }])
    },
  )

  it('gives every id that is not found the same answer, in every form', async () => {
    for (const id of ['x', '%00', 'a'.repeat(1_500), '%E2%82%AC', '', '%zz', '%ED%A0%80', '%']) {
      const answer = await send(edge.port, { path: `/api/transactions/${id}/status`, headers: bearer })
      expect([id, answer.status, answer.json]).toEqual([id, 404, { found: false, transaction: null }])
    }
    const other = await send(edge.port, { method: 'PATCH', path: '/api/transactions/%zz/status' })
    expect([other.status, other.json]).toEqual([404, { error: 'Not Found' }])
    const path = '/api/payment-methods/%00'
    expect((await send(edge.port, { method: 'DELETE', path, headers: bearer })).json).toEqual({
      error: 'Not Found',
    })
  })

  it('serves HEAD as GET without a body', async () => {
    const [got, headed] = await Promise.all(
      ['GET', 'HEAD'].map((method) =>
        send(edge.port, { method, path: '/api/encryption-keys', headers: browser }),
      ),
    )
    expect([headed?.status, headed?.text]).toEqual([200, ''])
    expect(headed?.headers['content-length']).toBe(got?.headers['content-length'])
    expect((await send(edge.port, { method: 'HEAD', path: '/api/encryption-keys' })).status).toBe(401)
  })

  it('204 has no body', async () => {
    const answer = await send(edge.port, {
      method: 'DELETE',
      path: '/api/payment-methods/x',
      headers: bearer,
    })
    expect([answer.status, answer.text, answer.headers['content-type']]).toEqual([204, '', undefined])
  })

  it('414 for a URL of more than 2 KiB', async () => {
    const answer = await send(edge.port, { path: `/page?${'a'.repeat(2_048)}` })
    expect([answer.status, answer.json]).toEqual([414, { error: 'URI Too Long' }])
  })

  it('414 for the address that a provider sends browsers back to, of more than 8 KiB', async () => {
    const at = (bytes: number) => send(edge.port, { path: `/orders/${'a'.repeat(bytes)}/return` })
    expect((await at(8_000)).status).toBe(404)
    expect((await at(8_192)).status).toBe(414)
  })

  it('closes the connection on text that is not HTTP and on headers of more than 16 KiB', async () => {
    expect(await sendBytes(edge.port, 'nonsense\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /)
    const long = `GET /page HTTP/1.1\r\nHost: x\r\nUser-Agent: x\r\nX: ${'a'.repeat(16_384)}\r\n\r\n`
    expect(await sendBytes(edge.port, long)).toMatch(/^HTTP\/1\.1 431 /)
  })

  it.each(['/page', '/health/live', '/nowhere'])('400 for two Host headers at %s', async (path) => {
    const ask = (hosts: string) =>
      sendBytes(edge.port, `GET ${path} HTTP/1.1\r\n${hosts}User-Agent: x\r\nConnection: close\r\n\r\n`)
    const own = `127.0.0.1:${edge.port}`
    expect(await ask(`Host: ${own}\r\n`)).not.toMatch(/^HTTP\/1\.1 400 /)
    for (const other of [own, 'bank.example']) {
      const answer = await ask(`Host: ${own}\r\nhost: ${other}\r\n`)
      expect(answer).toMatch(/^HTTP\/1\.1 400 /)
      expect(answer).toContain('"property":"Host"')
    }
  })

  it('422 for a query that the contract does not know', async () => {
    const answer = await send(edge.port, { path: '/api/customers?limit=0&x=1', headers: bearer })
    expect(answer.json).toMatchObject({
      errors: [{ property: 'limit' }, { property: 'x' }],
      method: 'GET',
      status: 422,
    })
  })
})

describe('headers of every answer', () => {
  it('echoes the client’s request id if it is a UUID, and generates one otherwise', async () => {
    const given = '0189AD5C-7D2E-7C6A-9D1B-0242AC120002'
    const echoed = await send(edge.port, { path: '/page', headers: { 'x-request-id': given } })
    expect(echoed.headers['x-request-id']).toBe(given)
    for (const id of ['4242424242424242', '42424242-4242-4242-4242-424242424242', 'x\ty']) {
      const made = await send(edge.port, { path: '/page', headers: { 'x-request-id': id } })
      expect(made.headers['x-request-id']).toMatch(/^018bcfe5-6800-7000-8000-\d{12}$/)
    }
  })

  it.each<[string, Sent]>([
    ['200', { path: '/api/encryption-keys', headers: browser }],
    ['400', { method: 'POST', path: '/api/sessions', body: '{', headers: bearer }],
    ['401', { path: '/api/customers' }],
    ['403', { path: '/api/customers', headers: { 'user-agent': null } }],
    ['404', { path: '/api/nowhere' }],
    ['404 of a bad URL', { path: '/api/%zz' }],
    ['405', { method: 'PUT', path: '/api/sessions' }],
    ['413', { method: 'POST', path: '/api/sessions', body: ' '.repeat(65_537) }],
    ['414', { path: `/api/customers?${'a'.repeat(2_048)}` }],
    ['415', { method: 'POST', path: '/api/sessions', body: '{}', headers: { 'content-type': 'a/b' } }],
    ...(['refuse', 'taken', 'break', 'outage'] as const).map((reference): [string, Sent] => [
      `everything a handler throws: ${reference}`,
      {
        method: 'POST',
        path: '/api/sessions',
        body: JSON.stringify({ ...SESSION, reference }),
        headers: bearer,
      },
    ]),
  ])('%s', async (_, sent) => {
    const { headers } = await send(edge.port, sent)
    expect(headers).toMatchObject({
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown,
      'api-version': '1.0.0',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'content-security-policy':
        "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'cache-control': 'no-store',
    })
    expect(headers['x-powered-by'] ?? headers['server']).toBeUndefined()
  })

  it('has no API version outside the API', async () => {
    expect((await send(edge.port, { path: '/page' })).headers['api-version']).toBeUndefined()
  })

  it.each([
    ['1', 200],
    ['1.0.0', 200],
    ['1.7', 200],
    ['2', 400],
    ['10', 400],
    ['v1', 400],
    ['', 400],
  ])('API-Version %j → %i', async (asked, status) => {
    const answer = await post(SESSION, { headers: { 'api-version': asked } })
    expect(answer.status).toBe(status)
    if (status === 400)
      expect(answer.json).toMatchObject({ errors: [{ property: 'API-Version' }], status: 400 })
  })
})

describe('CORS', () => {
  const path = '/api/client/sessions/s/status'
  const allowOf = async (sent: Sent) => {
    const { status, headers } = await send(edge.port, sent)
    return [status, headers['access-control-allow-origin'], headers.vary]
  }

  it.each<[string, string, string | undefined, unknown[]]>([
    ['a registered origin', SHOP_CLIENT_KEY, SHOP_ORIGIN, [200, SHOP_ORIGIN, 'Origin']],
    ['no origin', SHOP_CLIENT_KEY, undefined, [200, undefined, 'Origin']],
    ['a foreign origin', SHOP_CLIENT_KEY, 'https://evil.example', [403, undefined, 'Origin']],
    ['a longer origin', SHOP_CLIENT_KEY, `${SHOP_ORIGIN}.evil.example`, [403, undefined, 'Origin']],
    ['another port', SHOP_CLIENT_KEY, `${SHOP_ORIGIN}:8443`, [403, undefined, 'Origin']],
    ['another scheme', SHOP_CLIENT_KEY, 'http://shop.example', [403, undefined, 'Origin']],
    ['a sandboxed frame', SHOP_CLIENT_KEY, 'null', [403, undefined, 'Origin']],
    [
      'every origin, for a key of every origin',
      OPEN_CLIENT_KEY,
      'https://other.example',
      [200, 'https://other.example', 'Origin'],
    ],
    ['an unknown key, for a registered origin', 'unknown', SHOP_ORIGIN, [404, SHOP_ORIGIN, 'Origin']],
    ['an unknown key, for a foreign origin', 'unknown', 'https://evil.example', [404, undefined, 'Origin']],
  ])('%s', async (_, key, origin, expected) => {
    expect(await allowOf({ path, headers: { 'x-client-key': key, ...(origin && { origin }) } })).toEqual(
      expected,
    )
  })

  it('lets the card frame call from the service’s own origin', async () => {
    const own = `http://127.0.0.1:${edge.port}`
    expect((await send(edge.port, { path, headers: { ...browser, origin: own } })).status).toBe(200)
  })

  it('lets a page read refusals from before the handler, too', async () => {
    const sent = {
      method: 'POST',
      path: '/api/client/sessions/s/payments',
      headers: { ...browser, origin: SHOP_ORIGIN },
    }
    expect(
      (await allowOf({ ...sent, path: '/api/client/sessions/%3Cscript/status', method: 'GET' })).slice(0, 2),
    ).toEqual([403, SHOP_ORIGIN])
  })

  it.each<[string, string, string, unknown[]]>([
    ['a registered origin', path, SHOP_ORIGIN, [204, SHOP_ORIGIN, 'Origin']],
    ['a foreign origin', path, 'https://evil.example', [403, undefined, undefined]],
    ['public keys, for every origin', '/api/encryption-keys', 'https://other.example', [204, '*', undefined]],
    ['the merchant’s API', '/api/sessions', SHOP_ORIGIN, [403, undefined, undefined]],
    ['the merchant’s API, from the portal', '/api/sessions', 'PORTAL', [204, 'PORTAL', 'Origin']],
    ['a session, from the methods frame', path, 'METHODS', [204, 'METHODS', 'Origin']],
    ['a session, from a bank', path, 'BANK', [403, undefined, undefined]],
    ['an unknown path', '/api/client/nowhere', SHOP_ORIGIN, [404, undefined, undefined]],
  ])('preflight for %s', async (_, target, who, expected) => {
    const nameOf = (text: unknown) =>
      ['PORTAL', 'METHODS', 'BANK'].includes(String(text))
        ? originUrlOf(edge.server, String(text).toLowerCase() as OriginName)
        : text
    const headers = {
      origin: String(nameOf(who)),
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'x-client-key',
    }
    expect(await allowOf({ method: 'OPTIONS', path: target, headers })).toEqual(expected.map(nameOf))
  })

  it('names methods and headers in a preflight, and never allows credentials', async () => {
    const headers = { origin: SHOP_ORIGIN, 'access-control-request-method': 'POST' }
    const sent = { method: 'OPTIONS', path: '/api/client/sessions/s/cancel', headers }
    const answer = await send(edge.port, sent)
    expect(answer.headers).toMatchObject({
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'content-type, x-client-key, idempotency-key',
      'access-control-max-age': '600',
    })
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined()
  })

  it('lets any page read public keys, and no page the merchant’s API', async () => {
    const headers = { ...browser, ...bearer, origin: 'https://other.example' }
    expect((await allowOf({ path: '/api/encryption-keys', headers })).slice(0, 2)).toEqual([200, '*'])
    expect((await allowOf({ path: '/api/customers', headers }))[1]).toBeUndefined()
    expect((await allowOf({ path: '/page', headers }))[1]).toBeUndefined()
  })
})

describe('errors of handlers', () => {
  it('sends refusals unchanged', async () => {
    const answer = await post({ ...SESSION, reference: 'refuse' })
    expect([answer.status, answer.json]).toEqual([409, { error: 'Conflict', message: 'busy' }])
  })

  it('500 without details, with the id under which it was logged', async () => {
    const answer = await post({ ...SESSION, reference: 'break' })
    const id = answer.headers['x-request-id']
    expect([answer.status, answer.json]).toEqual([500, { error: 'Internal Server Error', request_id: id }])
    expect(edge.log).toContainEqual(expect.objectContaining({ msg: 'request failed', request_id: id }))
  })

  it('503 while something is down', async () => {
    const answer = await post({ ...SESSION, reference: 'outage' })
    expect([answer.status, answer.json, answer.headers['retry-after']]).toEqual([
      503,
      { error: 'Service Unavailable' },
      '2',
    ])
  })

  it('turns an answer that violates the contract into a 500 where answers are validated', async () => {
    expect((await post({ ...SESSION, reference: 'undocumented' })).status).toBe(500)
    expect(edge.log[0]).toMatchObject({
      err: {
        message: expect.stringContaining(
          'createSession answered 200 and the contract says otherwise: undocumented members among secret',
        ) as unknown,
      },
    })
  })
})

describe('the log', () => {
  it('has one line for each answer: the template, never the path', async () => {
    await send(edge.port, { path: '/api/client/sessions/capability-123/status?x=secret', headers: browser })
    await expect.poll(() => edge.log).toHaveLength(1)
    expect(edge.log[0]).toMatchObject({
      method: 'GET',
      route: ENDPOINTS.getClientSessionStatus.path.replace('{session_id}', ':session_id'),
      endpoint: 'getClientSessionStatus',
      status: 200,
      merchant_id: 'm1',
    })
    expect(JSON.stringify(edge.log)).not.toMatch(/capability-123|secret/)
  })
})

describe('slow clients', () => {
  it('are cut off: what Fastify leaves open by default is closed', () => {
    expect(edge.server.server).toMatchObject({
      headersTimeout: 10_000,
      requestTimeout: 15_000,
      keepAliveTimeout: 30_000,
      timeout: 240_000,
      maxRequestsPerSocket: 1_000,
      maxConnections: 2_000,
    })
  })
})

describe('closing', () => {
  let closing: RunningEdge | undefined
  afterEach(() => closing?.server.close())

  it('finishes running requests, and refuses those that arrive in the meantime', async () => {
    let finish = (): void => undefined
    let isRunning = false
    closing = await startEdge((server) => {
      server.get('/slow', async () => {
        isRunning = true
        await new Promise<void>((resolve) => (finish = resolve))
        return { done: true }
      })
    })
    const slow = send(closing.port, { path: '/slow' })
    await expect.poll(() => isRunning).toBe(true)
    const closed = closing.server.close()
    finish()
    const answer = await slow
    expect([answer.status, answer.json, answer.headers.connection]).toEqual([200, { done: true }, 'close'])
    await closed
    await expect(send(closing.port, { path: '/slow' })).rejects.toThrow('ECONNREFUSED')
  })

  it('serves clients that connected before, even if their request comes later', async () => {
    closing = await startEdge((server) => server.get('/quick', async () => ({ done: true })))
    const { server, port } = closing
    const accepted = new Promise((resolve) => server.server.on('connection', resolve))
    const socket = connect(port, '127.0.0.1')
    let received = ''
    socket.on('data', (part) => (received += part.toString()))
    const isSocketClosed = new Promise((resolve) => socket.on('close', resolve))
    await accepted
    const closed = server.close()
    await expect.poll(() => server.server.listening).toBe(false)
    socket.write(`GET /quick HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUser-Agent: x\r\n\r\n`)
    await isSocketClosed
    expect(received).toMatch(/^HTTP\/1.1 200 [^]*connection: close[^]*\{"done":true\}$/i)
    await closed
  })

  it('refuses a request that was already on its way', async () => {
    closing = await startEdge((server) => server.get('/quick', async () => ({ done: true })))
    const { server, port } = closing
    const socket = connect(port, '127.0.0.1')
    let received = ''
    socket.on('data', (part) => (received += part.toString()))
    const isSocketClosed = new Promise((resolve) => socket.on('close', resolve))
    // The first answer shows that the server has the connection, the second request that it is not idle.
    const head = `GET /quick HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n`
    socket.write(`${head}User-Agent: x\r\n\r\n${head}`)
    await expect.poll(() => received).toContain('{"done":true}')
    const closed = server.close()
    socket.write('User-Agent: x\r\n\r\n')
    await isSocketClosed
    expect(received.split('HTTP/1.1 ')[2]).toMatch(
      /^503 [^]*retry-after: 1[^]*\{"error":"Service Unavailable"\}$/,
    )
    await closed
  })
})

describe('one address', () => {
  let capped: RunningEdge | undefined
  afterEach(() => capped?.server.close())

  /** Sockets from another address of this machine that say nothing. */
  async function openSilently(port: number, count: number) {
    const sockets = Array.from({ length: count }, () =>
      connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2' }).on('error', () => undefined),
    )
    const closed = sockets.map(
      (socket) => new Promise<void>((resolve) => socket.once('close', () => resolve())),
    )
    return { sockets, closed }
  }

  it('cannot take the connections of all others', async () => {
    capped = await startEdge((server) => server.get('/page', async () => ({ done: true })))
    const { server, port } = capped
    const { sockets, closed } = await openSilently(port, 300)
    // 256 may stay; those beyond are closed by the server, the others by the test.
    let ended = 0
    for (const end of closed) void end.then(() => (ended += 1))
    await expect.poll(() => ended).toBe(44)
    expect(await send(port, { path: '/page', headers: browser })).toMatchObject({ status: 200 })
    for (const socket of sockets) socket.destroy()
    await Promise.all(closed)
    const open = () =>
      new Promise<number>((resolve) => server.server.getConnections((_, count) => resolve(count)))
    await expect.poll(open).toBeLessThan(3)
    const again = await openSilently(port, 10)
    await expect.poll(open).toBeGreaterThanOrEqual(10)
    for (const socket of again.sockets) socket.destroy()
    await Promise.all(again.closed)
  })

  it('does not count a proxy, which all clients share', async () => {
    capped = await startEdge((server) => server.get('/page', async () => ({ done: true })), {
      config: { trustedProxies: ['127.0.0.2'] },
    })
    const { server, port } = capped
    const { sockets, closed } = await openSilently(port, 300)
    const open = () =>
      new Promise<number>((resolve) => server.server.getConnections((_, count) => resolve(count)))
    await expect.poll(open).toBe(300)
    for (const socket of sockets) socket.destroy()
    await Promise.all(closed)
  })

  it('may have a limited number of concurrent requests, and more with an access token', async () => {
    const waiting: (() => void)[] = []
    const wait = () => new Promise<void>((resolve) => waiting.push(resolve))
    capped = await startEdge(
      (server) => {
        server.get('/slow', async () => {
          await wait()
          return { done: true }
        })
        registerEndpoint(server, 'getCustomer', async () => {
          await wait()
          return { status: 404, body: { error: 'Not Found' } }
        })
      },
      { addressCaps: { connections: 100, requests: 2 }, config: { trustedProxies: ['127.0.0.1'] } },
    )
    const { port } = capped
    const from = (ip: string) => ({ ...browser, 'x-forwarded-for': ip })
    const slow = (ip: string) => send(port, { path: '/slow', headers: from(ip) })
    const known = () => send(port, { path: '/api/customers/c', headers: { ...from('192.0.2.1'), ...bearer } })
    const running = [slow('192.0.2.1'), known(), known(), slow('192.0.2.1')]
    await expect.poll(() => waiting.length).toBe(4)

    const refused = await slow('192.0.2.1')
    expect([refused.status, refused.json, refused.headers['retry-after']]).toEqual([
      429,
      { error: 'Too Many Requests' },
      '1',
    ])
    const other = slow('192.0.2.2')
    await expect.poll(() => waiting.length).toBe(5)
    for (const finish of waiting) finish()
    expect((await Promise.all([...running, other])).map(({ status }) => status)).toEqual([
      200, 404, 404, 200, 200,
    ])

    const later = slow('192.0.2.1')
    await expect.poll(() => waiting.length).toBe(6)
    waiting.at(-1)?.()
    expect((await later).status).toBe(200)
  })
})

describe('long headers', () => {
  it.each([
    ['accept-encoding', 1024],
    ['user-agent', 2048],
    ['authorization', 8192],
    ['idempotency-key', 1024],
  ])('%s of more than %i bytes is refused', async (name, maxBytes) => {
    const ask = (length: number) =>
      send(edge.port, { path: '/page', headers: { ...browser, [name]: 'x'.repeat(length) } })
    expect((await ask(maxBytes)).status).toBe(200)
    const refused = await ask(maxBytes + 1)
    expect([refused.status, refused.headers['content-length']]).toEqual([431, '0'])
  })
})
