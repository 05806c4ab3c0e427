/**
 * Requests every kind of document that a gateway serves once, and checks the headers of every answer
 * (`watchAnswers`). A new route outside the contract must be listed here, as a page or as data.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { type Endpoint, ENDPOINTS, type Envelope } from '@sluice/types'
import {
  type Headers,
  findAnswerFaults,
  findPageFaults,
} from '@sluice/platform/http/testing/find-header-faults'
import { send } from '@sluice/platform/http/testing/send'

import { paymentRequest, press } from './elsewhere.ts'
import { startTestGateway, type TestGateway } from './test-gateway.ts'

/** The routes that answer a browser with their own document, found or not. */
const PAGES: readonly string[] = [
  'GET /',
  'GET /accounts',
  'GET /audit',
  'GET /checkout-sessions',
  'GET /customers',
  'GET /customers/:id',
  'GET /decisions',
  'GET /devices',
  'GET /devices/:id',
  'GET /docs/*',
  'GET /embedded-fields/card-frame/:client_key',
  'GET /embedded-fields/methods-frame/:client_key',
  'GET /errors',
  'GET /events',
  'GET /hpp/link/:client_key/:token',
  'GET /hpp/link/:client_key/returned',
  'GET /hpp/payment/:client_key/:session_id',
  'GET /look-preview',
  'GET /merchants',
  'GET /merchants/:id',
  'GET /orders/:handle/pay',
  'GET /orders/:handle/return',
  'GET /overview',
  'GET /payment-links',
  'GET /payments',
  'GET /payments/:id',
  'GET /realms/sluice/protocol/openid-connect/auth',
  'GET /realms/sluice/protocol/openid-connect/logout',
  'GET /realms/sluice/sign-in',
  'GET /realms/sluice/sign-in/link/:token',
  'GET /reference',
  'GET /service',
  'GET /sessions',
  'GET /settings',
  'GET /settings/credentials',
  'GET /settings/look',
  'GET /settings/origins',
  'GET /settings/rules',
  'GET /settings/terminals',
  'GET /settings/webhook-hosts',
  'GET /simulators/provider/:id',
  'GET /simulators/three-ds-server/challenges/:threeDsServerTransId',
  'GET /simulators/wallets/sheet',
  'GET /test-tools',
  'GET /design',
  'GET /three-ds/:handle/challenge',
  'GET /three-ds/:handle/challenge-return',
  'GET /three-ds/:handle/embedded-fields/challenge-return',
  'GET /three-ds/:handle/hosted-payment-page/challenge-return',
  'GET /three-ds/:handle/return',
  'GET /three-ds/challenge/:client_key/:session_id',
  'GET /three-ds/frame/:client_key',
  'GET /trail',
  'GET /users',
  'GET /webhooks',
  'GET /webhooks/:id',
  'POST /hpp/link/:client_key/:token',
  'POST /realms/sluice/sign-in/authenticator',
  'POST /realms/sluice/sign-in/code',
  'POST /realms/sluice/sign-in/continue',
  'POST /realms/sluice/sign-in/link',
  'POST /realms/sluice/sign-in/new-passkey',
  'POST /realms/sluice/sign-in/new-password',
  'POST /realms/sluice/sign-in/passkey',
  'POST /realms/sluice/sign-in/password',
  'POST /realms/sluice/sign-in/second-passkey',
  'POST /orders/:handle/cancel',
  'POST /simulators/acs/challenge',
  'POST /simulators/acs/challenge/answer',
  'POST /simulators/acs/method',
  'POST /simulators/acs/method/silent',
  'POST /simulators/provider/:id',
  'POST /simulators/provider/:id/form',
  'POST /simulators/three-ds-server/challenges/:threeDsServerTransId',
  'POST /simulators/three-ds-server/challenges/:threeDsServerTransId/end',
  'POST /three-ds/:handle/challenge',
  'POST /three-ds/:handle/challenge-notification-url',
  'POST /three-ds/:handle/challenge-return',
  'POST /three-ds/:handle/embedded-fields/challenge-notification-url',
  'POST /three-ds/:handle/embedded-fields/challenge-return',
  'POST /three-ds/:handle/hosted-payment-page/challenge-notification-url',
  'POST /three-ds/:handle/hosted-payment-page/challenge-return',
  'POST /three-ds/:handle/return',
  'POST /three-ds/:id/method-notification-url',
  'POST /three-ds/:id/provider-method-notification-url',
]

/** Scripts, images, texts, and data for scripts; a browser that opens one may get an error page. */
const DATA: readonly string[] = [
  'GET /branding/:digest',
  'GET /docs',
  'GET /embedded-fields.js',
  'GET /embedded-fields.v1.js',
  'GET /embedded-fields/0.0.0/embedded-fields.js',
  'GET /embedded-fields/0.0.0/sri.json',
  'GET /embedded-fields/find/methods-frame/:client_key',
  'GET /embedded-fields/installments.js',
  'GET /embedded-fields/low-contrast.js',
  'GET /embedded-fields/scripts.json',
  'GET /embedded-fields/sri.json',
  'GET /health/live',
  'GET /health/ready',
  'GET /llms.txt',
  'GET /openapi.json',
  'GET /orders/:handle/state',
  'GET /portal-pages/:file',
  'GET /portal.css',
  'GET /portal.js',
  'GET /realms/sluice/protocol/openid-connect/userinfo',
  'GET /reference/reference.js',
  'GET /simulators/awallet-pay/apple-pay-session.js',
  'GET /simulators/awallet-pay/root.pem',
  'GET /simulators/gwallet-pay/pay.js',
  'GET /simulators/provider/:id/state',
  'GET /sluice.bruno.json',
  'GET /sluice.http',
  'POST /csp-reports',
  'POST /simulators/wallets/sheet',
]

