import { connect } from 'node:net'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { type EndpointName, ENDPOINTS } from '@sluice/types'
import { ORIGIN_NAMES, type OriginName } from '@sluice/platform/http/origins'
import { PORTAL_ACTIONS } from '@sluice/portal-api/portal-rights'

import { startTestGateway, type TestGateway } from './test-gateway.ts'

/** Pages of the portal, and the routes only for them. */
const PORTAL_PATHS = [
  '/',
  '/payments',
  '/payments/:id',
  '/customers',
  '/customers/:id',
  '/checkout-sessions',
  '/payment-links',
  '/accounts',
  '/events',
  '/webhooks',
  '/webhooks/:id',
  '/devices',
  '/devices/:id',
  '/portal/devices',
  '/portal/devices/token',
  '/portal/devices/:code',
  '/portal/devices/:code/approve',
  '/portal/devices/:code/deny',
  '/overview',
  '/errors',
  '/users',
  '/sessions',
  '/trail',
  '/settings',
  '/settings/credentials',
  '/settings/look',
  '/settings/origins',
  '/settings/rules',
  '/settings/terminals',
  '/settings/webhook-hosts',
  '/portal/settings',
  '/portal/settings/client-keys',
  '/portal/settings/client-keys/:id',
  '/portal/settings/client-keys/:id/delete',
  '/portal/settings/export',
  '/portal/settings/look',
  '/portal/settings/preview',
  '/portal/settings/risk',
  '/portal/settings/terminals/:id',
  '/portal/settings/webhook-hosts',
  '/portal/clients',
  '/portal/clients/:id/end-old-secret',
  '/portal/clients/:id/revoke',
  '/portal/clients/:id/rotate',
  '/portal/subscriptions',
  '/portal/subscriptions/:id',
  '/portal/subscriptions/:id/disable',
  '/merchants',
  '/merchants/:id',
  '/decisions',
  '/service',
  '/audit',
  '/portal/operator/merchants',
  '/portal/operator/merchants/:id',
  '/portal/operator/merchants/:id/owners',
  '/portal/operator/merchants/:id/view',
  '/portal/operator/merchants/:id/go-live',
  '/portal/operator/view',
  '/portal/operator/decisions',
  '/portal/operator/questions',
  '/portal/operator/service',
  '/portal/operator/provider-accounts',
  '/portal/operator/provider-accounts/pause',
  '/portal/operator/provider-accounts/resume',
  '/portal/operator/provider-events',
  '/portal/operator/provider-events/retry',
  '/portal/operator/audit',
  '/portal/operator/exports/audit.json',
  '/test-tools',
  '/design',
  '/portal/users',
  '/portal/users/:id',
  '/portal/users/:id/roles',
  '/portal/users/:id/reset',
  '/portal/users/:id/confirm',
  '/portal/users/:id/cancel',
  '/portal/users/trail',
  '/portal/notices',
  '/portal/notices/acknowledge',
  '/portal/login',
  '/portal/callback',
  '/portal.js',
  '/portal.css',
  '/portal-pages/:file',
  '/portal/session',
  '/sessions',
  '/portal/sessions',
  '/portal/sessions/:id',
  '/portal/users/:id/sessions',
  '/portal/exports/:file',
  '/portal/transaction-counts',
  '/portal/pending-reasons',
  '/portal/first-steps',
  '/portal/failed-requests',
  '/portal/failed-requests/requests',
  ...PORTAL_ACTIONS.flatMap((action) =>
    action in ENDPOINTS
      ? [`/portal${ENDPOINTS[action as EndpointName].path.replaceAll(/\{([^{}]+)\}/g, ':$1')}`]
      : [],
  ),
]

