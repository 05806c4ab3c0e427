import { afterAll, beforeAll, expect, it } from 'vitest'

import { callPortal, OWN_PAGE } from '../at-portal.ts'
import { openPortalSession } from '../portal-session.ts'
import { SignInBrowser } from '../../../identity/test/sign-in-browser.ts'
import { startTestGateway, type TestGateway } from '../test-gateway.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../webhook-receiver.ts'

let gateway: TestGateway
let receiver: WebhookReceiver
let cookie: string
beforeAll(async () => {
  gateway = await startTestGateway()
  receiver = await startWebhookReceiver()
  cookie = await openPortalSession(gateway, null, ['operator'])
})
afterAll(async () => {
  await gateway.close()
  await receiver.close()
})

let keys = 0
const ask = (path: string, body?: unknown, as = cookie, key = `key-${(keys += 1)}`) =>
  callPortal(gateway, path, {
    method: body === undefined ? 'GET' : 'POST',
    body,
    headers: { ...OWN_PAGE, cookie: as, 'idempotency-key': key },
  })

const path = () => `/portal/operator/merchants/${gateway.ready.merchant_id}/go-live`

async function readMissing(): Promise<readonly string[]> {
  const { status, body } = await ask(path())
  expect(status).toBe(200)
  const { checks } = body as { checks: readonly { check: string; done: boolean }[] }
  return checks.filter(({ done }) => !done).map(({ check }) => check)
}

interface File {
  readonly merchants: readonly {
    readonly id: string
    readonly name: string
    readonly terminals: readonly { readonly terminal_id: string }[]
  }[]
}

it('is approved once everything was shown, and gives a file without keys', async () => {
  const missing = await readMissing()
  expect(missing).toEqual(
    expect.arrayContaining(['webhook_taken', 'payment_approved', 'payment_refunded', 'owner_active']),
  )
  const refused = await ask(path(), {})
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([
    409,
    expect.stringContaining('owner_active'),
  ])

  await gateway.send('POST', '/simulators/webhooks/subscriptions', { url: receiver.url })
  const { transaction } = await gateway.pay({ flow: 'CHALLENGE', atTheBank: ['1234'] })
  await gateway.pay({ metadata: { simulated_flow: 'NO_METHOD_FRICTIONLESS', response_code: '1004' } })
  const { id, terminal_id, reference, currency } = transaction
  const refund = { parent_transaction_id: id, terminal_id, reference, currency, amount: 100 }
  await gateway.send('POST', '/api/transactions/manage', { ...refund, transaction_type: 'REFUND' })
  await expect.poll(() => receiver.messages.length, { timeout: 60_000 }).toBeGreaterThan(0)
  await expect
    .poll(async () => (await readMissing()).includes('webhook_taken'), { timeout: 60_000 })
    .toBe(false)

  const invited = await ask(`/portal/operator/merchants/${gateway.ready.merchant_id}/owners`, {
    email: 'owner@shop.example',
    name: 'Olga',
  })
  const { portalUrl, baseUrl } = gateway.app.addresses()
  const page = await new SignInBrowser(portalUrl, Number(new URL(baseUrl).port)).open(
    (invited.body as { url: string }).url,
  )
  await page.submit('link', { name: 'Olga', password: 'plenty of hens, 7 of them' })
  const owner = await openPortalSession(gateway, gateway.ready.merchant_id, ['owner'])
  const { body } = await ask('/portal/settings', undefined, owner)
  const { version, settings } = body as {
    version: number
    settings: { terminals: readonly { terminal_id: string; status: string }[] }
  }
  let next = version
  for (const terminal of settings.terminals.filter(({ status }) => status === 'ACTIVE')) {
    const input = { version: next, origins: ['https://shop.example'] }
    expect((await ask(`/portal/settings/terminals/${terminal.terminal_id}`, input, owner)).status).toBe(200)
    next += 1
  }
  // Terminals may be five seconds old.
  await expect.poll(readMissing, { timeout: 60_000 }).toEqual([])

  const approved = await ask(path(), {}, cookie, 'approve')
  expect(approved.status).toBe(200)
  expect((await ask(path(), {}, cookie, 'approve')).body).toEqual(approved.body)
  const { file } = approved.body as { file: File }
  expect(JSON.stringify(file)).not.toContain('ck_test_')
  expect(JSON.stringify(file)).not.toContain(gateway.ready.client_secret)
  const trail = (await gateway.books.all('audit')).filter(({ action }) => action === 'merchant.approve')
  expect(trail).toMatchObject([{ actor: 'user', about: gateway.ready.merchant_id }])

  // The other installation, for which another merchant of the same one stands in here.
  const [entry] = file.merchants
  const terminals = entry?.terminals.map((terminal, at) => ({ ...terminal, terminal_id: `T9999999990${at}` }))
  const moved = { merchants: [{ ...entry, id: 'live-shop', terminals }] }
  const added = await ask('/portal/operator/merchants', moved)
  expect([added.status, JSON.stringify(added.body)]).toEqual([
    201,
    expect.stringContaining(entry?.name ?? '?'),
  ])
  expect((await ask('/portal/operator/merchants', moved)).status).toBe(409)
  const { id: live } = added.body as { id: string }
  expect((await ask(`/portal/operator/merchants/${live}`)).body).toMatchObject({ managed_by: 'PORTAL' })
  const theirs = await openPortalSession(gateway, live, ['owner'])
  const made = await ask('/portal/clients', { name: 'live', roles: ['merchant'] }, theirs)
  expect([made.status, JSON.stringify(made.body)]).toEqual([201, expect.stringContaining('client_secret')])
})

it.each([
  [{}, 'merchants'],
  [{ merchants: [] }, 'merchants'],
  [{ merchants: [{ id: 'x' }] }, 'name'],
  [{ merchants: [{ id: 'x', name: 'X', terminals: [{}] }] }, 'terminals'],
  [{ merchants: ['x'] }, ''],
])('%j adds no merchant', async (body, property) => {
  const answer = await ask('/portal/operator/merchants', body)
  expect([answer.status, JSON.stringify(answer.body)]).toEqual([422, expect.stringContaining(property)])
})

it('a terminal of another merchant is not taken over', async () => {
  const terminals = [
    {
      terminal_id: gateway.ready.terminal_id,
      features: ['TRX_TYPE_PURCHASE'],
      routing: [{ provider: 'sim-a', account: 'sim-a-eur' }],
    },
  ]
  const answer = await ask('/portal/operator/merchants', {
    merchants: [{ id: 'thief', name: 'Thief', terminals }],
  })
  expect([answer.status, JSON.stringify(answer.body)]).toEqual([
    422,
    expect.stringContaining(gateway.ready.terminal_id),
  ])
})

it('an unknown merchant has no such page', async () => {
  expect((await ask('/portal/operator/merchants/nothing/go-live')).status).toBe(404)
  expect((await ask('/portal/operator/merchants/nothing/go-live', {})).status).toBe(404)
})