/** Routes of the contract are data, and so are those for the portal's script. */
const CONTRACT = new Set(
  Object.values(ENDPOINTS as Readonly<Record<string, Endpoint>>).map(
    ({ method, path, server }) =>
      `${method} ${server === 'auth' ? '/realms/sluice' : ''}${path.replaceAll(/\{([^{}]+)\}/g, ':$1')}`,
  ),
)

let gateway: TestGateway
let port: number

beforeAll(async () => {
  gateway = await startTestGateway()
  port = Number(new URL(gateway.app.addresses().baseUrl).port)
  await visitEverything()
})
afterAll(() => gateway.close())

/** Opens an address as a browser does, or posts a form to it. */
const AS_A_BROWSER = { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

async function visitEverything(): Promise<void> {
  const { client_key: clientKey } = gateway.ready
  for (const { method, template, origin } of gateway.app.server.edge.routes.all) {
    if (method === 'HEAD') continue
    const { host } = new URL(gateway.app.server.edge.origins().urls[origin === 'every' ? 'base' : origin])
    const path = template
      .replace(':client_key', clientKey)
      .replaceAll(/:\w+/g, 'x')
      .replace('*', 'index.html')
    const body = method === 'GET' ? {} : { body: 'x=y', headers: { host, ...AS_A_BROWSER, ...FORM } }
    await send(port, { method, path, headers: { host, ...AS_A_BROWSER }, ...body })
  }
  for (const flow of [
    'CHALLENGE',
    'CHALLENGE_REDIRECT',
    'CHALLENGE_FORM_SUBMIT',
    'CHALLENGE_HOSTED',
    'METHOD_TIMEOUT_CHALLENGE',
  ] as const)
    await gateway.pay({ flow, atTheBank: ['0000', '1234'] })
  const payment = await gateway.post<Envelope>('/api/transactions/payment', paymentRequest(gateway))
  await press(`${payment.redirect?.url}?bank=kopernik`, 'approve')
  await send(port, { path: '/no-such-page', headers: AS_A_BROWSER })
}

/** The routes whose form is in no table. */
const furtherRoutes = (): readonly string[] =>
  gateway.app.server.edge.routes.all
    .filter(({ method, template }) => method !== 'HEAD' && !template.startsWith('/portal/'))
    .map(({ method, template }) => `${method} ${template}`)
    .filter((route) => !CONTRACT.has(route))

describe('each route of a gateway', () => {
  it('is in the contract, or listed here as a page or as data', () => {
    expect([...new Set(furtherRoutes())].sort()).toEqual([...PAGES, ...DATA].sort())
  })

  it('answers with headers that pass scanners', () => {
    expect([...gateway.answers.faults]).toEqual([])
  })

  it('a route that is a page has sent a document', () => {
    const sent = new Set(gateway.answers.pages.map(({ route }) => route))
    expect(PAGES.filter((route) => !sent.has(route))).toEqual([])
  })

  it('a route that is data sends no document except that of errors', () => {
    const pages = new Set(PAGES)
    expect(gateway.answers.pages.filter(({ route, status }) => !pages.has(route) && status < 400)).toEqual([])
    expect(gateway.answers.pages.map(({ route }) => route)).toContain('GET')
  })
})

describe('a document is rejected', () => {
  const GOOD = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy':
      "default-src 'none'; script-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store',
    'set-cookie': ['session=x; HttpOnly; SameSite=Lax; Path=/'],
  }

  it('accepts a document with all headers', () => {
    expect(findPageFaults('GET /', GOOD)).toEqual([])
  })

  it.each<[string, Headers]>([
    ...Object.keys(GOOD)
      .filter((name) => name !== 'set-cookie')
      .map((name): [string, Headers] => [`without ${name}`, { [name]: undefined }]),
    ['with an inline script', policy("default-src 'none'; script-src 'unsafe-inline'")],
    ['with scripts from anywhere', policy("default-src 'none'; script-src https:")],
    ['with scripts from a host', policy("default-src 'none'; script-src https://cdn.example")],
    ['with forms that go anywhere', policy("default-src 'none'; base-uri 'none'; frame-ancestors 'none'")],
    ['with a cookie for scripts', { 'set-cookie': 'session=x; SameSite=Lax' }],
    ['with a cookie for other sites', { 'set-cookie': 'session=x; HttpOnly; SameSite=None' }],
    ['that other sites may read', { 'access-control-allow-origin': '*' }],
  ])('%s', (_, changes) => {
    expect(findPageFaults('GET /', { ...GOOD, ...changes }).length).toBeGreaterThan(0)
  })

  it('data with an ambiguous type is rejected, too', () => {
    expect(findAnswerFaults({ ...GOOD, 'x-content-type-options': undefined })).toEqual([
      'lacks no guessing of types',
    ])
  })
})

function policy(text: string) {
  return { 'content-security-policy': text }
}
