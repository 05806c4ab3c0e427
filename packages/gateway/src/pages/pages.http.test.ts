import type { IncomingHttpHeaders } from 'node:http'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { Language } from '@sluice/types/vocabulary'
import { ENDPOINTS } from '@sluice/types'
import { send } from '@sluice/platform/http/testing/send'
import {
  SHOP_CLIENT_KEY,
  OPEN_CLIENT_KEY,
  type RunningEdge,
  SHOP_ORIGIN,
  startEdge,
} from '@sluice/platform/http/testing/start-edge'
import { Secret } from '@sluice/platform/kernel/secret'

import { NO_PORTAL } from '../../test/no-assets.ts'
import {
  type BrowserAssets,
  type FirstSteps,
  registerBrowserAssets,
  registerPages,
  registerPortalPages,
} from './index.ts'

const frame = (name: string) => ({
  html: `<!doctype html><title>${name}</title><body><script></script></body>`,
  scriptHash: `sha256-${name}Script`,
  styleHash: `sha256-${name}Style`,
})
const PORTAL = { ...NO_PORTAL, parts: new Map([['users-1a2b.js', 'export {}']]) }
const assets: BrowserAssets = {
  script: `/* ${'card '.repeat(500)} */`,
  release: '1.2.3-0123456789ab',
  scripts: [
    {
      name: 'embedded-fields.js',
      owner: 'Sluice',
      origin: 'merchant',
      address: '/embedded-fields.js',
      purpose: 'Shows frames',
      integrity: 'sha384-x',
    },
    {
      name: 'inline',
      owner: 'Sluice',
      origin: 'methods',
      address: '/three-ds/frame/<client key>',
      purpose: 'Shows banks',
      integrity: 'sha256-y',
    },
    {
      name: 'low-contrast.js',
      owner: 'Sluice',
      origin: 'base',
      address: '/embedded-fields/low-contrast.js',
      purpose: 'Reports colors',
      integrity: 'sha384-z',
    },
  ],
  cardFrame: frame('card'),
  installments: 'export {}',
  lowContrast: 'export {}',
  threeDsFrame: frame('threeDs'),
  methodsFrame: frame('methods'),
  refusalFrame: { ...frame('refusal'), html: '<body></body>' },
  frameTexts: (frame, [wish], languages) => `<i lang="${wish}">${[frame, ...languages].join(' ')}</i>`,
  textsByLocale: new Map([['sv-SE', '{"sv-SE":{}}']]),
  simulatedWallets: { gwalletPay: '', awalletPay: '', sheet: '' },
}

const OPERATOR_TOKEN = 'operator-token-of-this-test'

let isReady = true
/** A site of three pages, one of which names two variables of the demo merchant. */
const documentation = mkdtempSync(join(tmpdir(), 'sluice-documentation-'))
mkdirSync(join(documentation, 'guides'))
writeFileSync(join(documentation, 'index.html'), '<h1>Sluice</h1>')
writeFileSync(join(documentation, 'guides/pay.html'), '<p>$SLUICE_REALM $SLUICE_CLIENT_SECRET</p>')
writeFileSync(join(documentation, 'guides/payment-links.html'), '<h1>Payment links</h1>')
writeFileSync(join(documentation, 'secret.key'), 'k')
afterAll(() => rmSync(documentation, { recursive: true }))
let firstSteps: FirstSteps | null = null

const pagePorts = {
  environment: 'production' as const,
  schema: 24,
  isReady: async () => isReady,
  firstSteps: async () => firstSteps,
  documentationFolder: pathToFileURL(`${documentation}/`),
  readDemoEnvironment: () => 'SLUICE_REALM=sluice\nSLUICE_CLIENT_SECRET=hidden\n',
}
/** The languages of every merchant beyond the standard ones. */
let languages: readonly Language[] = []

function start(environment: 'test' | 'production' = 'test'): Promise<RunningEdge> {
  const config =
    environment === 'test'
      ? {}
      : ({ environment, baseUrl: 'https://pay.example', trustedProxies: ['127.0.0.1'] } as const)
  return startEdge(
    (server) => {
      registerPages(server, pagePorts)
      if (environment === 'test')
        registerPortalPages(server, { program: PORTAL, baseUrl: () => 'http://127.0.0.1', environment })
      registerBrowserAssets(server, {
        assets,
        resolveClientKey: server.edge.options.resolveClientKey,
        listLanguages: async () => languages,
      })
    },
    { config },
  )
}

