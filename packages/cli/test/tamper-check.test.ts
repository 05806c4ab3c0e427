import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'

import { loadAssets } from '@sluice/embedded-fields/assets'
import { loadHostedPage } from '@sluice/hpp-ui/assets'
import type { HostedPaymentPage } from '@sluice/types'
import { fetchAsBrowser } from '@sluice/platform/http/fetch-as-browser'
import { send } from '@sluice/platform/http/testing/send'
import { type App, buildApp } from '@sluice/gateway-core'
import { type Config, readConfig, readPublicConfig } from '@sluice/gateway-core/config'
import type { PageAnswer } from '@sluice/gateway-core/page-integrity'
import { checkPublicPages } from '@sluice/gateway-core/installation-checks/check-public-pages'

import { hashScript, listActiveContent } from '../../gateway/src/page-integrity/active-content.ts'
import { runProgram } from './gateway-program.ts'
import { startTestGateway, type TestGateway } from '../../gateway/test/test-gateway.ts'

const REAL_PAGES = { assets: loadAssets(), hostedPage: loadHostedPage() }

type Tamper = (answer: PageAnswer) => PageAnswer

const withHeader =
  (name: string, value: string): Tamper =>
  (answer) => ({ ...answer, headers: { ...answer.headers, [name]: value } })

const withoutHeader =
  (name: string): Tamper =>
  (answer) => ({
    ...answer,
    headers: Object.fromEntries(Object.entries(answer.headers).filter(([each]) => each !== name)),
  })

const withBody =
  (change: (body: string) => string): Tamper =>
  (answer) => ({ ...answer, body: change(answer.body) })

const inHead = (markup: string) => withBody((body) => body.replace('</title>', `</title>${markup}`))

let gateway: TestGateway
let config: Config & { readonly http: { readonly baseUrl: string } }
let pageUrl: string

beforeAll(async () => {
  gateway = await startTestGateway({ adapters: REAL_PAGES })
  const reading = readPublicConfig(gateway.ready.base_url, {}, {})
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
  config = { ...reading.config, http: { ...reading.config.http, baseUrl: gateway.ready.base_url } }
  const page = await gateway.post<HostedPaymentPage>('/api/hosted-payment-page', gateway.sessionRequest())
  pageUrl = page.redirect_url
})
afterAll(() => gateway.close())

/** Checks the gateway over real HTTP, with answers of the chosen addresses changed on the way. */
async function check(where: RegExp = /^$/, tamper: Tamper = (answer) => answer) {
  const { findings, notes } = await checkPublicPages(config, {
    clientKeys: [gateway.ready.client_key],
    pageUrl,
    receive: async (url) => {
      const answer = await fetchAsBrowser(url)
      return where.test(new URL(url).pathname) ? tamper(answer) : answer
    },
  })
  const wrong = findings.filter(({ verdict }) => verdict !== 'same')
  return { findings, notes, wrong, differences: wrong.flatMap(({ differences }) => differences) }
}

describe('an unmodified service', () => {
  it('is the same in the test environment, payment page and frames of a merchant included', async () => {
    const { findings, wrong, notes } = await check()
    expect(wrong).toEqual([])
    expect(notes).toEqual([])
    const paths = findings.map(({ url }) => new URL(url).pathname)
    expect(paths).toContain(new URL(pageUrl).pathname)
    expect(paths).toContain(`/embedded-fields/methods-frame/${gateway.ready.client_key}`)
    expect(paths.length).toBeGreaterThan(12)
  })

  it('lists every script that its frames and its payment page run', async () => {
    const answer = await fetchAsBrowser(`${gateway.ready.base_url}/embedded-fields/scripts.json`)
    const { scripts } = JSON.parse(answer.body) as {
      scripts: { name: string; owner: string; origin: string; address: string; integrity: string | null }[]
    }
    const listed = scripts.map(({ integrity }) => integrity)
    for (const record of scripts) {
      expect(Object.values(record).every((value) => value === null || value.length > 0)).toBe(true)
      expect(URL.canParse(record.address)).toBe(true)
    }
    const { methodsUrl } = gateway.app.addresses()
    const key = gateway.ready.client_key
    const pages = [
      pageUrl,
      `${gateway.ready.base_url}/embedded-fields/card-frame/${key}`,
      `${gateway.ready.base_url}/embedded-fields/card-frame/ck_test_${'f'.repeat(32)}`,
      `${methodsUrl}/embedded-fields/methods-frame/${key}`,
      `${methodsUrl}/three-ds/frame/${key}`,
    ]
    for (const page of pages) {
      const { body } = await fetchAsBrowser(page)
      const active = listActiveContent(body).filter((line) => line.includes('script'))
      expect(active.length, page).toBeGreaterThan(0)
      for (const line of active) expect(listed, `${page}: ${line}`).toContain(line.split(' ').at(-1))
    }
    expect(scripts.map(({ origin }) => origin)).toEqual(
      expect.arrayContaining(['the merchant’s page', gateway.ready.base_url, methodsUrl]),
    )
  })
})

