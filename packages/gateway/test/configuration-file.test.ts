import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ClientSession, Envelope, SandboxCredentials } from '@sluice/types'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { type App, buildApp } from '../src/app.ts'
import { applyConfigurationFile } from '../src/operator-tools/apply-configuration-file.ts'
import { type Config, readConfig } from '../src/config.ts'
import { describePlan, loadConfigurationFile } from '../src/configuration-file/index.ts'
import { MerchantAtGateway } from './merchant-at-gateway.ts'
import { startPostgres, type TestPostgres } from '../../platform/test/postgres.ts'
import { startTestGateway, TestClock, type TestGateway } from './test-gateway.ts'
import { fetchByName, type FetchByName } from './fetch-by-name.ts'
import { NO_ASSETS, NO_PAGE, NO_PORTAL } from './no-assets.ts'

const CLIENT_KEY = `ck_live_${'a'.repeat(32)}`
const SHOP_ORIGIN = 'https://shop.example'

/** The headers that a proxy in front of the gateway adds. */
const PROXIED = { 'user-agent': 'test', 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.9' }

describe('a gateway in production, set up by a configuration file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-production-'))
  const secrets = { first: randomBytes(32).toString('base64'), second: randomBytes(32).toString('base64url') }
  const clock = new TestClock()
  const log: string[] = []
  let postgres: TestPostgres
  let config: Config
  let app: App
  const origin = 'https://pay.example.com'
  const portalOrigin = 'https://portal.example.com'
  let fetchProxied: FetchByName

  const write = (name: string, text: string) => {
    const path = join(folder, name)
    writeFileSync(path, text, { mode: 0o600 })
    return path
  }
  const writeConfiguration = (
    changes: { readonly keyStatus?: string; readonly merchantStatus?: string } = {},
  ) =>
    write(
      'sluice.yaml',
      `
merchants:
  - id: shop
    name: Shop
    status: ${changes.merchantStatus ?? 'ACTIVE'}
    language: sv
    terminals:
      - { terminal_id: T00000000001, features: [TRX_TYPE_PURCHASE, THREE_DS] }
      - { terminal_id: T00000000002, features: [TRX_TYPE_PURCHASE], status: INACTIVE }
    clients: [{ client_id: shop-backend, secret_files: [first, second] }]
    client_keys:
      - { client_key: ${CLIENT_KEY}, origins: [${SHOP_ORIGIN}], status: ${changes.keyStatus ?? 'ACTIVE'} }
`,
    )

  beforeAll(async () => {
    postgres = await startPostgres()
    for (const [name, secret] of Object.entries(secrets)) write(name, secret)
    const reading = readConfig(
      {},
      {
        SLUICE_ENVIRONMENT: 'production',
        SLUICE_PORT: '0',
        SLUICE_BASE_URL: origin,
        SLUICE_PORTAL_URL: portalOrigin,
        SLUICE_TRUSTED_PROXIES: '127.0.0.1',
        SLUICE_DATA_DIR: folder,
        SLUICE_MASTER_KEY_FILE: write('master-key', randomBytes(32).toString('base64')),
        SLUICE_DATABASE_URL_FILE: write('database-url', await postgres.createDatabase()),
        SLUICE_CONFIG_FILE: writeConfiguration(),
        SLUICE_LOG_LEVEL: 'warn',
      },
    )
    if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
    config = reading.config
    const logDestination = { write: (line: string) => void log.push(line) }
    app = await buildApp(config, {
      clock,
      realTime: clock,
      assets: NO_ASSETS,
      hostedPage: NO_PAGE,
      portalProgram: NO_PORTAL,
      logDestination,
    })
    await app.listen()
    const address = app.server.server.address() as AddressInfo
    fetchProxied = fetchByName(address.port)
  })
  afterAll(async () => {
    await app.close()
    await postgres.stop()
    rmSync(folder, { recursive: true })
  })

  const askForToken = (secret: string) =>
    fetchProxied(`${origin}/realms/sluice/protocol/openid-connect/token`, {
      method: 'POST',
      headers: { ...PROXIED, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: 'shop-backend',
        client_secret: secret,
      }),
    })

  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await askForToken(secrets.first)
    const { access_token: token } = (await answer.json()) as { access_token: string }
    const response = await fetchProxied(origin + path, {
      method,
      headers: {
        ...PROXIED,
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }

  const createSession = (terminalId: string) =>
    call('POST', '/api/sessions', {
      terminal_id: terminalId,
      reference: `order-${Math.random().toString(36).slice(2)}`,
      description: 'Two apples',
      currency: 'EUR',
      amount: 1000,
      transaction_type: 'PURCHASE',
      return_url: `${SHOP_ORIGIN}/return`,
    })

  /** Returns the processing code of a card payment. */
  const pay = async () => {
    const { body: keys } = await call('GET', '/api/encryption-keys')
    const ready = { encryption_keys: keys, terminal_id: 'T00000000001', merchant_id: 'shop' }
    const shop = new MerchantAtGateway(ready as unknown as SandboxCredentials, clock)
    const { body } = await call('POST', '/api/transactions/authorize', await shop.cardRequest())
    return (body as unknown as Envelope).result?.processing_code
  }

  const lookAtSession = (sessionId: string) =>
    fetchProxied(`${origin}/api/client/sessions/${sessionId}`, {
      headers: { ...PROXIED, 'x-client-key': CLIENT_KEY, origin: SHOP_ORIGIN },
    })

  it('has a portal with sign-in at its own origin, and no one-time links', async () => {
    const ask = (address: string, init: { method?: string; headers?: Record<string, string> } = {}) =>
      fetchProxied(address, { ...init, headers: { ...PROXIED, ...init.headers } })
    expect((await ask(`${portalOrigin}/`)).status).toBe(200)
    expect((await ask(`${origin}/payments`)).status).toBe(404)
    const begun = await ask(`${portalOrigin}/portal/login`)
    expect(begun.status).toBe(303)
    expect(begun.headers.get('location')).toMatch(/^https:\/\/portal\.example\.com\/realms\/sluice\//)
    expect(begun.headers.get('set-cookie')).toMatch(/^__Host-login=.*; HttpOnly; SameSite=Lax; Secure$/)
    const ownPage = { 'x-sluice-portal': 'act', 'sec-fetch-site': 'same-origin' }
    expect((await ask(`${portalOrigin}/portal/session`, { headers: ownPage })).status).toBe(401)
    const link = { method: 'POST', headers: ownPage }
    expect((await ask(`${portalOrigin}/portal/session`, link)).status).toBe(405)
    expect((await ask(`${origin}/simulators/portal-links`, { method: 'POST' })).status).toBe(404)
  })

  it('issues tokens for both secrets of a client, and for no other', async () => {
    const statuses = [secrets.first, secrets.second, 'guessed'].map(
      async (secret) => (await askForToken(secret)).status,
    )
    expect(await Promise.all(statuses)).toEqual([200, 200, 401])
  })

  it('creates sessions that the merchant’s pages may use, in its language', async () => {
    const created = await createSession('T00000000001')
    expect(created, JSON.stringify(created.body)).toMatchObject({ status: 200 })
    const seen = await lookAtSession(String(created.body['id']))
    expect(seen.headers.get('access-control-allow-origin')).toBe(SHOP_ORIGIN)
    expect(await seen.json()).toMatchObject({ locale: 'sv-SE', branding: { merchant_name: 'Shop' } })
  })

  it('answers 2014 for an inactive terminal', async () => {
    expect(await createSession('T00000000002')).toMatchObject({
      status: 422,
      body: { processing_code: '2014' },
    })
  })

  it('has no pages of simulated banks and providers', async () => {
    for (const path of ['provider/0193a5b0-0000-7000-8000-000000000001', 'acs/challenge']) {
      const answer = await fetchProxied(`${origin}/simulators/${path}`, { headers: PROXIED })
      expect(answer.status).toBe(404)
      expect(answer.headers.get('content-type')).not.toContain('html')
    }
  })

  it('warns at the start and at every payment that no provider is configured', async () => {
    expect(log.filter((line) => line.includes('no payment provider'))).toHaveLength(1)
    expect(await pay()).toBe('2024')
  })

  it('adopts within five seconds what another process applies', async () => {
    const { body } = await createSession('T00000000001')
    const id = String(body['id'])
    expect((await lookAtSession(id)).status).toBe(200)
    const path = writeConfiguration({ keyStatus: 'INACTIVE', merchantStatus: 'INACTIVE' })
    const plan = await applyConfigurationFile(config, loadConfigurationFile(path, config), {
      isDryRun: false,
    })
    expect(describePlan(plan, { isDryRun: false })).toMatch(
      /~ merchant .*: status\n.*~ client key .*: status\n2 changed/s,
    )
    clock.advance(5_000)
    expect((await lookAtSession(id)).status).toBe(404)
    expect(await pay()).toBe('2017')
  })
})

describe('a gateway in the test environment, with a configuration file', () => {
  const PNG = Buffer.from('\x89PNG\r\n\x1a\n…', 'latin1')
  const clientKey = `ck_test_${'b'.repeat(32)}`
  const secret = randomBytes(32).toString('base64url')
  let elsewhere: Server
  let gateway: TestGateway

  beforeAll(async () => {
    elsewhere = createServer((_request, response) => response.end(PNG))
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
    const { port } = elsewhere.address() as AddressInfo
    const dataDir = mkdtempSync(join(tmpdir(), 'sluice-configured-'))
    writeFileSync(join(dataDir, 'secret'), secret)
    writeFileSync(
      join(dataDir, 'sluice.json'),
      JSON.stringify({
        merchants: [
          {
            id: 'shop',
            name: 'Shop',
            branding: { logo_url: `http://127.0.0.1:${port}/logo` },
            terminals: [
              {
                terminal_id: 'T00000000001',
                features: ['TRX_TYPE_PURCHASE', 'THREE_DS'],
                routing: [{ provider: 'sim-a', account: 'sim-a-eur' }],
              },
              {
                terminal_id: 'T00000000002',
                features: ['TRX_TYPE_PURCHASE'],
                routing: [{ provider: 'sim-a', account: 'sim-a-eur' }],
                origins: [SHOP_ORIGIN, 'https://app.example'],
              },
            ],
            clients: [{ client_id: 'shop', secret_files: ['secret'] }],
            client_keys: [{ client_key: clientKey, origins: ['*'] }],
          },
        ],
      }),
    )
    gateway = await startTestGateway({ dataDir, env: { SLUICE_CONFIG_FILE: join(dataDir, 'sluice.json') } })
  })
  afterAll(async () => {
    await gateway.close()
    elsewhere.close()
  })

  /** Returns the file's merchant at one of its terminals. */
  const shopAt = async (terminalId: string) => {
    const credentials = {
      ...gateway.ready,
      client_id: 'shop',
      client_secret: secret,
      client_key: clientKey,
      terminal_id: terminalId,
    }
    const visitor = new MerchantAtGateway(credentials, gateway.clock)
    const keys = await visitor.get<SandboxCredentials['encryption_keys']>('/api/encryption-keys')
    return new MerchantAtGateway({ ...credentials, encryption_keys: keys }, gateway.clock)
  }

  it('processes payments of the file’s merchant and of the demo merchant', async () => {
    const shop = await shopAt('T00000000001')
    expect(await shop.authorize()).toMatchObject({
      action: { transaction_id: expect.any(String) as unknown },
    })
    expect(await gateway.authorize()).toMatchObject({
      action: { transaction_id: expect.any(String) as unknown },
    })
  })

  it('sends no shopper and no challenge result to an unregistered origin', async () => {
    const shop = await shopAt('T00000000002')
    const elsewhereUrl = 'https://evil.example/r'
    const problem = (property: string) => ({
      property,
      message: 'origin is not registered',
      params: [property],
    })
    const session = (returnUrl: string) =>
      shop.send('POST', '/api/sessions', { ...shop.sessionRequest(), return_url: returnUrl })
    expect(await session(elsewhereUrl)).toMatchObject({
      status: 422,
      body: { errors: [problem('return_url')] },
    })
    expect(await session('https://app.example/done')).toMatchObject({ status: 200 })

    const card = await shop.cardRequest()
    const refused = await shop.send('POST', '/api/transactions/authorize', {
      ...card,
      return_url: elsewhereUrl,
      options: { three_ds: { notification_url: elsewhereUrl } },
    })
    expect(refused).toMatchObject({
      status: 422,
      body: { errors: [problem('return_url'), problem('options.three_ds.notification_url')] },
    })
  })

  it('ends a card payment without 3-D Secure INVALID at a terminal that lacks it', async () => {
    const shop = await shopAt('T00000000002')
    expect(await shop.authorize()).toMatchObject({
      result: { status: 'INVALID', processing_code: '2011', errors: [{ property: 'terminal_id' }] },
    })
  })

  it('serves the logo itself', async () => {
    const credentials = { ...gateway.ready, client_id: 'shop', client_secret: secret, client_key: clientKey }
    const shop = new MerchantAtGateway(credentials, gateway.clock)
    const { id } = await shop.post<{ id: string }>('/api/sessions', {
      terminal_id: 'T00000000001',
      reference: 'logo-1',
      description: 'Two apples',
      currency: 'EUR',
      amount: 1000,
      transaction_type: 'PURCHASE',
      return_url: 'https://shop.example/return',
    })
    const { body } = await shop.sendFromBrowser<ClientSession>('GET', `/api/client/sessions/${id}`)
    const load = (path: string) => fetch(gateway.ready.base_url + path, { headers: { 'user-agent': 'test' } })
    const logo = await load(body.branding.logo_url ?? '')
    expect(logo.headers.get('content-type')).toBe('image/png')
    expect(logo.headers.get('x-content-type-options')).toBe('nosniff')
    expect(Buffer.from(await logo.arrayBuffer())).toEqual(PNG)
    for (const name of ['0'.repeat(64), 'x', '%27'])
      expect((await load(`/branding/${name}`)).status).toBe(404)
  })
})
