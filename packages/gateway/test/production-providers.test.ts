import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Envelope, SandboxCredentials } from '@sluice/types'
import { PAYMENT_METHOD_NAMES, PAYMENT_RESULT_TYPES, PROVIDER_REDIRECT_TYPES } from '@sluice/types/vocabulary'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { type App, buildApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { fetchByName, type FetchByName } from './fetch-by-name.ts'
import type { Provider } from '../src/transactions/index.ts'
import { MerchantAtGateway, type PaymentWish } from './merchant-at-gateway.ts'
import { startSimulators, type TestSimulators } from './start-simulators.ts'
import { NO_ASSETS, NO_PAGE } from './no-assets.ts'

/** Providers of the configuration, what they serve, and which simulated one stands behind each. */
const ELSEWHERE = [
  { id: 'blik', at: 'partner-blik', methods: ['partner-blik'] },
  { id: 'pages', at: 'sim-redirect', methods: [...PROVIDER_REDIRECT_TYPES] },
  { id: 'banks', at: 'sim-payments', methods: [...PAYMENT_RESULT_TYPES] },
]

function findProvider(simulators: TestSimulators, id: string): Provider {
  const provider = simulators.providers.get(id)
  if (!provider) throw new Error(`no provider ${id}`)
  return provider
}

/** What a proxy in front of the gateway adds. */
const PROXIED = { 'user-agent': 'test', 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.9' }

describe('a gateway in production, with providers of its configuration file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-production-'))
  const clientSecret = randomBytes(32).toString('base64url')
  let simulators: TestSimulators
  let app: App
  const origin = 'https://pay.example.com'
  let fetchProxied: FetchByName
  let shop: MerchantAtGateway
  let token: string

  const write = (name: string, text: string) => {
    const path = join(folder, name)
    writeFileSync(path, text, { mode: 0o600 })
    return path
  }

  async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await fetchProxied(origin + path, {
      method,
      headers: { ...PROXIED, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    expect(response.status, text).toBe(200)
    return JSON.parse(text) as T
  }

  const pay = async (wish: PaymentWish) =>
    call<Envelope>('POST', '/api/transactions/authorize', await shop.cardRequest(wish))

  beforeAll(async () => {
    simulators = await startSimulators()
    const provider = findProvider(simulators, 'sim-a')
    const terminal = {
      terminal_id: 'T00000000001',
      features: ['TRX_TYPE_PURCHASE', 'TRX_TYPE_PAYMENT', 'THREE_DS'],
      routing: [{ provider: 'acme', account: 'sim-a-eur' }],
      alternative_accounts: Object.fromEntries(
        ELSEWHERE.flatMap(({ id, at, methods }) =>
          methods.map((type) => [type, { provider: id, account: `${at}-eur` }]),
        ),
      ),
    }
    // Production takes https addresses only, and the simulators have none: adapters that are configured elsewhere stand in.
    const party = (name: string) => ({
      url: `https://${name}.example`,
      secret_file: write(name, randomBytes(32).toString('base64')),
    })
    const configuration = {
      merchants: [
        {
          id: 'shop',
          name: 'Shop',
          terminals: [terminal],
          clients: [{ client_id: 'shop-backend', secret_files: [write('client-secret', clientSecret)] }],
        },
      ],
      providers: [
        { id: 'acme', ...party('acme'), accounts: ['sim-a-eur'] },
        ...ELSEWHERE.map(({ id, at, methods }) => ({ id, ...party(id), accounts: [`${at}-eur`], methods })),
      ],
      three_ds_server: party('three-ds'),
    }
    const reading = readConfig(
      {},
      {
        SLUICE_ENVIRONMENT: 'production',
        SLUICE_PORT: '0',
        SLUICE_BASE_URL: origin,
        SLUICE_TRUSTED_PROXIES: '127.0.0.1',
        SLUICE_DATA_DIR: folder,
        SLUICE_MASTER_KEY_FILE: write('master-key', randomBytes(32).toString('base64')),
        SLUICE_CONFIG_FILE: write('sluice.json', JSON.stringify(configuration)),
        SLUICE_LOG_LEVEL: 'silent',
      },
    )
    if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
    app = await buildApp(reading.config, {
      assets: NO_ASSETS,
      hostedPage: NO_PAGE,
      providers: new Map([
        ['acme', provider],
        ...ELSEWHERE.map(({ id, at }) => [id, findProvider(simulators, at)] as const),
      ]),
      threeDsServer: simulators.threeDsServer,
    })
    await app.listen()
    fetchProxied = fetchByName((app.server.server.address() as AddressInfo).port)

    const answer = await fetchProxied(`${origin}/realms/sluice/protocol/openid-connect/token`, {
      method: 'POST',
      headers: { ...PROXIED, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: 'shop-backend',
        client_secret: clientSecret,
      }),
    })
    token = ((await answer.json()) as { access_token: string }).access_token
    const keys = await call('GET', '/api/encryption-keys')
    const ready = { encryption_keys: keys, terminal_id: terminal.terminal_id, merchant_id: 'shop' }
    shop = new MerchantAtGateway(ready as unknown as SandboxCredentials)
  })
  afterAll(async () => {
    await app.close()
    await simulators.close()
    rmSync(folder, { recursive: true, force: true })
  })

  /** A card whose bank knows the customer and takes no fingerprint. */
  const FRICTIONLESS = { number: '4200000000000026' }

  it('charges cards with them', async () => {
    const { result } = await pay({ card: FRICTIONLESS })
    expect(result).toMatchObject({ status: 'APPROVED', processing_code: '0000' })
    expect(await simulators.readLedger()).toMatchObject([{ provider_id: 'sim-a', processing_code: '0000' }])
  })

  it('does not tell them what metadata would ask of simulators', async () => {
    const metadata = { simulated_flow: 'NO_3DS', response_code: '1000', simulated_fault: 'EARTHQUAKE' }
    const { result } = await pay({ card: FRICTIONLESS, metadata })
    expect(result).toMatchObject({ status: 'APPROVED', processing_code: '0000' })
  })

  it.each(PAYMENT_METHOD_NAMES)('takes a payment by %s to its provider', async (method) => {
    const isUpi = method === 'UPI'
    const envelope = await call<Envelope>('POST', '/api/transactions/payment', {
      terminal_id: 'T00000000001',
      reference: shop.nextReference(),
      description: 'Two apples',
      currency: isUpi ? 'INR' : 'EUR',
      amount: 1_050,
      method,
      country: isUpi ? 'IN' : 'DE',
      customer_ip: '203.0.113.7',
      return_url: 'https://shop.example/ok',
      error_url: 'https://shop.example/error',
      cancel_url: 'https://shop.example/cancel',
    })
    const address = envelope.redirect?.url ?? envelope.result?.redirect_url
    expect(address).toContain('/simulators/provider/')
  })

  it.each(['partner-blik', ...PROVIDER_REDIRECT_TYPES])(
    'takes a purchase by %s to its provider',
    async (type) => {
      const envelope = await call<Envelope>('POST', '/api/transactions/authorize', {
        terminal_id: 'T00000000001',
        reference: shop.nextReference(),
        currency: type === 'partner-blik' ? 'PLN' : 'EUR',
        amount: 1_050,
        transaction_type: 'PURCHASE',
        payment_method: { type, data: { email: 'jan@example.com', first_name: 'Jan', last_name: 'Nowak' } },
        return_url: 'https://shop.example/ok',
      })
      expect(envelope.redirect?.url).toContain('/simulators/provider/')
    },
  )

  it('sends the browser to the bank that the 3DS server names', async () => {
    const { action } = await pay({ card: { number: '4200000000000018' } })
    expect(action?.type).toBe('THREE_DS_2_CHALLENGE')
    const { acs_url } = JSON.parse(Buffer.from(action?.token ?? '', 'base64').toString()) as {
      acs_url: string
    }
    const { port } = new URL(simulators.addresses.three_ds_server.url)
    expect(new URL(acs_url).origin).toBe(`http://bank.localhost:${port}`)
  })
})