const secure = { 'x-forwarded-proto': 'https', host: 'pay.example' }

/** Returns the sources of each directive of a policy. */
function policyOf(headers: IncomingHttpHeaders): Record<string, string> {
  const policy = String(headers['content-security-policy'])
  return Object.fromEntries(
    policy.split('; ').map((line) => [line.split(' ', 1)[0], line.slice(line.indexOf(' ') + 1)]),
  )
}

let edge: RunningEdge
let production: RunningEdge

beforeAll(async () => {
  ;[edge, production] = await Promise.all([start(), start('production')])
})
afterAll(() => Promise.all([edge.server.close(), production.server.close()]))

describe('the documentation', () => {
  const portal = () => ({ host: `portal.localhost:${edge.port}` })
  const get = (path: string) => send(edge.port, { path, headers: portal() })

  it('is served at the portal, with values of the demo merchant and without secrets', async () => {
    const { status, text, headers } = await get('/docs/guides/pay.html')
    expect([status, text]).toEqual([200, '<p>sluice $SLUICE_CLIENT_SECRET</p>'])
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(policyOf(headers)).toMatchObject({
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': "'self'",
    })
  })

  it('is not served at the origin of card fields, which redirects to the portal, nor in production', async () => {
    const path = '/docs/guides/pay.html?q=1'
    const atBase = await send(edge.port, { path })
    expect([atBase.status, atBase.headers.location]).toEqual([
      302,
      `http://portal.localhost:${edge.port}${path}`,
    ])
    const reference = await send(edge.port, { path: '/reference' })
    expect([reference.status, reference.headers.location]).toEqual([
      302,
      `http://portal.localhost:${edge.port}/reference`,
    ])
    const elsewhere = await send(edge.port, { path, headers: { host: `methods.localhost:${edge.port}` } })
    const atProduction = await send(production.port, { path, headers: secure })
    expect([elsewhere.status, atProduction.status]).toEqual([404, 404])
  })

  it.each(['/docs/guides', '/docs/secret.key', '/docs/../package.json', '/docs/%2e%2e/%2e%2e/etc/passwd'])(
    'answers 404 for %s',
    async (path) => expect((await get(path)).status).toBe(404),
  )

  it('has the portal’s page where it lacks one', async () => {
    const { status, text } = await send(edge.port, {
      path: '/docs/moved.html',
      headers: { ...portal(), accept: 'text/html' },
    })
    expect([status, text]).toEqual([404, expect.stringContaining('<sluice-portal environment="test">')])
  })

  it('redirects from /docs to its first page', async () => {
    const { status, headers } = await get('/docs')
    expect([status, headers.location]).toEqual([302, '/docs/index.html'])
  })

  it('explains how to build it if it was not built', async () => {
    const { port, server } = await startEdge((unbuilt) =>
      registerPages(unbuilt, {
        ...pagePorts,
        documentationFolder: pathToFileURL(`${documentation}/missing/`),
        readDemoEnvironment: () => null,
      }),
    )
    const { status, text } = await send(port, {
      path: '/docs/',
      headers: { host: `portal.localhost:${port}` },
    })
    await server.close()
    expect(status).toBe(404)
    expect(text).toContain('npm run docs')
  })
})

describe('a part of the portal’s program', () => {
  const headers = () => ({ host: `portal.localhost:${edge.port}` })

  it('never changes under its address', async () => {
    const answer = await send(edge.port, { path: '/portal-pages/users-1a2b.js', headers: headers() })
    expect([answer.status, answer.text]).toEqual([200, 'export {}'])
    expect(answer.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'same-origin',
    })
    const program = await send(edge.port, { path: '/portal.js', headers: headers() })
    expect(program.headers['cache-control']).toBe('no-cache')
  })

  it('of another version is not found, which no browser keeps', async () => {
    const answer = await send(edge.port, { path: '/portal-pages/users-9z8y.js', headers: headers() })
    expect(answer.status).toBe(404)
    expect(answer.headers['cache-control'] ?? '').not.toContain('immutable')
  })
})