/** The routes outside the base origin. Everything that runs third-party scripts must be listed here. */
const ELSEWHERE: Readonly<Record<string, OriginName | 'every'>> = {
  '/health/live': 'every',
  '/health/ready': 'every',
  '/csp-reports': 'every',
  '/embedded-fields/methods-frame/:client_key': 'methods',
  '/three-ds/frame/:client_key': 'methods',
  '/three-ds/:handle/embedded-fields/challenge-notification-url': 'methods',
  '/three-ds/:handle/embedded-fields/challenge-return': 'methods',
  '/three-ds/:handle/hosted-payment-page/challenge-return': 'methods',
  '/three-ds/:handle/hosted-payment-page/challenge-notification-url': 'methods',
  '/reference': 'portal',
  '/reference/reference.js': 'portal',
  '/docs': 'portal',
  '/docs/*': 'portal',
  ...Object.fromEntries(PORTAL_PATHS.map((path) => [path, 'portal' as const])),
  '/realms/sluice/protocol/openid-connect/auth': 'portal',
  '/realms/sluice/protocol/openid-connect/logout': 'portal',
  '/realms/sluice/sign-in': 'portal',
  '/realms/sluice/sign-in/link/:token': 'portal',
  '/realms/sluice/sign-in/link': 'portal',
  '/realms/sluice/sign-in/password': 'portal',
  '/realms/sluice/sign-in/code': 'portal',
  '/realms/sluice/sign-in/passkey': 'portal',
  '/realms/sluice/sign-in/second-passkey': 'portal',
  '/realms/sluice/sign-in/authenticator': 'portal',
  '/realms/sluice/sign-in/new-passkey': 'portal',
  '/realms/sluice/sign-in/new-password': 'portal',
  '/realms/sluice/sign-in/continue': 'portal',
  '/simulators/acs/method': 'bank',
  '/simulators/acs/method/silent': 'bank',
  '/simulators/acs/challenge': 'bank',
  '/simulators/acs/challenge/answer': 'bank',
  '/simulators/provider/:id': 'bank',
  '/simulators/provider/:id/form': 'bank',
  '/simulators/provider/:id/state': 'bank',
  '/simulators/three-ds-server/challenges/:threeDsServerTransId': 'bank',
  '/simulators/three-ds-server/challenges/:threeDsServerTransId/end': 'bank',
  '/simulators/gwallet-pay/pay.js': 'bank',
  '/simulators/awallet-pay/apple-pay-session.js': 'bank',
  '/simulators/wallets/sheet': 'bank',
}

const NOT_FOUND = { status: 404, body: '{"error":"Not Found"}' }

let gateway: TestGateway
let port: number
beforeAll(async () => {
  gateway = await startTestGateway({ env: { SLUICE_METHODS_PORT: '0' } })
  port = Number(new URL(gateway.app.addresses().baseUrl).port)
})
afterAll(() => gateway.close())

const hostOf = (name: OriginName) => new URL(gateway.app.server.edge.origins().urls[name]).host

/** Connects to the address for every name, as browsers do for names below localhost. */
function send(host: string, path: string, method = 'GET', options: { family?: 6; port?: number } = {}) {
  return new Promise<{ status: number; body: string }>((resolve, reject) => {
    const headers = { host, 'user-agent': 'test' }
    const address = options.family === 6 ? '::1' : '127.0.0.1'
    const sent = request({ host: address, port: options.port ?? port, path, method, headers }, (answer) => {
      text(answer).then((body) => resolve({ status: answer.statusCode ?? 0, body }), reject)
    })
    sent.on('error', reject)
    sent.end()
  })
}

/** Sends raw bytes, which no client of Node would write. */
function sendRaw(head: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.end(head)
  return text(socket)
}

const pathOf = (template: string) => template.replaceAll(/:\w+/g, 'x').replace('*', 'x')

/** The base origin's redirects to the portal, because people type these addresses. */
const LED_TO_PORTAL = ['/docs', '/docs/', '/docs/*', '/reference', '/reference/reference.js']

describe('each route is served at one origin', () => {
  it('and every route outside the base origin is listed here', () => {
    const { all } = gateway.app.server.edge.routes
    const elsewhere = all.filter(({ origin }) => origin !== 'base')
    expect(Object.fromEntries(elsewhere.map(({ template, origin }) => [template, origin]))).toEqual(ELSEWHERE)
    expect(all.length).toBeGreaterThan(elsewhere.length)
  })

  it.each(ORIGIN_NAMES)('and is 404 at the others: %s', async (name) => {
    const { all } = gateway.app.server.edge.routes
    // A path may be served at two origins: `/` is.
    for (const template of new Set(all.map((route) => route.template))) {
      const routes = all.filter((route) => route.template === template)
      if (name === 'base' && LED_TO_PORTAL.includes(template)) continue
      const isHere = routes.some(({ origin }) => origin === name || origin === 'every')
      const path = pathOf(template)
      // No route has this method: 405 where the path is known.
      const wrongMethod = await send(hostOf(name), path, 'PUT')
      expect([template, wrongMethod.status]).toEqual([template, isHere ? 405 : 404])
      const { method } = routes[0] ?? { method: '' }
      if (!isHere) expect([template, await send(hostOf(name), path, method)]).toEqual([template, NOT_FOUND])
    }
  })
})

