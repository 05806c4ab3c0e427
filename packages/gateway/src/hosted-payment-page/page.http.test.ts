import type { HostedPageView } from '@sluice/hpp-ui/assets'
import type { EmbeddedSession, HostedPaymentPage } from '@sluice/types'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { brotliDecompressSync } from 'node:zlib'

import { otherMerchant } from '../../test/both-gateways.ts'
import type { MerchantAtGateway } from '../../test/merchant-at-gateway.ts'
import { startTestGateway, type TestGateway } from '../../test/test-gateway.ts'

let gateway: TestGateway
const log: string[] = []
let views: HostedPageView[] = []

beforeAll(async () => {
  gateway = await startTestGateway({
    env: { SLUICE_LOG_LEVEL: 'info', SLUICE_RATE_LIMITS: 'on' },
    adapters: {
      logDestination: { write: (line) => log.push(line) },
      // Tests of the page's package cover its appearance.
      hostedPage: {
        scripts: [],
        renderLinkDocument: () => '',
        renderDocument: (view) => {
          views.push(view)
          return `<!doctype html><title>page</title>${'<p>text</p>'.repeat(200)}`
        },
      },
    },
  })
})
afterAll(() => gateway.close())

async function makePage(at: MerchantAtGateway, changes: Readonly<Record<string, unknown>> = {}) {
  return at.post<HostedPaymentPage>('/api/hosted-payment-page', at.sessionRequest(changes))
}

async function look(url: string, headers: Readonly<Record<string, string>> = {}) {
  views = []
  const response = await fetch(url, { headers: { 'user-agent': 'Mozilla/5.0', ...headers } })
  const text = await response.text()
  const [view] = views
  if (view === undefined) throw new Error(`nothing was drawn: ${response.status} ${text}`)
  return { status: response.status, headers: response.headers, text, view }
}

const pathOf = (at: MerchantAtGateway, sessionId: string, clientKey = at.ready.client_key) =>
  `${gateway.ready.base_url}/hpp/payment/${clientKey}/${sessionId}`

