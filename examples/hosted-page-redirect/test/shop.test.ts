/** The example at a real gateway, with a browser that does what the payment page does. */
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type PublicEncryptionKey, sealCard } from '@sluice/card-encryption/encrypt'
import { buildApp, readConfig } from '@sluice/gateway'
import { createClient, type GatewayClient } from '@sluice/server-sdk'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createCheckout, createShop, type PaymentGateway } from '../src/shop.ts'

interface Sandbox {
  readonly base_url: string
  readonly auth_url: string
  readonly realm: string
  readonly client_id: string
  readonly client_secret: string
  readonly terminal_id: string
  readonly webhook: { readonly secret: string } | null
}

const ended: (() => unknown)[] = []
afterAll(async () => {
  for (const end of ended.reverse()) await end()
})

/** The shop for every request, once it knows its gateway. */
const server = createServer((request, response) => listener(request, response))
let listener: ReturnType<typeof createShop> = (_, response) => void response.writeHead(503).end()
const shopUrl = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
let sandbox: Sandbox
let client: GatewayClient
/** The log of the running shop. */
let log: Readonly<Record<string, unknown>>[] = []

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ended.push(
    () => server.close(),
    () => server.closeAllConnections(),
  )
  const data = mkdtempSync(join(tmpdir(), 'hosted-page-redirect-'))
  ended.push(() => rmSync(data, { recursive: true, force: true }))
  const reading = readConfig({ port: '0', data }, { SLUICE_LOG_LEVEL: 'silent' })
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
  const app = await buildApp(reading.config)
  await app.listen()
  ended.push(() => app.close())
  const made = await fetch(`${app.ready?.base_url}/simulators/sandboxes`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ webhook_url: `${shopUrl()}/webhooks` }),
  })
  sandbox = (await made.json()) as Sandbox
  client = createClient({
    baseUrl: sandbox.base_url,
    authUrl: sandbox.auth_url,
    realm: sandbox.realm,
    clientId: sandbox.client_id,
    clientSecret: sandbox.client_secret,
  })
})

/** Opens the shop, at a gateway that was changed for the test. */
function openShop(change: Partial<PaymentGateway> = {}, secrets = [sandbox.webhook?.secret ?? '']) {
  log = []
  const entries = log
  const checkout = createCheckout({
    gateway: { ...quietly(client), ...change },
    terminalId: sandbox.terminal_id,
    shopUrl,
    newId: randomUUID,
  })
  listener = createShop({ checkout, secrets, log: (entry) => entries.push(entry) })
}

/** The same gateway, whose banks ask no questions. */
function quietly({ hostedPaymentPages, transactions, sessions }: GatewayClient): PaymentGateway {
  return {
    transactions,
    sessions,
    hostedPaymentPages: {
      create: (request, options) =>
        hostedPaymentPages.create({ ...request, metadata: { simulated_flow: 'NO_3DS' } }, options),
    },
  }
}

/** Presses "Buy". Returns the page's address and the customer's return address. */
async function buy() {
  const response = await fetch(`${shopUrl()}/orders`, { method: 'POST', redirect: 'manual' })
  expect(response.status).toBe(303)
  const payAt = response.headers.get('location') ?? ''
  const [, clientKey = '', sessionId = ''] = /\/hpp\/payment\/([^/]+)\/([^/]+)$/.exec(payAt) ?? []
  const browse = (method: string, tail = '', body?: unknown) =>
    fetch(`${sandbox.base_url}/api/client/sessions/${sessionId}${tail}`, {
      method,
      headers: {
        'user-agent': 'test',
        'x-client-key': clientKey,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
  const bootstrap = (await (await browse('GET')).json()) as {
    readonly return_url: string
    readonly server_time: number
    readonly encryption_keys: { readonly keys: readonly PublicEncryptionKey[] }
  }
  return { sessionId, browse, bootstrap }
}

/** Pays as the page does. */
async function payWithCard(
  { sessionId, browse, bootstrap }: Awaited<ReturnType<typeof buy>>,
  number = '4242424242424242',
) {
  const key = bootstrap.encryption_keys.keys.find(({ alg }) => alg === 'HPKE-7')
  if (!key) throw new Error('no HPKE-7 key')
  const data = await sealCard({
    key,
    context: sessionId,
    issuedAtSeconds: bootstrap.server_time,
    card: { number, cvv: '123', expirationMonth: '12', expirationYear: '2040' },
  })
  const browserInfo = {
    user_agent: 'test',
    accept_header: 'text/html',
    java_enabled: false,
    color_depth: 24,
    screen_height: 900,
    screen_width: 1440,
    time_zone_offset: 0,
    language: 'en',
  }
  const body = { payment_method: { type: 'card', data }, browser_info: browserInfo }
  expect((await browse('POST', '/payments', body)).status).toBe(200)
}

const comeBack = async (returnUrl: string) => (await fetch(returnUrl)).text()

describe('a shop that sends its customers to the payment page', () => {
  it('treats an order as paid only when the gateway confirms it on request', async () => {
    // The status query works without webhooks.
    openShop({}, [])
    const visit = await buy()
    expect(await comeBack(visit.bootstrap.return_url)).toContain('Not paid yet')
    await payWithCard(visit)
    expect(await comeBack(visit.bootstrap.return_url)).toContain('Thank you')
  })

  it('receives the outcome by webhook, also when the customer never returns', async () => {
    // A gateway that knows nothing yet, however often it is asked.
    const unknown = vi.fn().mockResolvedValue({ found: false, transaction: null })
    openShop({ transactions: { status: unknown } })
    const visit = await buy()
    await payWithCard(visit)
    await vi.waitFor(async () => {
      expect(await comeBack(visit.bootstrap.return_url)).toContain('Thank you')
    }, 10_000)
    expect(log.filter(({ event }) => event === 'webhook_refused')).toEqual([])
  })

  it('offers another try after the customer has canceled', async () => {
    openShop()
    const visit = await buy()
    await visit.browse('POST', '/cancel')
    expect(await comeBack(visit.bootstrap.return_url)).toContain('Try again')
  })

  it('offers another try after the customer has mistyped the card and canceled', async () => {
    openShop()
    const visit = await buy()
    await payWithCard(visit, '4242424242424241')
    expect(await comeBack(visit.bootstrap.return_url)).toContain('Not paid yet')
    await visit.browse('POST', '/cancel')
    expect(await comeBack(visit.bootstrap.return_url)).toContain('Try again')
  })

  it('does not mistake the payment of another order for its own', async () => {
    openShop({}, [])
    const paid = await buy()
    await payWithCard(paid)
    openShop(
      {
        transactions: {
          // Simulates the response to a mixed-up session id.
          status: (_, options) => client.transactions.status(paid.sessionId, options),
        },
      },
      [],
    )
    const other = await buy()
    expect(await comeBack(other.bootstrap.return_url)).toContain('Please try again')
  })

  it('answers 404 for unknown orders and addresses', async () => {
    openShop()
    for (const path of ['/orders/unknown', '/orders/', '/nowhere'])
      expect((await fetch(shopUrl() + path)).status).toBe(404)
    expect(await (await fetch(shopUrl())).text()).toContain('Harbour mug')
  })
})

it('serves no webhook address without a secret', async () => {
  openShop({}, [])
  const answer = await fetch(`${shopUrl()}/webhooks`, { method: 'POST', body: '{}' })
  expect(answer.status).toBe(404)
})