describe('content that was changed in transit', () => {
  const anyPage = /card-frame\/ck_test|^\/hpp\/payment\/ck_test/
  it.each<[string, RegExp, Tamper, string]>([
    [
      'a script file',
      /^\/embedded-fields\.js$/,
      withBody((body) => `${body}\nsteal()`),
      'the content has the hash',
    ],
    [
      'the script of a frame',
      /card-frame\/ck_test/,
      withBody((body) => body.replace('<script>', '<script>steal();')),
      'the page lacks a line of this build: inline script',
    ],
    [
      'the program of the payment page',
      /^\/hpp\/payment\/ck_test/,
      withBody((body) =>
        body.replace('<script type="module"', '<script>steal()</script><script type="module"'),
      ),
      'the page contains a line that this build does not: inline script',
    ],
    [
      'an inline script',
      anyPage,
      inHead('<script>steal()</script>'),
      `inline script ${hashScript('steal()')}`,
    ],
    [
      'a foreign script',
      anyPage,
      inHead('<script src="https://evil.example/x.js"></script>'),
      'script from https://evil.example/x.js',
    ],
    [
      'a script that says it is data',
      anyPage,
      inHead('<script type="application/json" src="//evil.example/x"></script>'),
      'script from //evil.example/x',
    ],
    [
      'a handler',
      anyPage,
      withBody((body) => body.replace('<body', '<body onfocus="steal()"')),
      'attribute onfocus of <body>',
    ],
    [
      'a frame',
      anyPage,
      withBody((body) => body.replace('</body>', '<iframe src="https://evil.example"></iframe></body>')),
      '<iframe> src="https://evil.example"',
    ],
    [
      'a base address',
      anyPage,
      inHead('<base href="https://evil.example/">'),
      '<base> href="https://evil.example/"',
    ],
    [
      'a policy or refresh by meta',
      anyPage,
      inHead('<meta http-equiv="refresh" content="0;url=https://evil.example">'),
      '<meta> http-equiv="refresh"',
    ],
    [
      'a form that sends elsewhere',
      anyPage,
      withBody((body) => body.replace('</body>', '<form action="https://evil.example"></form></body>')),
      '<form> sends to https://evil.example',
    ],
    [
      'a link that runs',
      anyPage,
      withBody((body) => body.replace('</body>', '<a href="java\tscript:steal()">x</a></body>')),
      'attribute href of <a>',
    ],
    [
      'a script in a template',
      anyPage,
      withBody((body) => body.replace('</body>', '<template><script>steal()</script></template></body>')),
      'inline script',
    ],
    [
      'other text of a frame',
      /card-frame\/ck_test/,
      withBody((body) => body.replace('</body>', '<p>Call us</p></body>')),
      'other text or styles',
    ],
    [
      'a policy that was weakened',
      anyPage,
      withHeader('content-security-policy', "script-src 'unsafe-inline' *"),
      'header content-security-policy is',
    ],
    [
      'a nonce that is none',
      /^\/hpp\/payment\/ck_test/,
      (answer) =>
        withHeader(
          'content-security-policy',
          (answer.headers['content-security-policy'] ?? '').replace(/nonce-[^']+/, 'nonce-static'),
        )(answer),
      'header content-security-policy is',
    ],
    [
      'frame-ancestors',
      /card-frame|methods-frame/,
      (answer) =>
        withHeader(
          'content-security-policy',
          (answer.headers['content-security-policy'] ?? '').replace(
            /frame-ancestors [^;]*/,
            'frame-ancestors https://evil.example',
          ),
        )(answer),
      'frame-ancestors https://evil.example',
    ],
    [
      'a policy that is missing',
      anyPage,
      withoutHeader('content-security-policy'),
      'header content-security-policy is missing',
    ],
    [
      'X-Frame-Options',
      /^\/hpp\/payment\/ck_test/,
      withoutHeader('x-frame-options'),
      'header x-frame-options is missing',
    ],
    [
      'the opener policy',
      /^\/hpp\/payment\/ck_test/,
      withHeader('cross-origin-opener-policy', 'unsafe-none'),
      'header cross-origin-opener-policy is unsafe-none',
    ],
    [
      'the resource policy',
      anyPage,
      withHeader('cross-origin-resource-policy', 'x'),
      'header cross-origin-resource-policy is x',
    ],
    [
      'the permissions policy',
      anyPage,
      withoutHeader('permissions-policy'),
      'header permissions-policy is missing',
    ],
    [
      'the referrer policy',
      anyPage,
      withHeader('referrer-policy', 'unsafe-url'),
      'header referrer-policy is unsafe-url',
    ],
    [
      'the protection of types',
      anyPage,
      withoutHeader('x-content-type-options'),
      'header x-content-type-options is missing',
    ],
    [
      'a cookie',
      anyPage,
      withHeader('set-cookie', 'id=1'),
      'header set-cookie is id=1; this build sends none',
    ],
    [
      'leave for other pages to read',
      anyPage,
      withHeader('access-control-allow-origin', '*'),
      'header access-control-allow-origin is *',
    ],
    [
      'where the methods frame is',
      /find\/methods-frame\/ck_test/,
      withHeader('location', 'https://evil.example/'),
      'header location is https://evil.example/',
    ],
    [
      'an inventory',
      /scripts\.json/,
      withBody((body) => body.replace('sha384-', 'sha384-x')),
      'the content has the hash',
    ],
    ['a page that is gone', /three-ds\/frame/, (answer) => ({ ...answer, status: 404 }), 'the status is 404'],
  ])('is found: %s', async (_, where, tamper, expected) => {
    const { wrong, differences } = await check(where, tamper)
    expect(wrong.length).toBeGreaterThan(0)
    for (const { url, verdict } of wrong)
      expect([verdict, where.test(new URL(url).pathname)]).toEqual(['differs', true])
    expect(differences.join('\n')).toContain(expected)
  })

  it('is found: a nonce that comes twice', async () => {
    let first: PageAnswer | null = null
    const { differences } = await check(/^\/hpp\/payment\/ck_test/, (answer) => (first ??= answer))
    expect(differences).toEqual([expect.stringContaining('was sent twice') as unknown])
  })
})

describe('changes that a proxy makes', () => {
  it.each(['date', 'via', 'server', 'alt-svc', 'age', 'x-request-id', 'vary', 'etag'])(
    'is no difference: %s',
    async (name) => {
      expect((await check(/./, withHeader(name, 'x'))).wrong).toEqual([])
    },
  )
})

describe('a service in production', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-tamper-'))
  const [base, methods, key] = [
    'https://pay.example.com',
    'https://methods.example.com',
    `ck_live_${'a'.repeat(32)}`,
  ]
  let app: App
  afterAll(async () => {
    await app.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it('is the same behind its proxy, checked from a machine without its secrets; a wallet’s script is listed as not compared', async () => {
    const write = (name: string, content: string) => {
      writeFileSync(join(folder, name), content, { mode: 0o600 })
      return name
    }
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    const file = {
      merchants: [
        {
          id: 'shop',
          name: 'Shop',
          client_keys: [{ client_key: key, origins: ['https://shop.example.com'] }],
        },
      ],
      gwallet_pay: {
        gateway_id: 'sluice',
        private_key_files: [write('wallet.pem', pem)],
        merchant_id: 'shop',
      },
    }
    const env = {
      SLUICE_ENVIRONMENT: 'production',
      SLUICE_PORT: '0',
      SLUICE_BASE_URL: base,
      SLUICE_METHODS_URL: methods,
      SLUICE_TRUSTED_PROXIES: '127.0.0.1',
      SLUICE_DATA_DIR: folder,
      SLUICE_MASTER_KEY_FILE: join(folder, write('master-key', randomBytes(32).toString('base64'))),
      SLUICE_CONFIG_FILE: join(folder, write('sluice.json', JSON.stringify(file))),
      SLUICE_LOG_LEVEL: 'silent',
    }
    const inside = readConfig({}, env)
    if (!inside.ok) throw new Error(JSON.stringify(inside.problems))
    app = await buildApp(inside.config, REAL_PAGES)
    await app.listen()
    const address = app.server.server.address()
    if (address === null || typeof address === 'string') throw new Error('does not listen at a port')
    rmSync(join(folder, 'wallet.pem'))
    rmSync(join(folder, 'master-key'))

    const outside = readPublicConfig(base, {}, env)
    if (!outside.ok) throw new Error(JSON.stringify(outside.problems))
    const { findings, notes } = await checkPublicPages(
      { ...outside.config, http: { ...outside.config.http, baseUrl: base } },
      {
        clientKeys: [],
        pageUrl: null,
        receive: async (url) => {
          const { host, pathname, search } = new URL(url)
          const headers = { host, 'x-forwarded-proto': 'https' }
          const answer = await send(address.port, { path: pathname + search, headers })
          const entries = Object.entries(answer.headers).map(([name, value]) => [name, String(value)])
          return {
            status: answer.status,
            headers: Object.fromEntries(entries) as Record<string, string>,
            body: answer.text,
          }
        },
      },
    )
    expect(findings.filter(({ verdict }) => verdict !== 'same')).toEqual([])
    expect(findings.map(({ url }) => url)).toContain(`${methods}/embedded-fields/methods-frame/${key}`)
    expect(notes.join('\n')).toContain('Not compared: https://pay.google.com/gp/p/js/pay.js')
    expect(notes.join('\n')).toContain('Not compared: the program of the payment page')
  })
})

describe('the command', () => {
  const run = (...options: readonly string[]) => runProgram(['tamper-check', ...options])

  it('exits with 0 where all is the same, with a payment page that it opens itself', async () => {
    const secret = join(gateway.dataDir, 'client-secret')
    writeFileSync(secret, gateway.ready.client_secret)
    const { code, stdout, stderr } = await run(
      gateway.ready.base_url,
      ...['--client-key', gateway.ready.client_key, '--client', gateway.ready.client_id],
      ...['--secret-file', secret, '--terminal', gateway.ready.terminal_id],
    )
    expect([code, stderr, stdout]).toEqual([
      0,
      '',
      expect.stringMatching(/same +\S+\/hpp\/payment\/ck_test_[0-9a-f]+\//) as unknown,
    ])
    expect(stdout).not.toContain('Not compared')
  })

  it('exits with 1 and reports what differs and what to do, where it runs another script', async () => {
    const script = `${REAL_PAGES.assets.script}\nsteal()`
    const other = await startTestGateway({
      adapters: { ...REAL_PAGES, assets: { ...REAL_PAGES.assets, script } },
    })
    onTestFinished(() => other.close())
    const { code, stdout } = await run(other.ready.base_url, '--json')
    expect(code).toBe(1)
    const { verdict, findings } = JSON.parse(stdout) as {
      verdict: string
      findings: { url: string; verdict: string }[]
    }
    expect(verdict).toBe('differs')
    expect(
      findings.filter((finding) => finding.verdict === 'differs').map(({ url }) => new URL(url).pathname),
    ).toEqual([
      '/embedded-fields.js',
      '/embedded-fields.v1.js',
      `/embedded-fields/${REAL_PAGES.assets.release}/embedded-fields.js`,
    ])
    expect((await run(other.ready.base_url)).stdout).toContain('Treat them as an incident')
  })

  it.each([
    [[], 'requires <public url>'],
    [['nonsense'], 'SLUICE_BASE_URL: got "nonsense"'],
    [['http://127.0.0.1:1', 'more'], 'Unexpected argument more'],
    [['http://127.0.0.1:1', '--page', 'https://elsewhere.example/'], '--page must be an address at'],
    [['http://127.0.0.1:1', '--client', 'x'], 'Use --client, --secret-file and --terminal together'],
    [['http://127.0.0.1:1', '--config', '/nonexistent.yaml'], '/nonexistent.yaml'],
  ])('exits with 2 where it was misused: %j', async (options, problem) => {
    const { code, stderr } = await run(...options)
    expect([code, stderr]).toEqual([2, expect.stringContaining(problem) as unknown])
  })

  it('exits with 3 where nothing answers', async () => {
    const { code, stdout } = await run('http://127.0.0.1:1')
    expect([code, stdout]).toEqual([3, expect.stringContaining('ECONNREFUSED') as unknown])
  })
})
