import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { inspect } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'

import { isSignedBy, preparation, signAnswer } from '@sluice/provider-protocol'
import { Secret } from '@sluice/platform/kernel/secret'
import { describeError } from '@sluice/platform/logging/describe-error'
import { systemClock } from '@sluice/platform/system'

import { findFreePort } from '../../../../platform/test/free-port.ts'
import { EVERY_CAPABILITY } from '../../../test/make-provider.ts'
import { authorizationOf, earlierCall, operationOf } from '../../../test/provider-requests.ts'
import { NO_CONTEXT } from '../../../test/payment-context.ts'
import {
  type CallRequest,
  type OrderRequest,
  type PreparationRequest,
  preparedPartOf,
  type Provider,
} from '../../transactions/execution/provider.ts'
import { createProviders, type ProviderSettings } from '../registry.ts'

const TRANS_ID = 'b3f0a4a8-6a52-4a86-9d35-6f9e0f8a0d11'
const SECRET = 'a shared secret of forty characters, more'
const PAN = '4242424242424242'

const OUTCOME = {
  idempotency_key: 'attempt-1',
  account_id: 'sim-a-eur',
  approved_amount: 10_000,
  currency: 'EUR',
  processing_code: '0000',
  response_code: '00',
  response_message: 'Approved',
  approval_code: 'ABC123',
  reference_number: '632410123456',
  systan: 123_456,
  retryable: false,
}

interface Seen {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

type Answer = (response: ServerResponse, seen: Seen) => void

const json =
  (status: number, body: unknown): Answer =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

/** A provider with a given answer, and an adapter that is configured for it. */
async function startProvider(answer: Answer, { timeoutMs = 2_000 } = {}) {
  const seen: Seen[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += String(chunk)))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      const one = { method, path: url, headers, body }
      seen.push(one)
      answer(response, one)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { ...connect(`http://127.0.0.1:${port}/acquirer/`, { timeoutMs }), seen, server }
}

function connect(url: string, { timeoutMs = 2_000 } = {}) {
  const settings: ProviderSettings = {
    id: 'acme',
    type: 'http',
    capabilities: EVERY_CAPABILITY,
    secret: new Secret(SECRET),
    timeoutMs,
    at: url,
  }
  const provider = createProviders([settings], { clock: systemClock, realTime: systemClock }).get('acme')
  if (!provider) throw new Error('no provider')
  return { provider, authorize: () => provider.authorize(authorizationOf({ pan: PAN, flow: 'CHALLENGE' })) }
}

/** Returns the error of a call that must fail. */
async function failureOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => expect.unreachable('the outcome was taken as known'),
    (error: unknown) => error,
  )
}

describe('a card provider over HTTP: the request', () => {
  it('is signed over time, method, path and body, below the configured address', async () => {
    const { authorize, seen } = await startProvider(json(200, OUTCOME))
    await authorize()
    const [request] = seen
    if (!request) throw new Error('nothing was sent')
    expect(request).toMatchObject({ method: 'POST', path: '/acquirer/authorizations' })
    const signed = { method: 'POST', path: '/authorizations', body: request.body }
    const now = Date.now()
    expect(isSignedBy(signed, request.headers, SECRET, now)).toBe(true)
    expect(isSignedBy(signed, request.headers, `${SECRET}!`, now)).toBe(false)
    expect(isSignedBy({ ...signed, body: `${request.body} ` }, request.headers, SECRET, now)).toBe(false)
    expect(isSignedBy({ ...signed, path: '/operations' }, request.headers, SECRET, now)).toBe(false)
    expect(isSignedBy(signed, request.headers, SECRET, now + 301_000)).toBe(false)
    expect(isSignedBy(signed, {}, SECRET, now)).toBe(false)
  })

  it('contains the card, the payer, and metadata if there is any', async () => {
    const { provider, authorize, seen } = await startProvider(json(200, OUTCOME))
    await authorize()
    expect(JSON.parse(seen[0]?.body ?? '')).toMatchObject({
      idempotency_key: 'attempt-1',
      amount: 10_000,
      currency: 'EUR',
      card: { kind: 'PAN', number: PAN, cvv: '123', token_source: null, network_token: null },
      reference: 'order-1001',
      metadata: { simulated_flow: 'CHALLENGE' },
    })
    await provider.authorize({ ...authorizationOf({ pan: PAN }), metadata: null })
    expect(seen[1]?.body).not.toContain('metadata')
  })

  it('is sent only to https addresses or this machine', () => {
    expect(() => connect('http://acquirer.example')).toThrow('use an https address')
    expect(() => connect('https://acquirer.example')).not.toThrow()
  })

  it('is sent again if a keep-alive connection was closed', async () => {
    let answers = 0
    const { authorize, seen } = await startProvider((response, one) => {
      answers += 1
      if (answers === 2) response.socket?.resetAndDestroy()
      else json(200, OUTCOME)(response, one)
    })
    await authorize()
    expect(await authorize()).toMatchObject({ processingCode: '0000' })
    expect(seen).toHaveLength(3)
  })
})

