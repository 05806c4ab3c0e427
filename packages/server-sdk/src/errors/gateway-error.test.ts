import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { CANARIES, createFakeGateway, json } from '../../test/fake-gateway.ts'
import { authorizeRequest, envelopeWith, SEALED, session, transaction } from '../../test/records.ts'
import { createClient } from '../client.ts'
import { ConfigurationError } from './configuration-error.ts'
import { GATEWAY_ERROR_MARK } from './gateway-error.ts'
import { isGatewayError } from './is-gateway-error.ts'

/** Data that must never leave memory: credentials, sealed and plain card data, `payment_data`, and whole bodies. */
const SECRETS = [
  ...Object.values(CANARIES),
  SEALED,
  'canary',
  authorizeRequest.browser_info?.user_agent ?? '',
]

/** Echoes everything it got, as a careless gateway or proxy would. */
function echoing(status: number, members: Record<string, unknown> = {}) {
  return createFakeGateway({
    api: ({ body, headers }) =>
      json(status, {
        ...members,
        echo: body,
        error_description: headers.get('authorization'),
        ...JSON.parse(body || '{}'),
      }),
  })
}

/** Fails as an injected `fetch` of another HTTP library would: with the whole request on the error. */
const talkative = () => {
  const gateway = createFakeGateway({
    api: ({ body, headers }) =>
      Promise.reject(
        Object.assign(new Error(`could not send ${headers.get('authorization')}`), {
          code: `Bearer ${CANARIES.accessToken}`,
          config: { headers: Object.fromEntries(headers), body },
        }),
      ),
  })
  return gateway
}

const FAILURES = {
  ...Object.fromEntries(
    [302, 400, 401, 403, 404, 405, 409, 413, 415, 422, 429, 500, 502, 503].map((status) => [
      `status ${status}`,
      echoing(status),
    ]),
  ),
  'a proxy that shows the request': createFakeGateway({
    api: ({ body }) => new Response(`<pre>${body} ${CANARIES.accessToken}</pre>`, { status: 502 }),
  }),
  'an answer without its members': echoing(200, { result: {} }),
  'an answer that is no JSON': createFakeGateway({ api: ({ body }) => new Response(`oops ${body}`) }),
  'a lost connection': talkative(),
  'a refused client': createFakeGateway({
    token: (form) => json(401, { error: form.get('client_secret'), error_description: form.toString() }),
  }),
  'an unusable token': createFakeGateway({
    token: () =>
      json(200, { access_token: `${CANARIES.accessToken} x`, token_type: 'Bearer', expires_in: 300 }),
  }),
}

/** Shows a value as Deno does if the value has its own representation. */
function inspectAsDeno(error: unknown): string {
  const show: unknown = Reflect.get(error as object, Symbol.for('Deno.customInspect'))
  return (show as (inspect: typeof inspectValue, options: object) => string).call(error, inspectValue, {})
}
const inspectValue = (value: unknown, options: object) => inspect(value, options)

function everyText(error: unknown): string {
  return [
    String(error),
    (error as Error).stack,
    JSON.stringify(error),
    inspect(error, { depth: Infinity, showHidden: true }),
    inspect({ nested: [error] }, { depth: Infinity }),
    inspectAsDeno(error),
  ].join('\n')
}

describe('errors', () => {
  it.each(Object.entries(FAILURES))('show no secret after %s', async (_, gateway) => {
    const error: unknown = await createClient({ ...gateway.options, timeoutMs: 5_000 })
      .transactions.authorize(authorizeRequest)
      .catch((reason: unknown) => reason)

    expect(isGatewayError(error)).toBe(true)
    const text = everyText(error)
    expect(text).toContain((error as { code: string }).code)
    for (const secret of SECRETS) expect(text).not.toContain(secret)
  })

  it('show no id from a path, because it may be a capability', async () => {
    const gateway = createFakeGateway({ api: () => json(500, {}) })
    const error: unknown = await createClient(gateway.options)
      .sessions.get(session.id)
      .catch((reason: unknown) => reason)
    expect(everyText(error)).not.toContain(session.id)
    expect(everyText(error)).toContain('/api/sessions/{session_id}')
  })

  it('show no value of an option', () => {
    const { options } = createFakeGateway()
    const misplaced = { ...options, baseUrl: CANARIES.clientSecret }
    expect(() => createClient(misplaced)).toThrow(ConfigurationError)
    try {
      createClient(misplaced)
    } catch (error) {
      expect(everyText(error)).not.toContain(CANARIES.clientSecret)
    }
  })

  it('keep the reference, the key and the request id, so that an outcome can be found', async () => {
    const gateway = createFakeGateway({ api: () => json(500, {}, { 'x-request-id': 'req-7' }) })
    const error: unknown = await createClient(gateway.options)
      .transactions.authorize(authorizeRequest)
      .catch((reason: unknown) => reason)
    expect(JSON.parse(JSON.stringify(error))).toMatchObject({
      name: 'ServerError',
      code: 'server_failed',
      status: 500,
      requestId: 'req-7',
      outcomeUnknown: true,
      reference: 'order-1001',
      idempotencyKey: gateway.apiRequests[0]?.headers.get('idempotency-key'),
    })
  })

  it('are recognised across copies of the package, and nothing else is', () => {
    const other = Object.defineProperty(new Error('from another copy'), GATEWAY_ERROR_MARK, { value: true })
    expect(GATEWAY_ERROR_MARK).toBe(Symbol.for('@sluice/server-sdk/GatewayError'))
    expect(isGatewayError(other)).toBe(true)
    for (const value of [new Error('plain'), null, undefined, 'text', {}])
      expect(isGatewayError(value)).toBe(false)
  })
})

describe('the client', () => {
  it('shows no secret when it is logged', async () => {
    const gateway = createFakeGateway({ api: () => json(200, envelopeWith({ result: transaction })) })
    const client = createClient(gateway.options)
    await client.transactions.authorize(authorizeRequest)
    const text = inspect(client, { depth: Infinity, showHidden: true }) + JSON.stringify(client)
    for (const secret of SECRETS) expect(text).not.toContain(secret)
  })
})