describe('the documentation', () => {
  it.each(['/reference', '/docs/guides'])('is reached from the base: %s', async (path) => {
    const answer = await sendRaw(
      `GET ${path} HTTP/1.1\r\nHost: ${hostOf('base')}\r\nUser-Agent: test\r\nConnection: close\r\n\r\n`,
    )
    expect(answer).toMatch(/^HTTP\/1\.1 302 /)
    expect(answer).toContain(`location: ${gateway.app.addresses().portalUrl}${path}\r\n`)
  })
})

describe('the name that a request gives', () => {
  it.each([
    'evil.example',
    'evil.localhost',
    'localhost',
    '127.0.0.1',
    '127.0.0.1:1',
    'methods.localhost:1',
    '192.0.2.1',
    'x@127.0.0.1',
  ])('answers 421 for an unknown name: %j', async (host) => {
    const { status, body } = await send(host, '/openapi.json')
    expect(status).toBe(421)
    expect(JSON.parse(body)).toMatchObject({ error: 'Misdirected Request' })
  })

  it.each([
    ['an absolute address with another name', 'GET http://bank.localhost/reference HTTP/1.1\r\nHost: HERE'],
    ['an empty one', 'GET /openapi.json HTTP/1.1\r\nHost: '],
    ['a second Host', 'GET /users HTTP/1.1\r\nHost: HERE\r\nHost: portal.localhost:PORT'],
    ['a forwarded one', 'GET /users HTTP/1.1\r\nHost: HERE\r\nX-Forwarded-Host: portal.localhost:PORT'],
    [
      'a forwarded one (RFC 7239)',
      'GET /users HTTP/1.1\r\nHost: HERE\r\nForwarded: host=portal.localhost:PORT',
    ],
  ])('is the Host alone, and that in one piece: %s', async (_, head) => {
    const filled = head.replace('HERE', hostOf('base')).replace('PORT', String(port))
    const answer = await sendRaw(`${filled}\r\nUser-Agent: test\r\nConnection: close\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 (400|404|421) /)
  })

  it('may be anything for health checks, because load balancers send none', async () => {
    expect((await send('10.0.0.7:8080', '/health/live')).status).toBe(200)
  })
})

describe('the listening addresses', () => {
  it('answer for both families and for a port of an origin', async () => {
    expect((await send(hostOf('portal'), '/reference', 'GET', { family: 6 })).status).toBe(200)
    const { host, hostname } = new URL(gateway.app.addresses().methodsUrl)
    expect(hostname).toBe('127.0.0.1')
    const methodsPort = Number(host.split(':')[1])
    expect(methodsPort).not.toBe(port)
    expect(await send(host, '/openapi.json', 'GET', { port: methodsPort })).toEqual(NOT_FOUND)
    expect((await send(hostOf('base'), '/openapi.json', 'GET', { port: methodsPort })).status).toBe(200)
  })
})

describe('a test environment at its own address', () => {
  const warningsOf = async (env: Readonly<Record<string, string>>) => {
    const log: string[] = []
    const other = await startTestGateway({
      env: { SLUICE_LOG_LEVEL: 'warn', ...env },
      adapters: { logDestination: { write: (line) => void log.push(line) } },
    })
    await other.close()
    return log.filter((line) => line.includes('share an origin'))
  }

  it('warns at its start that origins are shared, with the fix', async () => {
    const [warning, ...others] = await warningsOf({ SLUICE_BASE_URL: 'https://test.pay.example' })
    expect(others).toEqual([])
    expect(warning).toContain('methods, portal, bank share the base URL')
    expect(warning).toContain('Set SLUICE_METHODS_URL, SLUICE_PORTAL_URL, SLUICE_BANK_URL')
  })

  it('does not warn if each has its own, as on this machine', async () => {
    expect(await warningsOf({})).toEqual([])
    const own = ['methods', 'portal', 'bank'].map((name) => [
      `SLUICE_${name.toUpperCase()}_URL`,
      `https://${name}.pay.example`,
    ])
    expect(
      await warningsOf({ SLUICE_BASE_URL: 'https://test.pay.example', ...Object.fromEntries(own) }),
    ).toEqual([])
  })
})