/** Answers that do not show whether money moved. */
const UNKNOWN: Readonly<Record<string, Answer>> = {
  'a redirect': (response) => void response.writeHead(302, { location: 'https://elsewhere.example' }).end(),
  'an approval with status 500': json(500, OUTCOME),
  'an approval with status 202': json(202, OUTCOME),
  'a 4xx that says nothing of execution': json(404, { error: 'not found' }),
  'a 4xx that says it was executed': json(409, { executed: true, reason: 'twice' }),
  'a 5xx that says it was not executed': json(503, { executed: false, reason: 'busy' }),
  'an outcome with an unknown code': json(200, { ...OUTCOME, processing_code: '9999' }),
  'an outcome without a code': json(200, { ...OUTCOME, processing_code: undefined }),
  'a number where a text belongs': json(200, { ...OUTCOME, approval_code: 1 }),
  'a text with control characters': json(200, { ...OUTCOME, response_message: 'a\u0000b' }),
  'a list': json(200, [OUTCOME]),
  'no JSON': (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{"pro'),
  'an empty answer': (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end(),
  'a member twice': (response) =>
    void response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(`{"processing_code":"1000",${JSON.stringify(OUTCOME).slice(1)}`),
  'no UTF-8': (response) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end(Buffer.from([0x22, 0xff, 0x22])),
  'a page': (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>hello</h1>'),
  'a megabyte': json(200, { ...OUTCOME, padding: 'x'.repeat(1_000_000) }),
  'less than was announced': (response) => {
    const text = JSON.stringify(OUTCOME)
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': text.length + 1 })
    response.write(text, () => response.socket?.destroy())
  },
  'a reset': (response) => void response.socket?.resetAndDestroy(),
  'another protocol': ({ socket }) =>
    void socket?.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
}

describe('a card provider over HTTP: an unknown outcome', () => {
  it.each(Object.keys(UNKNOWN))('is %s', async (name) => {
    const { authorize, provider } = await startProvider(UNKNOWN[name] ?? json(500, null))
    expect(await failureOf(authorize())).toMatchObject({ name: 'ExchangeError' })
    expect(await failureOf(provider.findOutcome(earlierCall('attempt-1')))).toMatchObject({
      name: 'ExchangeError',
    })
  })

  it('is reported after a timeout, even if bytes keep trickling in', async () => {
    const { authorize } = await startProvider(
      (response) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        const drip = setInterval(() => response.write(' '), 20)
        response.once('close', () => clearInterval(drip))
      },
      { timeoutMs: 300 },
    )
    expect(await failureOf(authorize())).toMatchObject({ code: 'TIMEOUT' })
  })

  it('is reported without any text of the request or the answer', async () => {
    const { authorize } = await startProvider(json(200, { ...OUTCOME, approval_code: [PAN], [PAN]: 1 }))
    const error = await failureOf(authorize())
    const reports = [String(error), inspect(error, { depth: 9 }), JSON.stringify(describeError(error))]
    for (const report of reports) {
      expect(report).toContain('approval_code')
      expect(report).not.toContain(PAN)
      expect(report).not.toContain(SECRET)
    }
  })
})

describe('a card provider over HTTP: an outcome', () => {
  it('masks text that looks like a card number in the provider’s messages', async () => {
    const { authorize } = await startProvider(json(200, { ...OUTCOME, response_message: `card ${PAN} ok` }))
    expect(await authorize()).toMatchObject({ providerResponseMessage: 'card [card number] ok' })
  })

  it.each<[string, object]>([
    ['response_code', { response_code: PAN }],
    ['approval_code', { approval_code: PAN }],
    ['code_namespace', { code_namespace: PAN }],
    ['avs_result', { avs_result: PAN }],
    ['the network’s advice', { network_advice: { kind: 'NEVER_RETRY', code: PAN } }],
  ])('masks it in %s', async (_, changes) => {
    const { authorize } = await startProvider(json(200, { ...OUTCOME, ...changes }))
    const said = JSON.stringify(await authorize())
    expect(said).not.toContain(PAN)
    expect(said).toContain('[card number]')
  })

  it.each([
    ['1000', '05', true, true],
    ['1000', '05', false, false],
    ['1000', '41', true, false],
    ['1004', '51', true, false],
    ['4100', '59', true, false],
  ])(
    'with code %s, raw code %s and retryable %s allows another provider: %s',
    async (code, raw, said, may) => {
      const decline = {
        processing_code: code,
        approved_amount: 0,
        response_code: raw,
        approval_code: null,
        retryable: said,
      }
      const { authorize } = await startProvider(json(200, { ...OUTCOME, ...decline }))
      expect(await authorize()).toMatchObject({ processingCode: code, retryable: may })
    },
  )

  it('is that nothing was executed if a 4xx says so, and allows another provider', async () => {
    const { authorize } = await startProvider(json(422, { executed: false, reason: 'account_id' }))
    expect(await authorize()).toEqual({
      processingCode: '2024',
      providerResponseCode: 'NOT_EXECUTED',
      providerResponseMessage: 'account_id',
      approvalCode: null,
      referenceNumber: null,
      systan: null,
      retryable: true,
    })
  })

  it('is that nothing was executed without a connection; a status query stays open', async () => {
    const { authorize, provider } = connect(`http://127.0.0.1:${await findFreePort()}`)
    expect(await authorize()).toMatchObject({ processingCode: '2024', retryable: true })
    expect(await failureOf(provider.findOutcome(earlierCall('attempt-1')))).toMatchObject({
      code: 'NEVER_SENT',
    })
  })

  it('is that nothing was executed if the certificate does not match the host', async () => {
    const server = createTcpServer((socket) => socket.end('no TLS'))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const { authorize } = connect(`https://127.0.0.1:${(server.address() as AddressInfo).port}`)
    expect(await authorize()).toMatchObject({ processingCode: '2024', retryable: true })
  })

  it('is a refusal for a 503 only if the provider signed it', async () => {
    const body = JSON.stringify({ executed: false, reason: 'closing' })
    const unavailable =
      (signatureOf: (seen: Seen) => string | undefined): Answer =>
      (response, seen) => {
        const signature = signatureOf(seen)
        const headers = {
          'content-type': 'application/json',
          ...(signature && { 'sluice-signature': signature }),
        }
        response.writeHead(503, headers).end(body)
      }
    const signed = (seen: Seen, secret = SECRET, said = body) => {
      const requestSignature = String(seen.headers['sluice-signature'])
      return signAnswer({ requestSignature, status: 503, body: said }, secret)
    }
    const closing = await startProvider(unavailable((seen) => signed(seen)))
    expect(await closing.provider.authorize(authorizationOf())).toMatchObject({
      processingCode: '2024',
      providerResponseMessage: 'closing',
      retryable: true,
    })
    const others = [
      () => undefined,
      (seen: Seen) => signed(seen, 'another secret of forty characters, more'),
      (seen: Seen) => signed(seen, SECRET, '{}'),
      () => signAnswer({ requestSignature: 'v1=b3RoZXI=', status: 503, body }, SECRET),
    ]
    for (const signatureOf of others) {
      const { provider } = await startProvider(unavailable(signatureOf))
      expect(await failureOf(provider.authorize(authorizationOf()))).toMatchObject({ code: 'ANSWER_REFUSED' })
    }
  })

  it('is "never seen" only if the provider says so explicitly', async () => {
    const { provider } = await startProvider(json(200, { found: false }))
    expect(await provider.findOutcome(earlierCall('attempt-1'))).toBeNull()
    const vague = await startProvider(json(200, {}))
    expect(await failureOf(vague.provider.findOutcome(earlierCall('attempt-1')))).toMatchObject({
      code: 'ANSWER_MALFORMED',
    })
  })
})

describe('a preparation over HTTP', () => {
  const { card: _, authentication: __, ...payment } = authorizationOf()
  const PREPARATION: PreparationRequest = {
    ...preparedPartOf(payment),
    idempotencyKey: 'preparation-1',
    callKey: 'attempt-1',
    call: { kind: 'authorization', transactionType: 'PURCHASE' },
  }
  const prepare = (provider: Provider) => provider.prepare?.(PREPARATION)
  const answer = { result: 'PREPARED', idempotency_key: 'preparation-1', state: 'pi_1', refs: ['pi_1'] }

  it('has its own members, and no card data', async () => {
    const { provider, seen } = await startProvider(json(200, answer))
    expect(await prepare(provider)).toMatchObject({ kind: 'prepared', names: { refs: ['pi_1'] } })
    expect(seen).toMatchObject([{ method: 'POST', path: '/acquirer/preparations' }])
    const body: unknown = JSON.parse(seen[0]?.body ?? '')
    expect(preparation.parse(body)).toEqual(body)
    expect(body).toMatchObject({ idempotency_key: 'preparation-1', call_key: 'attempt-1', type: null })
    expect(seen[0]?.body).not.toContain(PAN)
  })

  it('is refused by a 4xx', async () => {
    const refusing = await startProvider(json(422, { executed: false, reason: 'closed' }))
    expect(await prepare(refusing.provider)).toEqual({ kind: 'refused', reason: 'closed' })
  })

  it.each([
    ['another key', { ...answer, idempotency_key: 'attempt-1' }],
    ['another result', { ...answer, result: 'OUTCOME' }],
    ['no result', {}],
  ])('fails after an answer with %s', async (_name, said) => {
    const { provider } = await startProvider(json(200, said))
    await expect(prepare(provider)).rejects.toThrow()
  })

  it('is sent with the following call', async () => {
    const { provider, seen } = await startProvider(json(200, OUTCOME))
    const prepared = { state: new Secret('pi_1'), providerReference: 'pi_1' }
    await provider.authorize({ ...authorizationOf(), prepared })
    expect(JSON.parse(seen[0]?.body ?? '')).toMatchObject({
      prepared: { state: 'pi_1', provider_reference: 'pi_1' },
    })
  })
})

const OF_ORDER = {
  ...OUTCOME,
  ...{ idempotency_key: 'order-1', account_id: 'acme-eur', approved_amount: 129_900, currency: 'PLN' },
}

/** A valid order. */
const ORDER: OrderRequest = {
  ...NO_CONTEXT,
  idempotencyKey: 'order-1',
  merchantId: 'merchant',
  transactionId: 'transaction',
  accountId: 'acme-eur',
  amountMinor: 129_900,
  currency: 'PLN',
  metadata: null,
  prepared: null,
  type: 'partner-blik',
  direction: 'DEPOSIT',
  country: 'PL',
  merchantName: 'Nordlys',
  blikCode: new Secret('777123'),
  vpa: null,
  beneficiary: null,
  returnUrl: 'https://pay.example/orders/handle/return',
  expiresAtMs: Date.now() + 900_000,
  callbackUrl: 'https://pay.example/api/providers/acme/callback',
}

describe('a provider over HTTP: orders and fences', () => {
  it('contains how long an order is awaited, and never a time', async () => {
    const { provider, seen } = await startProvider(
      json(200, { result: 'REDIRECT', idempotency_key: 'order-1', redirect_url: 'https://acme.example/p/1' }),
    )
    expect(await provider.order(ORDER)).toEqual({ kind: 'redirect', url: 'https://acme.example/p/1' })
    const [request] = seen
    expect(request?.path).toBe('/acquirer/orders')
    const body = JSON.parse(request?.body ?? '') as { expires_in_seconds: number }
    expect(body).toMatchObject({ method_data: { blik_code: '777123' }, beneficiary: null })
    expect(body.expires_in_seconds).toBeGreaterThan(800)
    expect(body.expires_in_seconds).toBeLessThanOrEqual(900)
  })

  it('reads a final order, and the account for a transfer', async () => {
    const decided = await startProvider(json(200, { result: 'OUTCOME', outcome: OF_ORDER }))
    expect(await decided.provider.order(ORDER)).toMatchObject({
      kind: 'outcome',
      outcome: { processingCode: '0000' },
    })
    const transfer = await startProvider(
      json(200, {
        result: 'BANK_TRANSFER',
        idempotency_key: 'order-1',
        account: ACCOUNT,
        expires_at: '2026-12-01T12:00:00Z',
      }),
    )
    expect(await transfer.provider.order(ORDER)).toEqual({
      kind: 'page',
      page: {
        kind: 'TRANSFER',
        providerUrl: null,
        account: ACCOUNT,
        expiresAtMs: Date.parse('2026-12-01T12:00:00Z'),
      },
    })
  })

  it('reads a form, a code and links to apps', async () => {
    const form = { url: 'https://acme.example/pay', fields: { session: '1' } }
    const posted = await startProvider(json(200, { result: 'FORM', idempotency_key: 'order-1', form }))
    expect(await posted.provider.order(ORDER)).toMatchObject({
      kind: 'page',
      page: { kind: 'FORM', url: form.url, data: form.fields },
    })
    const app_links = [{ app: 'Acme Pay', url: 'upi://pay?pa=acme@bank' }]
    const shown = await startProvider(
      json(200, {
        result: 'DISPLAY',
        idempotency_key: 'order-1',
        qr_text: 'upi://pay?pa=acme@bank',
        app_links,
      }),
    )
    expect(await shown.provider.order(ORDER)).toMatchObject({
      kind: 'page',
      page: { kind: 'DISPLAY', qrText: 'upi://pay?pa=acme@bank', appLinks: app_links, account: null },
    })
  })

  it.each<readonly [string, unknown]>([
    [
      'an invalid address',
      { result: 'REDIRECT', idempotency_key: 'order-1', redirect_url: 'javascript:alert(1)' },
    ],
    [
      'an address that is not encrypted',
      { result: 'REDIRECT', idempotency_key: 'order-1', redirect_url: 'http://acme.example/p/1' },
    ],
    ...[
      'javascript:alert(1)',
      'intent://pay#Intent;end',
      'data:text/html,x',
      'http://acme.example/',
      'upi:a b',
    ].map(
      (url) =>
        [
          `a link to ${url}`,
          { result: 'DISPLAY', idempotency_key: 'order-1', app_links: [{ app: 'Acme', url }] },
        ] as const,
    ),
    ['nothing to show', { result: 'DISPLAY', idempotency_key: 'order-1' }],
    [
      'a form to a script',
      { result: 'FORM', idempotency_key: 'order-1', form: { url: 'javascript:alert(1)', fields: {} } },
    ],
    [
      'an account without its number',
      {
        result: 'BANK_TRANSFER',
        idempotency_key: 'order-1',
        account: { kind: 'SORT_CODE', account_name: 'Acme', reference: null, sort_code: '000000' },
      },
    ],
    ['no result', { idempotency_key: 'order-1' }],
  ])('treats the outcome of an order with %s as unknown', async (_what, answer) => {
    const { provider } = await startProvider(json(200, answer))
    expect(await failureOf(provider.order(ORDER))).toMatchObject({ code: 'ANSWER_MALFORMED' })
  })

  describe.each([
    [
      'a fingerprint',
      (url: string) => ({
        kind: 'FINGERPRINT',
        three_ds_server_trans_id: TRANS_ID,
        three_ds_method_url: url,
        message_version: '2.2.0',
      }),
    ],
    [
      'a challenge',
      (url: string) => ({
        kind: 'CHALLENGE',
        three_ds_server_trans_id: TRANS_ID,
        acs_trans_id: TRANS_ID,
        acs_url: url,
        message_version: '2.2.0',
      }),
    ],
    ['a page', (url: string) => ({ kind: 'REDIRECT', url })],
    ['a form', (url: string) => ({ kind: 'FORM', url, fields: { session: '1' } })],
  ])('the address of %s', (_what, stepAt) => {
    const answered = (url: string) =>
      startProvider(
        json(200, { result: 'AUTHENTICATE', idempotency_key: 'attempt-1', step: stepAt(url), refs: [] }),
      )
    const bringBack = (provider: Provider) =>
      provider.continue?.({
        idempotencyKey: 'continuation-1',
        payment: earlierCall('attempt-1'),
        brought: { kind: 'return', query: '', body: '' },
      })

    it('is encrypted', async () => {
      const { authorize, provider } = await answered('https://acquirer.example/step')
      expect(await authorize()).toMatchObject({ kind: 'authenticate' })
      expect(await bringBack(provider)).toMatchObject({ kind: 'authenticate' })
    })

    it('may not be plain http, for an authorization or a continuation', async () => {
      const { authorize, provider } = await answered('http://acquirer.example/step')
      expect(await failureOf(authorize())).toMatchObject({ code: 'ANSWER_MALFORMED' })
      expect(await failureOf(Promise.resolve(bringBack(provider)))).toMatchObject({
        code: 'ANSWER_MALFORMED',
      })
    })
  })

  it('reads every answer to a fence, and accepts nothing else as a promise', async () => {
    const fenced = await startProvider(json(200, { result: 'FENCED', key: 'attempt-1' }))
    expect(await fenced.provider.fence(earlierCall('attempt-1'))).toEqual({ kind: 'fenced' })
    expect(fenced.seen[0]).toMatchObject({
      path: '/acquirer/fences',
      body: '{"key":"attempt-1","state":null,"provider_reference":null}',
    })
    const busy = await startProvider(json(200, { result: 'IN_PROGRESS', key: 'attempt-1' }))
    expect(await busy.provider.fence(earlierCall('attempt-1'))).toEqual({ kind: 'in_progress' })
    const known = await startProvider(json(200, { result: 'OUTCOME', outcome: OUTCOME }))
    expect(await known.provider.fence(earlierCall('attempt-1'))).toMatchObject({
      kind: 'outcome',
      outcome: { processingCode: '0000' },
    })
    const lost = await startProvider(json(404, { executed: false, reason: 'path' }))
    expect(await failureOf(lost.provider.fence(earlierCall('attempt-1')))).toMatchObject({
      name: 'ExchangeError',
    })
    const { provider } = connect(`http://127.0.0.1:${await findFreePort()}`)
    expect(await failureOf(provider.fence(earlierCall('attempt-1')))).toMatchObject({ code: 'NEVER_SENT' })
  })
})

const ACCOUNT = {
  kind: 'IBAN',
  account_name: 'Acme',
  iban: 'DE89370400440532013000',
  bic: 'COBADEFF',
  reference: 'RF1',
}

const STATE = 'opaque: {"intent":"pi_1"}'
const NAMES = { state: STATE, refs: ['pi_1', 'ch_1'] }
const NAMED = { names: { state: new Secret(STATE), refs: ['pi_1', 'ch_1'] } }
const CALL: CallRequest = {
  ...earlierCall('attempt-1'),
  ...{ state: new Secret(STATE), providerReference: 'pi_1' },
}

describe('a provider over HTTP: its references of a payment', () => {
  const page = { idempotency_key: 'order-1', redirect_url: 'https://acme.example/p/1', ...NAMES }

  it.each<[string, unknown, (provider: Provider) => Promise<unknown>, unknown]>([
    ['an authorization', { ...OUTCOME, ...NAMES }, (it) => it.authorize(authorizationOf()), NAMED],
    ['a page', { result: 'REDIRECT', ...page }, (it) => it.order(ORDER), NAMED],
    ['a transfer', { result: 'BANK_TRANSFER', ...page, account: ACCOUNT }, (it) => it.order(ORDER), NAMED],
    ['a finding', { found: true, outcome: { ...OUTCOME, ...NAMES } }, (it) => it.findOutcome(CALL), NAMED],
    [
      'a fence',
      { result: 'OUTCOME', outcome: { ...OUTCOME, ...NAMES } },
      (it) => it.fence(CALL),
      { kind: 'outcome', outcome: NAMED },
    ],
  ])('are read from %s', async (_, answer, ask, expected) => {
    const { provider } = await startProvider(json(200, answer))
    const said = await ask(provider)
    expect(said).toMatchObject(expected as object)
    expect(inspect(said, { depth: 9 })).not.toContain('intent')
  })

  it('are sent back only in bodies', async () => {
    const { provider, seen } = await startProvider(json(200, { ...OUTCOME, found: false }))
    const wire = { key: 'attempt-1', state: STATE, provider_reference: 'pi_1' }
    await provider.findOutcome(CALL)
    await failureOf(provider.fence(CALL))
    await provider.cancelOrder({ idempotencyKey: 'cancel-1', order: CALL })
    const called = { original: CALL, parent: CALL, idempotencyKey: 'attempt-1' }
    const refund = { ...operationOf({ amountMinor: 10_000 }), ...called }
    await provider.operate(refund)
    expect(seen.map(({ method, path, body }) => [method, path, JSON.parse(body) as unknown])).toEqual([
      ['POST', '/acquirer/questions', wire],
      ['POST', '/acquirer/fences', wire],
      ['POST', '/acquirer/cancellations', { idempotency_key: 'cancel-1', ...wire }],
      ['POST', '/acquirer/operations', expect.objectContaining({ original: wire, parent: wire })],
    ])
  })

  it.each<[string, object]>([
    ['a state of more than 2 KiB', { state: 'x'.repeat(2_049) }],
    ['a state of more than 2 KiB in UTF-8', { state: 'ž'.repeat(1_025) }],
    ['an empty state', { state: '' }],
    ['nine references', { refs: Array(9).fill('pi_1') }],
    ['a reference of 129 characters', { refs: ['x'.repeat(129)] }],
    ['a reference with a line break', { refs: ['pi\n1'] }],
    ['a reference that is not a text', { refs: [1] }],
  ])('are malformed with %s, and the outcome unknown', async (_, names) => {
    const { authorize } = await startProvider(json(200, { ...OUTCOME, ...names }))
    expect(await failureOf(authorize())).toMatchObject({ code: 'ANSWER_MALFORMED' })
  })

  it('may be longer while the shopper is awaited', async () => {
    const long = { ...page, state: 'x'.repeat(8_192) }
    const { provider } = await startProvider(json(200, { result: 'REDIRECT', ...long }))
    expect(await provider.order(ORDER)).toMatchObject({ kind: 'redirect' })
    const tooLong = await startProvider(json(200, { result: 'REDIRECT', ...long, state: 'x'.repeat(8_193) }))
    expect(await failureOf(tooLong.provider.order(ORDER))).toMatchObject({ code: 'ANSWER_MALFORMED' })
  })
})

describe('a provider over HTTP: an answer with the key of another call', () => {
  const other = { ...OUTCOME, idempotency_key: 'x' }
  it.each<[string, unknown, (provider: Provider) => Promise<unknown>]>([
    ['an authorization', other, (it) => it.authorize(authorizationOf())],
    ['an operation', other, (it) => it.operate(operationOf())],
    ['a cancellation', other, (it) => it.cancelOrder({ idempotencyKey: 'cancel-1', order: CALL })],
    [
      'an order',
      { result: 'REDIRECT', idempotency_key: 'x', redirect_url: 'https://a.example' },
      (it) => it.order(ORDER),
    ],
    ['a finding', { found: true, outcome: other }, (it) => it.findOutcome(CALL)],
    ['a fence', { result: 'FENCED', key: 'x' }, (it) => it.fence(CALL)],
    ['a fence with an outcome', { result: 'OUTCOME', outcome: other }, (it) => it.fence(CALL)],
  ])('leaves the outcome of %s unknown, with an alert', async (_, answer, ask) => {
    const { provider } = await startProvider(json(200, answer))
    expect(await failureOf(ask(provider))).toMatchObject({
      name: 'ContradictingAnswer',
      contradiction: { kind: 'KEY_MISMATCH', detail: { key: 'x' } },
    })
  })
})

it.each([
  [200, true],
  [404, false],
  [503, false],
] as const)('a provider over HTTP that answers a ping with %i', async (status, isBack) => {
  const { provider } = await startProvider(json(status, {}))
  const pinged = provider.ping?.().then(
    () => true,
    () => false,
  )
  expect(await pinged).toBe(isBack)
})

describe('a provider over HTTP: an outcome that contradicts its call', () => {
  const partial = { approved_amount: 9_999 }
  it.each<[string, string, object]>([
    ['another account', 'ACCOUNT_MISMATCH', { account_id: 'sim-b-eur' }],
    ['another currency', 'CURRENCY_MISMATCH', { currency: 'SEK' }],
    ['more than was requested', 'AMOUNT_MISMATCH', { approved_amount: 10_001 }],
    ['an approval of nothing', 'AMOUNT_MISMATCH', { approved_amount: 0 }],
    ['a decline with an approved amount', 'AMOUNT_MISMATCH', { processing_code: '1000' }],
    ['an open outcome with an amount', 'AMOUNT_MISMATCH', { processing_code: '1002' }],
  ])('with %s leaves it unknown, with an alert: %s', async (_, kind, changes) => {
    const outcome = { ...OUTCOME, ...changes }
    const said = await startProvider(json(200, outcome))
    const found = await startProvider(json(200, { found: true, outcome }))
    const fenced = await startProvider(json(200, { result: 'OUTCOME', outcome }))
    const refund = operationOf({ idempotencyKey: 'attempt-1', amountMinor: 10_000 })
    const calls: readonly (() => Promise<unknown>)[] = [
      () => said.authorize(),
      () => said.provider.operate(refund),
      () => said.provider.cancelOrder({ idempotencyKey: 'cancel-1', order: CALL }),
      () => found.provider.findOutcome(CALL),
      () => fenced.provider.fence(CALL),
    ]
    for (const call of calls)
      expect(await failureOf(call())).toMatchObject({ name: 'ContradictingAnswer', contradiction: { kind } })
  })

  it('may approve less than a payment, but never less than an operation', async () => {
    const { authorize, provider } = await startProvider(json(200, { ...OUTCOME, ...partial }))
    expect(await authorize()).toMatchObject({ processingCode: '0000', approvedMinor: 9_999 })
    const refund = operationOf({ idempotencyKey: 'attempt-1', amountMinor: 10_000 })
    expect(await failureOf(provider.operate(refund))).toMatchObject({
      contradiction: { kind: 'AMOUNT_MISMATCH', detail: { approved_amount: '9999', asked_amount: '10000' } },
    })
    const found = await startProvider(json(200, { found: true, outcome: { ...OUTCOME, ...partial } }))
    expect(await found.provider.findOutcome(CALL)).toMatchObject({ approvedMinor: 9_999 })
    const ofRefund = found.provider.findOutcome({ ...CALL, mayBePartial: false })
    expect(await failureOf(ofRefund)).toMatchObject({ name: 'ContradictingAnswer' })
  })

  it('checks no member that was completed from the call', async () => {
    for (const member of ['account_id', 'approved_amount', 'currency']) {
      const { authorize } = await startProvider(json(200, { ...OUTCOME, [member]: undefined }))
      expect(await failureOf(authorize())).toMatchObject({ code: 'ANSWER_MALFORMED' })
    }
  })
})

describe('a provider over HTTP: further members of an outcome', () => {
  const DECLINE = { ...OUTCOME, processing_code: '1000', approved_amount: 0, retryable: true }

  it('are read, and the network’s advice prevents tries at other providers', async () => {
    const words = { code_namespace: 'iso8583', avs_result: 'N', cvv_result: 'M' }
    const advice = { kind: 'NEVER_RETRY', code: '03' }
    const { authorize } = await startProvider(json(200, { ...DECLINE, ...words, network_advice: advice }))
    expect(await authorize()).toMatchObject({
      retryable: false,
      report: { codeNamespace: 'iso8583', avsResult: 'N', cvvResult: 'M', networkAdvice: advice },
    })
    const plain = await startProvider(json(200, DECLINE))
    expect(await plain.authorize()).toMatchObject({ retryable: true })
  })

  it.each([
    ['a time', { at: '2026-12-01T10:00:00Z' }, Date.UTC(2026, 11, 1, 10)],
    ['seconds', { seconds: 3_600 }, null],
  ])('contain the time of a retry as %s', async (_, when, atMs) => {
    const advice = { kind: 'RETRY_AFTER', code: '24', ...when }
    const { authorize } = await startProvider(json(200, { ...DECLINE, network_advice: advice }))
    const answer = await authorize()
    const report = 'report' in answer ? answer.report : undefined
    const told = report?.networkAdvice?.kind === 'RETRY_AFTER' ? report.networkAdvice.atMs : 0
    expect(Math.abs(told - (atMs ?? Date.now() + 3_600_000))).toBeLessThan(60_000)
  })

  it.each<[string, object]>([
    ['an unknown kind of advice', { network_advice: { kind: 'TRY_HARDER', code: '1' } }],
    [
      'an advice with two times',
      { network_advice: { kind: 'RETRY_AFTER', code: '1', seconds: 1, at: '2026-12-01T10:00:00Z' } },
    ],
    ['an advice without a time', { network_advice: { kind: 'RETRY_AFTER', code: '1' } }],
    ['digits as the result of the CVV check', { cvv_result: '123' }],
    ['a reference number of 65 characters', { reference_number: 'x'.repeat(65) }],
    [
      'an advice with a day instead of a time',
      { network_advice: { kind: 'RETRY_AFTER', code: '1', at: '2026-12-01' } },
    ],
  ])('are malformed with %s', async (_, changes) => {
    const { authorize } = await startProvider(json(200, { ...DECLINE, ...changes }))
    expect(await failureOf(authorize())).toMatchObject({ code: 'ANSWER_MALFORMED' })
  })
})
