import type {
  Customer,
  EmbeddedSession,
  Sandbox,
  SandboxClient,
  SandboxCredentials,
  Transaction,
} from '@sluice/types'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { GATEWAY_TABLES, SIMULATOR_TABLE_NAMES } from '../src/composition/tables.ts'
import { COUNTED_TABLES } from './counted-tables.ts'
import { tableOf } from './books.ts'
import { describeAtBothGateways, type GatewayUnderTest } from './both-gateways.ts'
import { paymentRequest } from './elsewhere.ts'
import { MerchantAtGateway } from './merchant-at-gateway.ts'
import { TestClock, type TestGateway } from './test-gateway.ts'

let gateway: TestGateway
let rowsOf: GatewayUnderTest['rowsOf']

async function makeSandbox(input: Readonly<Record<string, unknown>> = {}): Promise<SandboxCredentials> {
  const answer = await gateway.send<SandboxCredentials>('POST', '/simulators/sandboxes', input)
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}

const inSandbox = async (input: Readonly<Record<string, unknown>> = {}) =>
  new MerchantAtGateway(await makeSandbox(input), gateway.clock)

const clock = (method: 'GET' | 'POST', sandboxId: string, seconds?: number) =>
  gateway.send<{ now: string; due: number }>(
    method,
    '/simulators/clock',
    seconds === undefined ? undefined : { advance_seconds: seconds },
    { 'x-sandbox-id': sandboxId },
  )

/** Rounded to the nearest minute, because the answer took some time. */
const minutesAhead = (now: string) => Math.floor((Date.parse(now) - gateway.clock.now() + 30_000) / 60_000)

const advance = async (merchant: MerchantAtGateway, seconds: number) => {
  const answer = await clock('POST', merchant.ready.sandbox_id, seconds)
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}

const remove = (sandboxId: string) => gateway.send('DELETE', `/simulators/sandboxes/${sandboxId}`)

async function createSession(merchant: MerchantAtGateway): Promise<EmbeddedSession> {
  return merchant.post<EmbeddedSession>('/api/sessions', merchant.sessionRequest())
}

const sessionStatus = async (merchant: MerchantAtGateway, id: string) =>
  (await merchant.get<{ status: string }>(`/api/sessions/${id}`)).status

const transactionOf = async (merchant: MerchantAtGateway, id: string) =>
  (await merchant.get<{ transaction: Transaction }>(`/api/transactions/${id}/status`)).transaction

async function askToken(ready: SandboxCredentials, fields: Readonly<Record<string, string>>) {
  const { client_id, client_secret } = ready
  const response = await fetch(`${ready.auth_url}/realms/${ready.realm}/protocol/openid-connect/token`, {
    method: 'POST',
    headers: { 'user-agent': 'test', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ client_id, client_secret, ...fields }),
  })
  return { status: response.status, body: (await response.json()) as Record<string, string> }
}

/** Returns the number of rows in each table of merchants, except what a job derives from the others. */
async function countRows(): Promise<Record<string, number>> {
  const tables = await gateway.books.everything()
  const owned = [...SIMULATOR_TABLE_NAMES, ...GATEWAY_TABLES.tenants.map(({ table }) => table)].filter(
    (name) => !COUNTED_TABLES.has(name),
  )
  return Object.fromEntries(owned.map((name) => [name, tables[name]?.length ?? 0]))
}

/** Creates a little of all kinds of data. */
async function trade(merchant: MerchantAtGateway): Promise<void> {
  await createSession(merchant)
  const customer = await merchant.send<Customer>('POST', '/api/customers', { email: 'ada@example.com' })
  await merchant.authorize({
    flow: 'NO_3DS',
    body: {
      customer: { id: customer.body.id },
      tokenization: { save_card_for_future_payments: true },
    },
  })
  for (const flow of ['NO_METHOD_CHALLENGE', 'FRICTIONLESS_SUCCESS'] as const)
    await merchant.authorize({ flow })
  await merchant.post('/api/transactions/payment', paymentRequest(merchant))
}