describe('pages that explain the service', () => {
  it('/ names the command that makes a payment link, and links to its guide', async () => {
    const { text } = await send(edge.port, { path: '/' })
    expect(text).toContain('<code>sluice-gateway pay --open</code>')
    expect(text).toContain(`href="http://portal.localhost:${edge.port}/docs/guides/payment-links.html"`)
    expect((await send(production.port, { path: '/', headers: secure })).status).toBe(404)
  })

  it('/openapi.json has the addresses of this service and every implemented endpoint', async () => {
    const { json, headers } = await send(edge.port, { path: '/openapi.json' })
    expect(json).toMatchObject({ openapi: expect.stringMatching(/^3\.1/) as unknown })
    const { paths } = json as { paths: Record<string, unknown> }
    expect(paths).toHaveProperty([ENDPOINTS.authorize.path])
    expect(JSON.stringify(json)).toContain(`http://127.0.0.1:${edge.port}`)
    expect(headers['cache-control']).toBe('public, max-age=300')
  })

  it('/llms.txt names every implemented endpoint', async () => {
    const { text, headers } = await send(edge.port, { path: '/llms.txt' })
    expect(headers['content-type']).toBe('text/plain; charset=utf-8')
    for (const { path, built } of Object.values(ENDPOINTS))
      expect([path, text.includes(path)]).toEqual([path, built])
  })

  it('/ links the existing pages', async () => {
    const { text, headers } = await send(edge.port, { path: '/' })
    const links = [...text.matchAll(/href="((?:\/|http:)[^"]*)"/g)].map(([, path = '']) => path)
    expect(links.length).toBeGreaterThan(2)
    expect(links).toContain(`http://portal.localhost:${edge.port}/`)
    for (const link of links) {
      const { host, pathname: path } = new URL(link, `http://127.0.0.1:${edge.port}`)
      expect((await send(edge.port, { path, headers: { host } })).status).toBe(200)
    }
    expect(policyOf(headers)).toMatchObject({ 'default-src': "'none'", 'frame-ancestors': "'none'" })
  })

  it('/reference loads and connects only to its own origin', async () => {
    const host = `portal.localhost:${edge.port}`
    const { text, headers } = await send(edge.port, { path: '/reference', headers: { host } })
    expect(policyOf(headers)).toMatchObject({
      'default-src': "'none'",
      'script-src': "'self'",
      'connect-src': `http://127.0.0.1:${edge.port}`,
      'img-src': "'self' data:",
    })
    expect(text.replaceAll(`http://127.0.0.1:${edge.port}`, '')).not.toMatch(/https?:\/\//)
    const script = await send(edge.port, {
      path: '/reference/reference.js',
      headers: { host, 'accept-encoding': 'br' },
    })
    expect([script.status, script.headers['content-encoding'], script.headers['content-type']]).toEqual([
      200,
      'br',
      'text/javascript; charset=utf-8',
    ])
  })

  describe('/reference with first steps', () => {
    const payment = { reference: 'first-1', terminal_id: 'T00000000001' } as FirstSteps['payment']
    beforeAll(() => {
      firstSteps = {
        ...{ clientId: 'demo-1', clientSecret: 'the-secret', clientKey: 'ck_test_1', accessToken: 'a.b.c' },
        payment,
      }
    })
    afterAll(() => {
      firstSteps = null
    })

    const SECRETS = /the-secret|a\.b\.c|first-1/

    it('has credentials and a payment for this machine', async () => {
      const { text, headers } = await reference({})
      expect(headers['cache-control']).toBe('no-store')
      expect(text).toContain('the-secret')
      expect(text).toContain('a.b.c')
      expect(text).toContain('first-1')
    })

    it.each([
      ['through a proxy', { 'x-forwarded-for': '203.0.113.7' }],
      ['by another name of this machine', { host: 'portal.shop.example' }],
    ])('shows no credentials to a visitor %s', async (_how, headers) => {
      const { text } = await reference(headers)
      expect(text).not.toMatch(SECRETS)
    })

    it('shows no credentials to a page of another origin', async () => {
      const { status, text } = await reference({ origin: 'https://shop.example' })
      expect(status).toBe(403)
      expect(text).not.toMatch(SECRETS)
    })

    it('requires the operator token if other machines reach the gateway', async () => {
      const shared = await startEdge((server) => registerPages(server, pagePorts), {
        operatorToken: new Secret(OPERATOR_TOKEN),
        config: { trustedProxies: ['127.0.0.1'] },
      })
      const host = `portal.localhost:${shared.port}`
      const ask = (headers: Record<string, string>) =>
        send(shared.port, { path: '/reference', headers: { host, ...headers } })
      expect((await ask({})).text).not.toMatch(SECRETS)
      expect((await ask({ authorization: 'Bearer wrong' })).text).not.toMatch(SECRETS)
      expect((await ask({ authorization: `Bearer ${OPERATOR_TOKEN}` })).text).toMatch(SECRETS)
      await shared.server.close()
    })

    function reference(headers: Record<string, string>) {
      return send(edge.port, {
        path: '/reference',
        headers: { host: `portal.localhost:${edge.port}`, ...headers },
      })
    }
  })

  it('serves only the contract in production', async () => {
    const contract = ['/openapi.json', '/sluice.http', '/sluice.bruno.json']
    const statuses = [...contract, '/', '/reference', '/reference/reference.js', '/llms.txt'].map(
      async (path) => (await send(production.port, { path, headers: secure })).status,
    )
    expect(await Promise.all(statuses)).toEqual([200, 200, 200, 404, 404, 404, 404])
  })
})

describe('health', () => {
  it('reports readiness to a probe without a host name and without TLS', async () => {
    const probe = { path: '/health/ready', headers: { 'user-agent': null } }
    expect((await send(production.port, probe)).json).toEqual({
      status: 'ready',
      environment: 'production',
      schema: 24,
    })
    isReady = false
    const unready = await send(production.port, probe)
    expect([unready.status, unready.json]).toEqual([
      503,
      { status: 'not ready', environment: 'production', schema: 24 },
    ])
    expect((await send(production.port, { ...probe, path: '/health/live' })).json).toMatchObject({
      status: 'live',
    })
    isReady = true
  })
})

describe('the browser library', () => {
  it.each([
    ['/embedded-fields.js', 'public, max-age=300'],
    ['/embedded-fields.v1.js', 'public, max-age=300'],
    ['/embedded-fields/1.2.3-0123456789ab/embedded-fields.js', 'public, max-age=31536000, immutable'],
  ])('%s', async (path, cache) => {
    const { status, headers, text } = await send(edge.port, { path, headers: { origin: SHOP_ORIGIN } })
    expect([status, text]).toEqual([200, assets.script])
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': cache,
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': '*',
      vary: 'Accept-Encoding',
    })
  })

  it('is not served in other releases', async () => {
    expect((await send(edge.port, { path: '/embedded-fields/1.2.3/embedded-fields.js' })).status).toBe(404)
  })

  it('has a response with its hash, its address and its permanent address', async () => {
    const newest = await send(edge.port, { path: '/embedded-fields/sri.json' })
    const path = '/embedded-fields/1.2.3-0123456789ab'
    expect(newest.json).toEqual({
      release: '1.2.3-0123456789ab',
      files: [{ path: `${path}/embedded-fields.js`, integrity: 'sha384-x', purpose: 'Shows frames' }],
    })
    expect(newest.headers).toMatchObject({
      'cache-control': 'public, max-age=300',
      'access-control-allow-origin': '*',
    })
    const pinned = await send(edge.port, { path: `${path}/sri.json` })
    expect(pinned.json).toEqual(newest.json)
    expect(pinned.headers['cache-control']).toContain('immutable')
  })

  it('is in the list of every script that a payment runs in a browser', async () => {
    const { json } = await send(edge.port, { path: '/embedded-fields/scripts.json' })
    const base = `http://127.0.0.1:${edge.port}`
    const methods = `http://methods.localhost:${edge.port}`
    expect(json).toEqual({
      release: '1.2.3-0123456789ab',
      scripts: [
        {
          name: 'embedded-fields.js',
          owner: 'Sluice',
          purpose: 'Shows frames',
          integrity: 'sha384-x',
          origin: 'the merchant’s page',
          address: `${base}/embedded-fields.js`,
        },
        {
          name: 'inline',
          owner: 'Sluice',
          purpose: 'Shows banks',
          integrity: 'sha256-y',
          origin: methods,
          address: `${methods}/three-ds/frame/<client key>`,
        },
        {
          name: 'low-contrast.js',
          owner: 'Sluice',
          purpose: 'Reports colors',
          integrity: 'sha384-z',
          origin: base,
          address: `${base}/embedded-fields/low-contrast.js`,
        },
      ],
    })
  })

  it.each([
    ['gzip, deflate, br', 'br'],
    ['GZIP;q=0.5', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.0', undefined],
    ['identity', undefined],
    ['*', undefined],
  ])('is compressed for %s', async (accepted, encoding) => {
    // Bytes, because the test client reads texts.
    const response = await edge.server.inject({
      url: `http://127.0.0.1:${edge.port}/embedded-fields.js`,
      headers: { 'accept-encoding': accepted },
      remoteAddress: '127.0.0.1',
    })
    expect(response.headers['content-encoding']).toBe(encoding)
    const decode = { br: brotliDecompressSync, gzip: gunzipSync }[encoding as 'br' | 'gzip']
    expect((decode ? decode(response.rawPayload) : response.rawPayload).toString()).toBe(assets.script)
  })

  it('is not sent again to a client that has it', async () => {
    const { etag } = (await send(edge.port, { path: '/embedded-fields.js' })).headers
    const again = await send(edge.port, {
      path: '/embedded-fields.v1.js',
      headers: { 'if-none-match': `"other", ${etag ?? ''}` },
    })
    expect([again.status, again.text]).toEqual([304, ''])
  })
})