describe('hosted-payment-page: the page', () => {
  it('contains all data of its session from the browser API', async () => {
    const { redirect_url, session_id } = await makePage(gateway)
    const { status, view, text } = await look(redirect_url)
    expect([status, text.startsWith('<!doctype html>')]).toEqual([200, true])
    const { body } = await gateway.sendFromBrowser('GET', `/api/client/sessions/${session_id}`)
    expect(view).toEqual({
      // The two requests may be in different seconds.
      session: { ...(body as object), server_time: view.session?.server_time },
      clientKey: gateway.ready.client_key,
      sessionId: session_id,
      baseUrl: '',
      language: 'en',
      expiresAtMs: expect.closeTo(gateway.clock.now() + 3_600_000, -5) as unknown,
      nonce: expect.any(String) as unknown,
      environment: 'test',
    })
  })

  it('is in the language that was chosen on it, otherwise in the merchant’s', async () => {
    const { redirect_url } = await makePage(gateway)
    for (const [query, language] of [
      ['?lang=sv', 'sv'],
      ['?lang=de', 'en'],
      ['?lang=sv&lang=ro', 'en'],
      ['?lang=constructor', 'en'],
    ]) {
      expect((await look(redirect_url + query)).view.language).toBe(language)
    }
  })

  it('may run only scripts with its nonce, which is new each time, and connects only to the gateway’s origin', async () => {
    const { redirect_url } = await makePage(gateway)
    const [first, second] = [await look(redirect_url), await look(redirect_url)]
    expect(first.view.nonce).toMatch(/^[A-Za-z0-9+/]{22}==$/)
    expect(first.view.nonce).not.toBe(second.view.nonce)
    const { methodsUrl, bankUrl } = gateway.app.addresses()
    const directives = (first.headers.get('content-security-policy') ?? '').split('; ')
    expect(directives).toEqual([
      "default-src 'none'",
      `script-src 'nonce-${first.view.nonce}' 'strict-dynamic'`,
      `style-src 'nonce-${first.view.nonce}'`,
      "img-src 'self' data:",
      "font-src 'self'",
      `connect-src 'self' ${methodsUrl} ${bankUrl}`,
      `frame-src ${methodsUrl} http://localhost:* http://127.0.0.1:*`,
      "form-action 'self'",
      "base-uri 'none'",
      "object-src 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      'trusted-types lit-html',
      'report-to csp',
      'report-uri /csp-reports',
    ])
    expect(Object.fromEntries(first.headers)).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'text/html; charset=utf-8',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': `camera=(), microphone=(), geolocation=(), usb=(), payment=(self "${methodsUrl}")`,
      'referrer-policy': 'no-referrer',
      'reporting-endpoints': 'csp="/csp-reports"',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    })
    expect(first.headers.has('set-cookie')).toBe(false)
  })

  it('sends HSTS if it is served over https', async () => {
    const proxied = await startTestGateway({
      env: { SLUICE_TRUSTED_PROXIES: '127.0.0.1' },
      adapters: {
        hostedPage: { renderDocument: () => '<!doctype html>', renderLinkDocument: () => '', scripts: [] },
      },
    })
    const { session_id } = await makePage(proxied)
    const url = `${proxied.ready.base_url}/hpp/payment/${proxied.ready.client_key}/${session_id}`
    const headers = { 'user-agent': 'Mozilla/5.0', 'x-forwarded-proto': 'https' }
    const response = await fetch(url, { headers })
    expect(response.headers.get('strict-transport-security')).toBe('max-age=63072000; includeSubDomains')
    await proxied.close()
  })

  it('is compressed', async () => {
    const { redirect_url } = await makePage(gateway)
    const response = await gateway.app.server.inject({
      url: redirect_url,
      headers: { 'user-agent': 'Mozilla/5.0', 'accept-encoding': 'gzip, br' },
    })
    expect(response.headers['content-encoding']).toBe('br')
    expect(response.headers['vary']).toBe('Accept-Encoding')
    expect(brotliDecompressSync(response.rawPayload).toString()).toMatch(/^<!doctype html>/)
  })

  it('answers the same 404 for every mismatch of key and session', async () => {
    const other = await otherMerchant(gateway)
    const { session_id } = await makePage(gateway)
    const embedded = await gateway.post<EmbeddedSession>('/api/sessions', gateway.sessionRequest())
    const addresses = {
      'another merchant’s key': pathOf(gateway, session_id, other.ready.client_key),
      'an unknown key': pathOf(gateway, session_id, `ck_test_${'0'.repeat(32)}`),
      'no key': pathOf(gateway, session_id, 'x'),
      'an unknown session': pathOf(gateway, 'A'.repeat(43)),
      'a session of embedded fields': pathOf(gateway, embedded.id),
    }
    for (const [what, address] of Object.entries(addresses)) {
      const { status, view } = await look(address)
      expect([what, status, view.session, view.expiresAtMs]).toEqual([what, 404, null, null])
    }
  })

  it('is shown for an expired session, which does not end again', async () => {
    const { redirect_url, session_id } = await makePage(gateway)
    await gateway.sendFromBrowser('POST', `/api/client/sessions/${session_id}/cancel`)
    const { status, view } = await look(redirect_url)
    expect([status, view.session?.session.status, view.expiresAtMs]).toEqual([200, 'CANCELED', null])
    expect(view.session?.return_url).toBe(gateway.returnUrl)

    const forgotten = await makePage(gateway)
    await gateway.advance(61 * 60_000)
    const late = await look(forgotten.redirect_url)
    expect([late.status, late.view.session?.session.status]).toEqual([200, 'SESSION_EXPIRED'])
  })

  it('allows messages from a wallet’s window, if there is one', async () => {
    const { redirect_url } = await makePage(gateway)
    const { view, headers } = await look(redirect_url)
    const hasWallet = view.session?.payment_methods.some(({ type }) => type === 'gwallet-pay')
    expect(headers.get('cross-origin-opener-policy')).toBe(
      hasWallet ? 'same-origin-allow-popups' : 'same-origin',
    )
  })

  it('appears in the log only as its route pattern', async () => {
    const { redirect_url, session_id } = await makePage(gateway)
    log.length = 0
    await look(`${redirect_url}?lang=sv`)
    await expect.poll(() => log.length).toBeGreaterThan(0)
    expect(log.join('')).toContain('"route":"/hpp/payment/:client_key/:session_id"')
    expect(log.join('')).not.toContain(session_id)
  })

  it('has a rate limit', async () => {
    const { redirect_url } = await makePage(gateway)
    const ask = () => fetch(redirect_url, { headers: { 'user-agent': 'Mozilla/5.0' } })
    // The limit is twenty at once, and five a second.
    const answers = await Promise.all(Array.from({ length: 60 }, ask))
    const refused = answers.find(({ status }) => status === 429)
    expect(refused?.headers.get('retry-after')).toBe('1')
    expect(refused?.headers.get('ratelimit-policy')).toContain('"browser"')
  })
})

describe('CSP reports', () => {
  const send = (body: unknown, type = 'application/reports+json') =>
    fetch(`${gateway.ready.base_url}/csp-reports`, {
      method: 'POST',
      headers: { 'user-agent': 'Mozilla/5.0', 'content-type': type },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  const report = (session: string, blocked: string) => ({
    'csp-report': {
      'document-uri': pathOf(gateway, session),
      'effective-directive': 'script-src-elem',
      'blocked-uri': blocked,
    },
  })

  it('are in the log once, without the session', async () => {
    log.length = 0
    const session = 'B'.repeat(43)
    for (const type of ['application/csp-report', 'application/reports+json'])
      expect((await send(report(session, 'https://evil.example/skim.js?x=1'), type)).status).toBe(204)
    for (const nonsense of ['', '{', '[]', 'null']) expect((await send(nonsense)).status).toBe(204)
    const lines = log.filter((line) => line.includes('a violation of the page policy'))
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({
        level: 'warn',
        csp_page: '/hpp/payment',
        csp_directive: 'script-src-elem',
        csp_blocked: 'https://evil.example',
        csp_source: null,
      }),
    ])
    expect(log.join('')).not.toContain(session)
  })

  it('do not fill the log if they are forged in masses', async () => {
    log.length = 0
    await Promise.all(
      Array.from({ length: 60 }, (_, index) => send(report('C'.repeat(43), `https://x${index}.example/`))),
    )
    expect(log.filter((line) => line.includes('a violation of the page policy')).length).toBeLessThanOrEqual(
      10,
    )
  })
})