/** The gateway's own clock, and that of its caches. */
const time = new TestClock()

describeAtBothGateways('sandboxes', describeSandboxes, { adapters: { clock: time, realTime: time } })

function describeSandboxes(current: () => GatewayUnderTest): void {
  beforeAll(() => {
    ;({ gateway, rowsOf } = current())
  })

  describe('a sandbox', () => {
    it('is a complete merchant that can process payments at once', async () => {
      const merchant = await inSandbox({})
      expect(merchant.ready.terminals).toHaveLength(6)
      expect(merchant.ready.webhook).toBeNull()
      expect(merchant.ready.env).toContain(`SLUICE_CLIENT_SECRET=${merchant.ready.client_secret}\n`)
      const { result } = await merchant.authorize({ flow: 'NO_3DS' })
      expect(result).toMatchObject({ status: 'APPROVED' })
    })

    it('is returned later without its secrets', async () => {
      const made = await makeSandbox({ webhook_url: 'https://shop.example/hook', webhook_filters: ['*'] })
      expect(made.webhook?.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
      expect(made.env).toContain(`SLUICE_WEBHOOK_SECRET=${made.webhook?.secret}\n`)
      const path = `/simulators/sandboxes/${made.sandbox_id}`
      const { client_secret: _secret, env: _env, ...shown } = made
      const read = await gateway.send<Sandbox>('GET', path)
      expect(read.body).toEqual({ ...shown, webhook: { url: 'https://shop.example/hook' } })

      const client = await gateway.send('POST', `${path}/clients`, { roles: ['sessions'] })
      expect(client.status).toBe(201)
      expect((await gateway.send<Sandbox>('GET', path)).body.client_id).toBe(made.client_id)
    })

    it('stores its webhook secret sealed', async () => {
      const { webhook } = await makeSandbox({ webhook_url: 'https://shop.example/hook' })
      const row = (await rowsOf('subscriptions')).at(-1)
      expect(row).toMatchObject({
        filters: JSON.stringify(['*', 'tokenization-webhook:payment-method:tokenized']),
      })
      const secret = Buffer.from(webhook?.secret.slice('whsec_'.length) ?? '', 'base64')
      expect((row as { secret_sealed: Buffer }).secret_sealed.includes(secret)).toBe(false)
    })

    it('has the requested origins and roles', async () => {
      const merchant = await inSandbox({
        name: 'CI',
        origins: ['https://shop.example', 'https://shop.example'],
        roles: ['transactions:read'],
      })
      const fromPage = (origin: string) =>
        merchant.send('GET', '/api/encryption-keys', undefined, {
          'x-client-key': merchant.ready.client_key,
          origin,
        })
      expect((await fromPage('https://shop.example')).status).toBe(200)
      const session = (origin: string) =>
        merchant.send('GET', '/api/client/sessions/none', undefined, {
          'x-client-key': merchant.ready.client_key,
          origin,
        })
      expect((await session('https://shop.example')).status).toBe(404)
      expect((await session('https://other.example')).status).toBe(403)
      expect((await merchant.send('POST', '/api/transactions/authorize', {})).status).toBe(403)
      expect((await merchant.send('GET', '/api/transactions/none/status')).status).toBe(404)
    })

    it('can have further clients with their own roles', async () => {
      const made = await makeSandbox()
      const { status, body } = await gateway.send<SandboxClient>(
        'POST',
        `/simulators/sandboxes/${made.sandbox_id}/clients`,
        { roles: ['transactions:read'] },
      )
      expect(status).toBe(201)
      const reader = new MerchantAtGateway({ ...made, ...body })
      expect((await reader.send('GET', '/api/transactions/none/status')).status).toBe(404)
      expect((await reader.send('POST', '/api/transactions/authorize', {})).status).toBe(403)
    })

    it.each([
      [{ name: '' }, 'name', 'length must be at least 1'],
      [{ roles: ['root'] }, 'roles.0', /^must be one of sessions, /],
      [
        { webhook_url: 'https://a.example', webhook_filters: ['paid'] },
        'webhook_filters.0',
        /^must be one of \*, /,
      ],
      [{ webhook_filters: ['*'] }, 'webhook_url', 'is required'],
      [
        { webhook_url: 'http://shop.example/hook' },
        'webhook_url',
        'is no address that webhooks are sent to: only https addresses are allowed',
      ],
      [{ origins: ['https://shop.example/path'] }, 'origins.0', 'has an invalid format'],
      [{ origins: ['http://shop.example'] }, 'origins.0', 'has an invalid format'],
      [{ terminals: [] }, 'terminals', 'is not a documented field'],
    ])('is not made of %j', async (input, property, message) => {
      const answer = await gateway.send<{ errors: unknown[] }>('POST', '/simulators/sandboxes', input)
      expect(answer.status).toBe(422)
      expect(answer.body.errors).toEqual([
        expect.objectContaining({ property, message: expect.stringMatching(message) as string }),
      ])
    })

    it('is not found unless it was created', async () => {
      expect((await gateway.send('GET', '/simulators/sandboxes/unknown')).status).toBe(404)
      expect((await remove('unknown')).status).toBe(404)
      const client = await gateway.send('POST', '/simulators/sandboxes/unknown/clients', { roles: [] })
      expect(client.status).toBe(404)
      expect((await clock('GET', 'unknown')).status).toBe(404)
      expect((await clock('POST', 'unknown', 1)).status).toBe(404)
    })
  })

  describe('a removed sandbox', () => {
    it('leaves no data behind, and keeps the data of other sandboxes', async () => {
      const other = await inSandbox()
      const kept = await createSession(other)
      const before = await countRows()

      const merchant = await inSandbox({
        webhook_url: 'https://shop.example/hook',
        origins: ['https://a.example'],
      })
      await trade(merchant)
      await askToken(merchant.ready, { grant_type: 'client_credentials' })
      const during = await countRows()
      for (const table of [
        'refresh_tokens',
        'client_key_origins',
        tableOf('challenges'),
        'payment_methods',
      ]) {
        expect(during[table], table).toBeGreaterThan(before[table] ?? 0)
      }

      expect((await remove(merchant.ready.sandbox_id)).status).toBe(204)
      expect(await countRows()).toEqual(before)
      expect(await sessionStatus(other, kept.id)).toBe('CREATED')

      expect((await remove(merchant.ready.sandbox_id)).status).toBe(404)
      expect((await gateway.send('GET', `/simulators/sandboxes/${merchant.ready.sandbox_id}`)).status).toBe(
        404,
      )
      const { status } = await askToken(merchant.ready, { grant_type: 'client_credentials' })
      expect(status).toBe(401)
    })

    it('loses the data of a request during its removal', async () => {
      const merchant = await inSandbox()
      let before: Record<string, number> = {}
      // The token and the terminal are cached for seconds, so the second session still finds them.
      await time.hold(async () => {
        await createSession(merchant)
        before = await countRows()
        await remove(merchant.ready.sandbox_id)
        await createSession(merchant)
      })
      await gateway.advanceRealTime(600_000)
      const after = await countRows()
      expect(await rowsOf('removedMerchants')).toEqual([])
      expect(after['sessions']).toBe((before['sessions'] ?? 0) - 1)
    })

    it('is never the demo', async () => {
      const answer = await remove('demo')
      expect(answer.status).toBe(409)
      expect(answer.body).toMatchObject({ error: 'Conflict' })
      expect((await gateway.send('GET', '/simulators/sandboxes/demo')).status).toBe(200)
    })
  })

  describe('the clock of a sandbox', () => {
    let mine: MerchantAtGateway
    beforeEach(async () => {
      mine = await inSandbox()
    })
    afterEach(() => remove(mine.ready.sandbox_id))

    it('shows the real time until it is moved, and stays moved', async () => {
      const readAhead = async () => {
        const { body } = await clock('GET', mine.ready.sandbox_id)
        expect(body.due).toBe(0)
        return minutesAhead(body.now)
      }
      expect(await readAhead()).toBe(0)
      await advance(mine, 3_600)
      const moved = await advance(mine, 600)
      expect(minutesAhead(moved.now)).toBe(70)
      expect(await readAhead()).toBe(70)
    })

    it('runs due jobs before it answers, and returns their number', async () => {
      const session = await createSession(mine)
      expect(await advance(mine, 3_590)).toMatchObject({ due: 0 })
      expect(await sessionStatus(mine, session.id)).toBe('CREATED')
      expect(await advance(mine, 11)).toMatchObject({ due: 1 })
      expect(await sessionStatus(mine, session.id)).toBe('SESSION_EXPIRED')
    })

    it('does not move that of another sandbox', async () => {
      const other = await inSandbox()
      const theirs = await createSession(other)
      const ours = await createSession(mine)
      const { transaction_id: challenged = '' } =
        (await other.authorize({ flow: 'NO_METHOD_CHALLENGE' })).action ?? {}
      await advance(mine, 86_400)
      expect(await sessionStatus(mine, ours.id)).toBe('SESSION_EXPIRED')
      expect(await sessionStatus(other, theirs.id)).toBe('CREATED')
      expect(await transactionOf(other, challenged)).toMatchObject({ status: 'PENDING' })
      const { body } = await clock('GET', other.ready.sandbox_id)
      expect(minutesAhead(body.now)).toBe(0)
    })

    it('ends a challenge after its ten minutes', async () => {
      const { action } = await mine.authorize({ flow: 'NO_METHOD_CHALLENGE' })
      const id = action?.transaction_id ?? ''
      await advance(mine, 599)
      expect(await transactionOf(mine, id)).toMatchObject({ status: 'PENDING' })
      await advance(mine, 1)
      expect(await transactionOf(mine, id)).toMatchObject({
        status: 'SESSION_EXPIRED',
        processing_code: '1005',
      })
    })

    it('lets a provider decide', async () => {
      const { result } = await mine.authorize({ flow: 'NO_3DS', metadata: { response_code: '1002' } })
      expect(result).toMatchObject({ status: 'PENDING' })
      expect((await advance(mine, 4)).due).toBeGreaterThan(0)
      expect(await transactionOf(mine, result?.id ?? '')).toMatchObject({ status: 'APPROVED' })
    })

    it('expires refresh tokens, but neither access tokens nor sealed cards', async () => {
      const { body } = await askToken(mine.ready, { grant_type: 'client_credentials' })
      await mine.token()
      await advance(mine, 1_801)
      const renewal = { grant_type: 'refresh_token', refresh_token: body['refresh_token'] ?? '' }
      expect(await askToken(mine.ready, renewal)).toMatchObject({
        status: 400,
        body: { error: 'invalid_grant', error_description: 'Token is not active' },
      })
      const { result } = await mine.authorize({ flow: 'NO_3DS' })
      expect(result).toMatchObject({ status: 'APPROVED' })
    })

    it.each([[{ advance_seconds: -1 }], [{ advance_seconds: 1.5 }], [{}], [{ advance_seconds: 1e9 }]])(
      'cannot be moved by %j',
      async (body) => {
        const headers = { 'x-sandbox-id': mine.ready.sandbox_id }
        expect((await gateway.send('POST', '/simulators/clock', body, headers)).status).toBe(422)
      },
    )

    it('is the demo’s by default', async () => {
      const before = await gateway.get<{ now: string }>('/simulators/clock')
      await gateway.advance(60_000)
      const after = await gateway.get<{ now: string }>('/simulators/clock')
      expect(Date.parse(after.now) - Date.parse(before.now)).toBeGreaterThanOrEqual(60_000)
    })
  })
}