describe('the card frame', () => {
  const at = (key: string) => `/embedded-fields/card-frame/${key}`

  const programsAt = (names: readonly string[]) =>
    ['127.0.0.1', 'localhost']
      .flatMap((host) => names.map((name) => `http://${host}:${edge.port}/embedded-fields/${name}`))
      .join(' ')

  it('can be framed only by its merchant’s pages, runs only its own script, and connects only to the gateway', async () => {
    const { status, text, headers } = await send(edge.port, { path: at(SHOP_CLIENT_KEY) })
    const texts = assets.frameTexts('cardFrame', [''], [])
    expect([status, text]).toEqual([200, assets.cardFrame.html.replace('<body>', `<body>${texts}`)])
    expect(policyOf(headers)).toEqual({
      'default-src': "'none'",
      'script-src': `'sha256-cardScript' ${programsAt(['installments.js', 'low-contrast.js'])}`,
      'style-src': "'sha256-cardStyle'",
      'img-src': "'self' data:",
      'font-src': "'self'",
      'connect-src': `'self' http://methods.localhost:${edge.port} http://bank.localhost:${edge.port}`,
      'form-action': "'none'",
      'base-uri': "'none'",
      'frame-ancestors': `'self' ${SHOP_ORIGIN}`,
      'require-trusted-types-for': "'script'",
      'trusted-types': "'none'",
      'report-to': 'csp',
      'report-uri': '/csp-reports',
    })
    expect(headers).toMatchObject({
      'cross-origin-resource-policy': 'cross-origin',
      'cross-origin-embedder-policy': 'require-corp',
      'referrer-policy': 'strict-origin',
      'x-content-type-options': 'nosniff',
    })
  })

  it('for any origin can be framed by every site in the test environment, and by no other site in production', async () => {
    const test = await send(edge.port, { path: at(OPEN_CLIENT_KEY) })
    expect(policyOf(test.headers)['frame-ancestors']).toBe('*')
    const live = await send(production.port, { path: at(OPEN_CLIENT_KEY), headers: secure })
    expect(policyOf(live.headers)['frame-ancestors']).toBe("'self'")
  })

  it('imports the program for the page’s developer in the test environment only', async () => {
    const { headers } = await send(production.port, { path: at(SHOP_CLIENT_KEY), headers: secure })
    expect(policyOf(headers)['script-src']).toMatch(/^'sha256-cardScript'( \S+\/installments\.js)+$/)
    const program = await send(production.port, {
      path: '/embedded-fields/low-contrast.js',
      headers: secure,
    })
    expect(program.status).toBe(404)
    const list = await send(production.port, { path: '/embedded-fields/scripts.json', headers: secure })
    const { scripts } = list.json as { readonly scripts: readonly { readonly name: string }[] }
    expect(scripts.map(({ name }) => name)).toEqual(['embedded-fields.js', 'inline'])
  })

  it.each(['installments.js', 'low-contrast.js'])(
    'imports %s, which no other origin embeds and no shared cache stores',
    async (name) => {
      const { status, text, headers } = await send(edge.port, { path: `/embedded-fields/${name}` })
      expect([status, text]).toEqual([200, 'export {}'])
      expect(headers).toMatchObject({
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'private, max-age=300',
        'cross-origin-resource-policy': 'same-origin',
      })
    },
  )

  it('for an unknown key is a page with the reason', async () => {
    const { status, text, headers } = await send(edge.port, { path: at('unknown') })
    expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
    expect(text).toContain('data-refusal="unknown_client_key"')
  })

  it('contains the texts of the wanted language, and names its merchant’s languages, before its script', async () => {
    const textOf = async (query = '', headers = {}) =>
      (await send(edge.port, { path: `${at(SHOP_CLIENT_KEY)}${query}`, headers })).text
    languages = ['de', 'pl']
    expect(await textOf('?locale=sv-FI%2Cen')).toMatch(
      /<body[^>]*><i lang="sv-FI">cardFrame de pl<\/i><script>/,
    )
    languages = []
    // A page's library of an earlier release requests none.
    expect(await textOf('', { 'accept-language': 'ro-RO,ro;q=0.9' })).toContain(
      '<i lang="ro-RO">cardFrame</i>',
    )
  })

  it('finds the texts of another language when its page changes the language', async () => {
    const { status, text, headers } = await send(edge.port, { path: '/embedded-fields/texts/sv-SE.json' })
    expect([status, text]).toEqual([200, '{"sv-SE":{}}'])
    // The frames of other methods are at another origin.
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=300',
    })
    expect((await send(edge.port, { path: '/embedded-fields/texts/xx-XX.json' })).status).toBe(404)
  })

  it('allows no origin to add directives', async () => {
    const hostile = await startEdge(
      (server) =>
        registerBrowserAssets(server, {
          assets,
          listLanguages: async () => [],
          resolveClientKey: async () => ({
            merchantId: 'm',
            origins: [
              "https://a.example; script-src 'unsafe-inline'",
              'https://a.example/path',
              '*',
              SHOP_ORIGIN,
            ],
          }),
        }),
      {},
    )
    const { headers } = await send(hostile.port, { path: at('any') })
    expect(policyOf(headers)['frame-ancestors']).toBe(`'self' ${SHOP_ORIGIN}`)
    await hostile.server.close()
  })
})

