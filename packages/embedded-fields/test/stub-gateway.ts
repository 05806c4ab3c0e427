import { createHash, generateKeyPairSync } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import type { FrameDocument } from '../src/assets.ts'
import type { Programs } from './build-programs.ts'

/** A call of the browser API, as the stub saw it. */
export interface ApiCall {
  readonly sessionId: string
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
}

export interface StubGateway {
  /** `http://localhost:…`; a site of its own beside 127.0.0.1, where the shop is. */
  readonly origin: string
  readonly calls: readonly ApiCall[]
  close(): Promise<void>
}

/** What a session does is the first word of its id: `challenge-1`, `decline-2`. */
type Story = 'approve' | 'decline' | 'invalid' | 'challenge' | 'silent' | 'redirect' | 'refuse' | 'gone'

interface SessionState {
  status: string
  code: string | null
}

/** A client key that no origin is registered for. */
export const UNREGISTERED_KEY = 'ck_test_unregistered'

const TRANS_ID = '8a880dc0-d2d2-4067-bcb1-b08d1690b26e'
const HANDLE = 'continuation-handle'
const MESSAGES: Readonly<Record<string, string>> = {
  '0000': 'Approved',
  '1003': 'Canceled',
  '1004': 'Declined, insufficient funds',
  '2002': 'Payment method invalid',
  '3001': 'Authentication rejected by the issuer',
}

/** Enough of a gateway to drive the browser programs: no database, no money, fixed stories. */
export async function startStubGateway(programs: Programs): Promise<StubGateway> {
  const calls: ApiCall[] = []
  const sessions = new Map<string, SessionState>()
  const encryptionKey = makeEncryptionKey()
  let origin = ''

  const server = createServer((request, response) => {
    void handle(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)))
  })

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', origin)
    const body = await readBody(request)
    const api = /^\/api\/client\/sessions\/([^/]+)(\/.*)?$/.exec(pathname)
    if (api) return answerApi(response, decodeURIComponent(api[1] ?? ''), api[2] ?? '', request.method, body)
    if (pathname === '/embedded-fields.js') {
      return void response.writeHead(200, { 'content-type': 'text/javascript' }).end(programs.script)
    }
    if (pathname.startsWith('/embedded-fields/card-frame/')) {
      const embedders = pathname.endsWith(UNREGISTERED_KEY) ? "frame-ancestors 'none'" : 'frame-ancestors *'
      return sendFrame(response, programs.cardFrame, [
        'trusted-types lit-html',
        "form-action 'none'",
        embedders,
      ])
    }
    if (pathname === '/three-ds/frame') {
      return sendFrame(response, programs.threeDsFrame, [
        "trusted-types 'none'",
        "frame-src 'self' https:",
        "form-action 'self' https:",
      ])
    }
    const page = BANK_PAGES[pathname]
    if (page) return sendHtml(response, page(new URLSearchParams(body)))
    response.writeHead(404).end()
  }

  function answerApi(
    response: ServerResponse,
    sessionId: string,
    path: string,
    method: string | undefined,
    body: string,
  ): void {
    const story = (sessionId.split('-')[0] ?? '') as Story
    if (story === 'gone') return sendJson(response, 404, { error: 'Not Found' })
    const state = sessions.get(sessionId) ?? { status: 'CREATED', code: null }
    sessions.set(sessionId, state)
    const parsed = (body === '' ? {} : JSON.parse(body)) as Record<string, unknown>
    if (path !== '/status') calls.push({ sessionId, path, body: parsed })
    if (path === '') return sendJson(response, 200, bootstrap(sessionId, state.status))
    if (path === '/status') {
      return sendJson(response, 200, {
        status: state.status,
        processing_code: state.code,
        response_message: MESSAGES[state.code ?? ''] ?? null,
      })
    }
    if (path === '/cancel') {
      finish(state, 'CANCELED', '1003')
      return sendJson(response, 200, { status: 'CANCELED' })
    }
    if (path === '/payments') {
      if (state.status !== 'CREATED')
        return sendJson(response, 409, { error: 'Conflict', status: state.status })
      if (story === 'refuse') {
        const errors = [{ property: 'customer.email', message: 'has an invalid format', params: [] }]
        return sendJson(response, 422, { errors, method, status: 422 })
      }
    }
    sendJson(response, 200, nextEnvelope(story, path, state, parsed))
  }

  function nextEnvelope(
    story: Story,
    path: string,
    state: SessionState,
    body: Readonly<Record<string, unknown>>,
  ): object {
    if (path === '/payments') {
      if (story === 'decline') return result(finish(state, 'DECLINED', '1004'))
      if (story === 'invalid') return result({ status: 'INVALID', code: '2002' })
      if (story === 'approve') return result(finish(state, 'APPROVED', '0000'))
      state.status = 'PENDING'
      return action('THREE_DS_2_FINGERPRINT', {
        three_ds_method_url: `${origin}/acs/method`,
        three_ds_method_notification_url: `${origin}/method-notification`,
      })
    }
    if (path.endsWith('/request-authentication')) {
      if (story === 'redirect') {
        const redirect = { transaction_id: 'tx-1', session_id: 's', url: `${origin}/acs/challenge` }
        return { ...EMPTY_ENVELOPE, redirect }
      }
      return action('THREE_DS_2_CHALLENGE', {
        acs_url: `${origin}/acs/${story === 'silent' ? 'silent' : 'challenge'}`,
        acs_trans_id: 'acs-1',
      })
    }
    const isAuthenticated = body['trans_status'] === 'Y'
    return result(isAuthenticated ? finish(state, 'APPROVED', '0000') : finish(state, 'DECLINED', '3001'))
  }

  const BANK_PAGES: Readonly<Record<string, (form: URLSearchParams) => string>> = {
    '/acs/method': () => autoPost('/method-notification', {}),
    '/method-notification': () =>
      message({ type: 'FINGERPRINT_RESPONSE', three_ds_comp_ind: 'Y', three_ds_server_trans_id: TRANS_ID }),
    '/acs/challenge': () => bankPage('/challenge-notification'),
    '/acs/silent': () => bankPage('/forget'),
    '/returned': () => '<h1>Welcome back</h1>',
    // The answer reaches the gateway, and the message is lost on the way to the page.
    '/forget': () => {
      for (const state of sessions.values()) if (state.status === 'PENDING') finish(state, 'APPROVED', '0000')
      return '<p>Thank you.</p>'
    },
    '/challenge-notification': (form) =>
      message({
        type: 'CHALLENGE_RESPONSE',
        trans_status: form.get('code') === '1234' ? 'Y' : 'N',
        three_ds_server_trans_id: TRANS_ID,
      }),
  }

  function bootstrap(sessionId: string, status: string): object {
    return {
      session: {
        id: sessionId,
        kind: 'EMBEDDED',
        status,
        amount: 4_990,
        currency: 'EUR',
        description: 'Order 1',
        country: null,
        customer: { first_name: 'Ana', last_name: null, email: 'ana@example.com' },
      },
      payment_methods: [{ type: 'card', brands: ['VISA', 'MASTERCARD', 'AMEX', 'MAESTRO', 'DINERS', 'JCB'] }],
      saved_cards: [],
      tokenization: 'NONE',
      encryption_keys: { keys: [encryptionKey] },
      server_time: Math.floor(Date.now() / 1_000),
      return_url: `${origin}/returned`,
    }
  }

  function action(type: string, token: Readonly<Record<string, string>>): object {
    const members = {
      three_ds_method_url: null,
      three_ds_server_trans_id: TRANS_ID,
      three_ds_method_notification_url: null,
      acs_url: null,
      acs_trans_id: null,
      message_version: '2.2.0',
      challenge_window_size: '02',
      ...token,
    }
    return {
      ...EMPTY_ENVELOPE,
      action: {
        transaction_id: 'tx-1',
        session_id: 's',
        type,
        token: Buffer.from(JSON.stringify(members)).toString('base64'),
        payment_data: HANDLE,
      },
    }
  }

  await listen(server)
  origin = `http://localhost:${(server.address() as AddressInfo).port}`
  return { origin, calls, close: () => close(server) }
}