const methodsAt = ({ port }: RunningEdge) => ({ host: `methods.localhost:${port}` })

describe('the 3DS frame', () => {
  it('may frame any bank over HTTPS, and banks of this machine in the test environment', async () => {
    const path = `/three-ds/frame/${OPEN_CLIENT_KEY}`
    const test = policyOf((await send(edge.port, { path, headers: methodsAt(edge) })).headers)
    const live = policyOf((await send(production.port, { path, headers: secure })).headers)
    expect(test).toMatchObject({
      'script-src': "'sha256-threeDsScript'",
      'frame-src': 'https: http://localhost:* http://*.localhost:* http://127.0.0.1:*',
      'form-action': 'https: http://localhost:* http://*.localhost:* http://127.0.0.1:*',
      'frame-ancestors': '*',
    })
    expect(live).toMatchObject({
      'frame-src': 'https:',
      'form-action': 'https:',
      'frame-ancestors': 'https://pay.example',
    })
  })

  it('can be framed only by its merchant’s pages and by the hosted payment page', async () => {
    const path = `/three-ds/frame/${SHOP_CLIENT_KEY}`
    const { headers } = await send(production.port, { path, headers: secure })
    expect(policyOf(headers)['frame-ancestors']).toBe(`https://pay.example ${SHOP_ORIGIN}`)
    const stranger = { ...secure, referer: 'https://evil.example/' }
    expect((await send(production.port, { path, headers: stranger })).status).toBe(403)
  })

  it('frames nothing over plain HTTP if the gateway is reached over HTTPS, even in the test environment', async () => {
    const behindProxy = await startEdge(
      (server) =>
        registerBrowserAssets(server, {
          assets,
          listLanguages: async () => [],
          resolveClientKey: server.edge.options.resolveClientKey,
        }),
      { config: { baseUrl: 'https://pay.example' } },
    )
    const { headers } = await send(behindProxy.port, { path: `/three-ds/frame/${SHOP_CLIENT_KEY}` })
    expect(policyOf(headers)).toMatchObject({ 'frame-src': 'https:', 'form-action': 'https:' })
    await behindProxy.server.close()
  })
})