const EMPTY_ENVELOPE = { result: null, action: null, redirect: null, form_submit: null }

function finish(state: SessionState, status: string, code: string): { status: string; code: string } {
  return Object.assign(state, { status, code })
}

function result({ status, code }: { status: string; code: string }): object {
  return {
    ...EMPTY_ENVELOPE,
    result: {
      id: 'tx-1',
      approved: status === 'APPROVED',
      status,
      processing_code: code,
      response_message: MESSAGES[code] ?? null,
    },
  }
}

/** The policy of the real gateway, so that a violation shows here first. */
function sendFrame(response: ServerResponse, frame: FrameDocument, directives: readonly string[]): void {
  const policy = [
    "default-src 'none'",
    `script-src '${frame.scriptHash}'`,
    `style-src '${frame.styleHash}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    ...directives,
  ]
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy.join('; '),
    'referrer-policy': 'origin',
    'x-content-type-options': 'nosniff',
  })
  response.end(frame.html)
}

function sendHtml(response: ServerResponse, html: string): void {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
  response.end(`<!doctype html><html lang="en"><title>Bank</title><body>${html}`)
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
  response.end(JSON.stringify(body))
}

function bankPage(action: string): string {
  return `<form method="post" action="${action}"><h1>Example Bank</h1>
    <label>One-time password <input name="code" autocomplete="one-time-code"></label><button>Confirm</button></form>`
}

function autoPost(action: string, fields: Readonly<Record<string, string>>): string {
  const inputs = Object.entries(fields).map(([name, value]) => `<input name="${name}" value="${value}">`)
  return `<form method="post" action="${action}">${inputs.join('')}</form><script>document.forms[0].submit()</script>`
}

function message(members: Readonly<Record<string, string>>): string {
  return `<script>parent.postMessage(${JSON.stringify(JSON.stringify(members))}, location.origin)</script>`
}

function makeEncryptionKey(): object {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { crv, kty, x, y } = publicKey.export({ format: 'jwk' })
  const kid = createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url')
  return { kty, crv, x, y, use: 'enc', alg: 'HPKE-7', kid }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

export function listen(server: Server): Promise<void> {
  return new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
}

export function close(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(() => resolve()))
}
