import { Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { SandboxCredentials, SandboxList, Transaction, TransactionList } from '@sluice/types'
import { PORTAL_ROLES, type PortalRole } from '@sluice/types/vocabulary'
import { hashSecret } from '@sluice/platform/crypto/secret-hash'
import { AT_SERVER } from '@sluice/identity'
import { PORTAL_ACTIONS, type PortalAction, rolesFor } from '@sluice/portal-api/portal-rights'

import {
  callPortal,
  openPortalStream,
  OWN_PAGE,
  type PortalAnswer as Answer,
  type PortalQuestion,
} from '../at-portal.ts'
import { SignInBrowser } from '../../../identity/test/sign-in-browser.ts'
import { linkRequest, makeLink as makePaymentLink } from '../link-shopper.ts'
import { leaveUndecided } from '../successful-calls.ts'
import { startTestGateway, type TestGateway, TestClock } from '../test-gateway.ts'

const MINUTE_MS = 60_000

const PAUSED_ACCOUNT = {
  payment_provider_id: 'sim-f',
  payment_provider_account_id: 'sim-f-eur',
  reason: 'Maintenance, ticket 4711',
}
/** The card with which the test gateway pays. */
const CARD_NUMBER = '4242424242424242'

let clock: TestClock
let gateway: TestGateway
let payment: Transaction
beforeAll(async () => {
  clock = new TestClock()
  gateway = await startTestGateway({ adapters: { clock, realTime: clock } })
  payment = (await gateway.pay({ metadata: { simulated_flow: 'NO_METHOD_FRICTIONLESS' } })).transaction
})
afterAll(() => gateway.close())
// Tests move the clock, and access tokens are good for minutes.
beforeEach(() => gateway.forgetToken())

const send = (path: string, question: PortalQuestion = {}) => callPortal(gateway, path, question)

async function makeLink(): Promise<string> {
  const { status, body } = await gateway.send<{ url: string }>('POST', '/simulators/portal-links')
  expect(status).toBe(201)
  return new URL(body.url).hash.replace('#link=', '')
}

const open = (token: string, headers: Readonly<Record<string, string>> = {}) =>
  send('/portal/session', { method: 'POST', body: { token }, headers: { ...OWN_PAGE, ...headers } })

/** The cookie that an answer sets, as the browser sends it back. */
const cookieOf = ({ headers }: Answer) => String(headers['set-cookie']).split(';')[0] ?? ''

async function signIn(): Promise<string> {
  const answer = await open(await makeLink())
  expect(answer.status).toBe(201)
  return cookieOf(answer)
}

let people = 0

/** A person of a merchant, or of the service; invited, as far as sessions care. */
async function addUser(roles: readonly PortalRole[], merchantId = payment.merchant_id) {
  const invited = await portal().users.invite(
    {
      merchantId: roles.includes('operator') ? null : merchantId,
      email: `person-${(people += 1)}@shop.example`,
      name: 'A person',
      roles,
    },
    AT_SERVER,
  )
  if (!invited.ok) throw new Error(invited.refusal)
  return invited.value
}

function portal() {
  if (gateway.app.portal === null) throw new Error('there is no portal')
  return gateway.app.portal
}

/** Signs in as what no link gives. */
async function signInAs(
  roles: readonly PortalRole[],
  { merchantId, agoMs = 0 }: { merchantId?: string; agoMs?: number } = {},
): Promise<string> {
  return openSession((await addUser(roles, merchantId)).user, agoMs)
}

/**
 * Creates a person for each request and removes them afterwards, because there are more requests than a merchant may
 * have people.
 */
async function askAs<Answer>(
  roles: readonly PortalRole[],
  ask: (cookie: string) => Promise<Answer>,
): Promise<Answer> {
  const { user } = await addUser(roles)
  const answer = await ask(await openSession(user))
  await portal().users.remove({ userId: user.id, merchantId: user.merchantId }, AT_SERVER)
  return answer
}

/** A program of the merchant; gives its id. */
async function addClient(): Promise<string> {
  const input = { merchantId: payment.merchant_id, name: 'shop', roles: ['merchant'] as const }
  const made = await portal().clients.create(input)
  if (!made.ok) throw new Error(made.refusal)
  return made.value.clientId
}

type User = Awaited<ReturnType<typeof addUser>>['user']

async function openSession(user: User, agoMs = 0): Promise<string> {
  const cookie = await portal().auth.createPortalSession(
    { ...user, userId: user.id, authenticatedAtMs: clock.now() - agoMs },
    { headers: {}, id: 'test', ip: '127.0.0.1', socket: new Socket() },
  )
  return cookie.split(';')[0] ?? ''
}

const PASSWORD = 'plenty of hens, 7 of them'

function browse(): SignInBrowser {
  const { portalUrl, baseUrl } = gateway.app.addresses()
  return new SignInBrowser(portalUrl, Number(new URL(baseUrl).port))
}

const get = (path: string, cookie: string, headers: Readonly<Record<string, string>> = {}) =>
  send(path, { headers: { ...OWN_PAGE, cookie, ...headers } })

let keys = 0
const post = (path: string, cookie: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  send(path, {
    method: 'POST',
    body,
    headers: { ...OWN_PAGE, cookie, 'idempotency-key': `key-${(keys += 1)}`, ...headers },
  })

describe('an address of the portal without a page', () => {
  const visit = (path: string, at: 'portalUrl' | 'baseUrl' = 'portalUrl') =>
    send(path, { at, headers: { accept: 'text/html', 'sec-fetch-mode': 'navigate' } })

  it.each(['/nowhere', '/settings/nowhere', '/payments/a/b', '/portal/nowhere', '/%zz'])(
    'answers 404 with the portal’s own page: %s',
    async (path) => {
      const [missing, page] = await Promise.all([visit(path), visit('/payments')])
      expect([missing.status, page.status]).toEqual([404, 200])
      expect(missing.body).toContain('<sluice-portal environment="test">')
      expect(missing.headers['content-security-policy']).toBe(page.headers['content-security-policy'])
      expect(missing.headers['content-security-policy']).not.toContain('unsafe')
    },
  )

  it('is the page of shoppers at the base URL, and data for programs', async () => {
    const shoppers = await visit('/nowhere', 'baseUrl')
    expect([shoppers.status, shoppers.body]).toEqual([
      404,
      expect.stringContaining('This page doesn’t exist'),
    ])
    expect(await send('/nowhere')).toMatchObject({ status: 404, body: { error: 'Not Found' } })
  })
})

describe('a one-time link', () => {
  it('opens a session of the owner, in a cookie that no script and no other site can read', async () => {
    const answer = await open(await makeLink())
    expect(answer.status).toBe(201)
    expect(answer.headers['set-cookie']).toEqual([
      expect.stringMatching(/^session=[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict$/),
    ])
    const { status, body } = await get('/portal/session', cookieOf(answer))
    expect(status).toBe(200)
    expect(answer.body).toEqual({ ...(body as object), ends_at: expect.any(String) as unknown })
    expect(body).toMatchObject({
      user: { id: 'one-time-link', roles: ['owner'] },
      merchant: { id: payment.merchant_id, name: 'Demo shop' },
      environment: 'test',
    })
    const owned = PORTAL_ACTIONS.filter((action) => rolesFor(action, 'test').includes('owner'))
    expect((body as { actions: string[] }).actions).toEqual(owned)
  })

  it('opens once', async () => {
    const token = await makeLink()
    expect((await open(token)).status).toBe(201)
    expect((await open(token)).status).toBe(401)
  })

  it('opens for only one of several concurrent visitors', async () => {
    const token = await makeLink()
    const answers = await Promise.all([open(token), open(token), open(token)])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 401, 401])
  })

  it('opens for ten minutes', async () => {
    const [early, late] = [await makeLink(), await makeLink()]
    clock.advance(9 * MINUTE_MS)
    expect((await open(early)).status).toBe(201)
    clock.advance(MINUTE_MS)
    expect((await open(late)).status).toBe(401)
  })

  it.each([
    ['through a proxy', { 'x-forwarded-for': '192.0.2.1' }],
    ['through a proxy of RFC 7239', { forwarded: 'for=192.0.2.1' }],
    ['from another site', { 'sec-fetch-site': 'cross-site' }],
    ['from another origin', { origin: 'https://evil.example' }],
    ['by a form', { 'x-sluice-portal': '' }],
  ])('is refused %s, and stays valid', async (_, headers) => {
    const token = await makeLink()
    expect((await open(token, headers)).status).toBe(403)
    expect((await open(token)).status).toBe(201)
  })

  it('opens nothing under another name of the gateway', async () => {
    const token = await makeLink()
    const answer = await send('/portal/session', {
      method: 'POST',
      body: { token },
      headers: OWN_PAGE,
      at: 'baseUrl',
    })
    expect(answer.status).toBe(404)
  })

  it('is stored as a hash', async () => {
    const token = await makeLink()
    const rows = await gateway.books.query('select * from portal_links')
    expect(rows.map((row) => row['token_hash'])).toContainEqual(hashSecret(token))
    expect(JSON.stringify(rows)).not.toContain(token)
  })
})

describe('a session', () => {
  it('ends fifteen minutes after the last activity, which reading is not', async () => {
    const cookie = await signIn()
    clock.advance(14 * MINUTE_MS)
    expect((await get('/portal/session', cookie)).status).toBe(200)
    clock.advance(14 * MINUTE_MS)
    expect((await get('/portal/session', cookie, { 'x-sluice-portal': 'watch' })).status).toBe(200)
    clock.advance(MINUTE_MS)
    expect((await get('/portal/session', cookie)).status).toBe(401)
  })

  it('ends twelve hours after it began', async () => {
    const cookie = await signIn()
    for (let deed = 0; deed < 59; deed += 1) {
      clock.advance(12 * MINUTE_MS)
      expect((await get('/portal/session', cookie)).status).toBe(200)
    }
    clock.advance(12 * MINUTE_MS)
    expect((await get('/portal/session', cookie)).status).toBe(401)
  })

  it('gets a new id at each sign-in, and the previous one ends', async () => {
    const first = await signIn()
    const answer = await open(await makeLink(), { cookie: first })
    expect(cookieOf(answer)).not.toBe(first)
    expect((await get('/portal/session', first)).status).toBe(401)
  })

  it('never uses the id of a planted cookie', async () => {
    const planted = `session=${'A'.repeat(43)}`
    const answer = await open(await makeLink(), { cookie: planted })
    expect(cookieOf(answer)).not.toBe(planted)
    expect((await get('/portal/session', `${cookieOf(answer)}; ${planted}`)).status).toBe(401)
  })

  it('ends when the person signs out', async () => {
    const cookie = await signIn()
    const answer = await send('/portal/session', { method: 'DELETE', headers: { ...OWN_PAGE, cookie } })
    expect(answer.status).toBe(204)
    expect(answer.headers['set-cookie']).toEqual([expect.stringContaining('session=; ')])
    expect((await get('/portal/session', cookie)).status).toBe(401)
  })

  it('is removed once it has ended', async () => {
    await signIn()
    clock.advance(15 * MINUTE_MS)
    await gateway.app.runDueWork()
    expect(await gateway.books.query('select * from portal_sessions')).toEqual([])
  })
})

describe('the data of the portal', () => {
  it('are the same as those of the API', async () => {
    const { body } = await get('/portal/api/transactions', await signIn())
    expect(body).toEqual((await gateway.send<TransactionList>('GET', '/api/transactions')).body)
  })

  it('contain what a pending payment waits for, and no reason for other payments', async () => {
    const cookie = await signIn()
    const { transaction } = await gateway.pay({ metadata: { simulated_flow: 'NO_METHOD_FRICTIONLESS' } })
    const pending = (await gateway.authorize({ flow: 'CHALLENGE' })).action?.transaction_id ?? ''
    const asked = await get(`/portal/pending-reasons?ids=${transaction.id},${pending}`, cookie)
    expect(asked.body).toEqual({ reasons: { [pending]: 'device_check' } })
    expect((await get('/portal/pending-reasons?ids=%00', cookie)).status).toBe(422)
    expect((await get('/portal/pending-reasons', cookie)).status).toBe(200)
  })

  it('list which steps before real payments a new merchant has completed', async () => {
    const { body } = await get('/portal/first-steps', await signIn())
    const { checks } = body as { checks: readonly { check: string; done: boolean }[] }
    expect(checks).toContainEqual({ check: 'terminal_ready', done: true })
    expect(checks).toContainEqual({ check: 'owner_active', done: false })
    const support = await signInAs(['support'])
    expect((await get('/portal/first-steps', support)).status).toBe(200)
    expect((await get('/portal/first-steps', await signInAs(['operator']))).status).toBe(403)
  })

  it('are closed to access tokens and client keys', async () => {
    const bearer = { ...OWN_PAGE, authorization: `Bearer ${await gateway.token()}` }
    expect((await send('/portal/api/transactions', { headers: bearer })).status).toBe(401)
    const key = { ...OWN_PAGE, 'x-client-key': gateway.ready.client_key }
    expect((await send('/portal/api/transactions', { headers: key })).status).toBe(401)
  })

  it('are at no other origin, and the cookie does not open the API', async () => {
    const headers = { ...OWN_PAGE, cookie: await signIn() }
    expect((await send('/portal/api/transactions', { headers, at: 'baseUrl' })).status).toBe(404)
    expect((await send('/api/transactions', { headers, at: 'baseUrl' })).status).toBe(401)
    expect((await send('/api/transactions', { headers })).status).toBe(404)
  })

  it.each([
    ['without the header of the portal', { 'x-sluice-portal': '' }],
    ['of another site', { 'sec-fetch-site': 'cross-site' }],
    ['of a sibling origin', { 'sec-fetch-site': 'same-site' }],
    ['of a typed address', { 'sec-fetch-site': 'none' }],
    ['of another origin', { origin: 'http://bank.localhost' }],
  ])('are refused to a request %s', async (_, headers) => {
    const cookie = await signIn()
    expect((await get('/portal/api/transactions', cookie, headers)).status).toBe(403)
    expect((await post('/portal/api/transactions/manage', cookie, refundOf(payment), headers)).status).toBe(
      403,
    )
  })

  it('are changed by no request without an origin', async () => {
    const headers = { 'x-sluice-portal': 'act', cookie: await signIn(), 'idempotency-key': 'unsaid' }
    const input = { method: 'POST', body: refundOf(payment), headers }
    expect((await send('/portal/api/transactions/manage', input)).status).toBe(403)
  })

  it('are changed by no request without an Idempotency-Key', async () => {
    const headers = { ...OWN_PAGE, cookie: await signIn() }
    const input = { method: 'POST', body: refundOf(payment), headers }
    const answer = await send('/portal/api/transactions/manage', input)
    expect(answer.status).toBe(422)
    expect(answer.body).toMatchObject({ errors: [{ property: 'Idempotency-Key' }] })
  })

  it('are changed once by a repeated request, and the audit trail names the person', async () => {
    const cookie = await signIn()
    const once = { 'idempotency-key': 'the-same' }
    const first = await post('/portal/api/transactions/manage', cookie, refundOf(payment), once)
    expect(first.status).toBe(200)
    expect(await post('/portal/api/transactions/manage', cookie, refundOf(payment), once)).toMatchObject({
      body: { id: (first.body as Transaction).id },
    })
    const entries = await gateway.books.all('audit')
    const about = (action: string) => entries.filter((entry) => entry['action'] === action)
    expect(about('portal.change').at(-1)).toMatchObject({ actor: 'user', subject: 'manage' })
    for (const entry of [about('portal.change').at(-1), about('operation.open').at(-1)])
      expect(JSON.parse(String(entry?.['detail']))).toMatchObject({ user_id: 'one-time-link' })
  })

  it('are not changed by refused requests, which the audit trail records', async () => {
    const { user } = await addUser(['owner'])
    const cookie = await openSession(user)
    const trailOf = async (ask: () => Promise<Answer>) => {
      const before = (await gateway.books.all('audit')).length
      const { status } = await ask()
      const entries = (await gateway.books.all('audit')).slice(before)
      return [
        status,
        ...entries.map(({ actor, action, subject, detail }) => {
          const { user_id: by, outcome } = JSON.parse(String(detail)) as Record<string, unknown>
          return { actor, action, subject, by, outcome }
        }),
      ]
    }
    const input = { actor: 'user', by: user.id, outcome: undefined, action: 'portal.change' }
    const refused = (subject: string, status: number) => [
      status,
      { ...input, subject },
      { ...input, subject, action: 'portal.refuse', outcome: status },
    ]
    const badLook = () => post('/portal/settings/look', cookie, { version: 1, language: 'tlh' })
    expect(await trailOf(badLook)).toEqual(refused('changeLook', 422))
    const late = () => post('/portal/settings/look', cookie, { version: 99, language: 'en' })
    expect(await trailOf(late)).toEqual(refused('changeLook', 409))
    const unknown = () => remove('/portal/subscriptions/unknown', cookie)
    expect(await trailOf(unknown)).toEqual(refused('removeSubscription', 404))
    const tooMuch = () =>
      post('/portal/api/transactions/manage', cookie, { ...refundOf(payment), amount: 'all' })
    expect(await trailOf(tooMuch)).toEqual(refused('manage', 422))
    // Reads are in no trail.
    const looked = () => get('/portal/api/transactions/unknown/status', cookie)
    expect(await trailOf(looked)).toEqual([404])
  })

  it('data of another merchant are not found', async () => {
    const other = (await gateway.send<SandboxCredentials>('POST', '/simulators/sandboxes', {})).body
    const theirs = await signInAs(['owner'], { merchantId: other.merchant_id })
    const { id } = payment
    for (const path of [`/portal/api/transactions/${id}/status`, `/portal/api/transactions/${id}/timeline`])
      expect([path, (await get(path, theirs)).status]).toEqual([path, 404])
    expect((await get('/portal/api/transactions', theirs)).body).toEqual({ data: [], next_cursor: null })
    expect((await get('/portal/exports/transactions.json', theirs)).body).toEqual([])
    const refund = await post('/portal/api/transactions/manage', theirs, refundOf(payment))
    expect(refund.status).toBe(422)
  })
})

describe('an export', () => {
  it('contains exactly what the filters find, with formulas disarmed only in CSV', async () => {
    const formula = '=HYPERLINK(1)'
    const { transaction } = await gateway.pay({
      body: { reference: formula },
      metadata: { simulated_flow: 'NO_METHOD_FRICTIONLESS' },
    })
    const cookie = await signIn()
    const filters = `?reference=${encodeURIComponent(formula)}`
    const csv = String((await get(`/portal/exports/transactions.csv${filters}`, cookie)).body)
    const [heads, ...lines] = csv.trimEnd().split('\r\n')
    expect(heads).toMatch(/^"id","created_at","reference",.*,"parent_id","approved_amount"$/)
    const { amount } = transaction
    expect(lines[0]?.split(',').at(-1)).toBe(`"${(amount / 100).toFixed(2)}"`)
    expect(lines).toEqual([expect.stringContaining(`"${transaction.id}",`)])
    expect(lines[0]).toContain(`,"'${formula.replaceAll('"', '""')}",`)
    expect((await get(`/portal/exports/transactions.json${filters}`, cookie)).body).toEqual([transaction])
  })

  it('is refused with an unknown filter', async () => {
    const answer = await get('/portal/exports/transactions.csv?limit=5', await signIn())
    expect(answer.status).toBe(422)
  })

  it('and a secret need a sign-in within ten minutes', async () => {
    const early = await signInAs(['owner'], { agoMs: 10 * MINUTE_MS - 1_000 })
    expect((await get('/portal/exports/transactions.csv', early)).status).toBe(200)
    const late = await signInAs(['owner'], { agoMs: 10 * MINUTE_MS })
    const answer = await get('/portal/exports/transactions.csv', late)
    expect(answer.status).toBe(403)
    expect(answer.headers['x-sluice-portal']).toBe('sign-in-too-old')
    expect((await get('/portal/api/transactions', late)).status).toBe(200)
  })
})

const remove = (path: string, cookie: string) =>
  send(path, {
    method: 'DELETE',
    headers: { ...OWN_PAGE, cookie, 'idempotency-key': `key-${(keys += 1)}` },
  })

/** Creates a sandbox at the portal of the demo merchant, and returns its id. */
async function makeOwnSandbox(): Promise<string> {
  const { status, body } = await post('/portal/simulators/sandboxes', await signInAs(['owner']), {})
  expect(status).toBe(201)
  return (body as SandboxCredentials).sandbox_id
}

/** Takes a snapshot of its own sandbox, and returns the path of the snapshot. */
async function makeOwnSnapshot(): Promise<string> {
  const path = `/portal/simulators/sandboxes/${await makeOwnSandbox()}/snapshots`
  const { status } = await post(path, await signInAs(['owner']), { name: 'one' })
  expect(status).toBe(201)
  return `${path}/one`
}

describe('the test tools', () => {
  const idsOf = async (cookie: string) =>
    ((await get('/portal/simulators/sandboxes', cookie)).body as SandboxList).data.map(
      (one) => one.sandbox_id,
    )

  it('reach the own sandbox and those that were created here; no other is found', async () => {
    const mine = await makeOwnSandbox()
    const other = (await gateway.send<SandboxCredentials>('POST', '/simulators/sandboxes', {})).body
    const cookie = await signInAs(['developer'])
    const ids = await idsOf(cookie)
    expect(ids).toEqual(expect.arrayContaining(['demo', mine]))
    expect(ids).not.toContain(other.sandbox_id)
    const theirs = await signInAs(['owner'], { merchantId: other.merchant_id })
    expect(await idsOf(theirs)).toEqual([other.sandbox_id])
    for (const [path, method] of [
      ['', 'GET'],
      ['', 'DELETE'],
      ['/reset', 'POST'],
      ['/snapshots', 'GET'],
      ['/snapshots/one/restore', 'POST'],
      ['/snapshots/one', 'DELETE'],
      ['/faults', 'GET'],
      ['/faults/API_ERROR', 'DELETE'],
    ] as const) {
      const at = `/portal/simulators/sandboxes/${mine}${path}`
      const asked =
        method === 'GET'
          ? get(at, theirs)
          : method === 'POST'
            ? post(at, theirs, undefined)
            : remove(at, theirs)
      expect([method, path, (await asked).status]).toEqual([method, path, 404])
    }
    const clockOf = (id: string) => get('/portal/simulators/clock', theirs, { 'x-sandbox-id': id })
    expect((await clockOf('demo')).status).toBe(404)
    expect((await clockOf(other.sandbox_id)).status).toBe(200)
    expect((await remove(`/portal/simulators/sandboxes/${other.sandbox_id}`, theirs)).status).toBe(409)
  })

  it('move the clock of the own sandbox once for one key, and the session shows the offset', async () => {
    const other = (await gateway.send<SandboxCredentials>('POST', '/simulators/sandboxes', {})).body
    const cookie = await signInAs(['owner'], { merchantId: other.merchant_id })
    const stateOf = async () =>
      ((await get('/portal/session', cookie)).body as { test_state: unknown }).test_state
    expect(await stateOf()).toEqual({ clock_ahead_seconds: 0, has_webhook_faults: false, faults_until: null })
    for (const _ of ['first', 'again'])
      await post('/portal/simulators/clock', cookie, { advance_seconds: 60 }, { 'idempotency-key': 'once' })
    expect(await stateOf()).toEqual({
      clock_ahead_seconds: 60,
      has_webhook_faults: false,
      faults_until: null,
    })
  })
})

/** Routes for signing in and out, which require no right. */
const WITHOUT_A_RIGHT = [
  'DELETE /portal/session',
  'GET /portal/callback',
  'GET /portal/login',
  'POST /portal/devices/token',
  'POST /portal/session',
]

/** Routes that have no row of their own. */
const SAME_RIGHT: Readonly<Record<string, PortalAction>> = {
  'DELETE /portal/operator/view': 'viewMerchant',
  'GET /portal/api/failed-requests': 'listFailedRequests',
  'GET /portal/failed-requests/requests': 'listFailedRequests',
  'GET /portal/first-steps': 'countTransactions',
  'GET /portal/pending-reasons': 'listTransactions',
}

describe('each cell of the table of rights', () => {
  let subscriptionId: string
  let deliveryId: string
  let customerId: string
  let payments: Transaction[]
  beforeAll(async () => {
    const subscription = await gateway.send<{ id: string }>('POST', '/simulators/webhooks/subscriptions', {
      url: 'http://127.0.0.1:9/nowhere',
    })
    subscriptionId = subscription.body.id
    customerId = (await gateway.send<{ id: string }>('POST', '/api/customers', { email: 'ada@shop.example' }))
      .body.id
    payments = []
    for (const _ of PORTAL_ROLES)
      payments.push(
        (await gateway.pay({ metadata: { simulated_flow: 'NO_METHOD_FRICTIONLESS' } })).transaction,
      )
    const listed = await gateway.send<{ deliveries: { id: string }[] }>('GET', '/api/webhooks/deliveries')
    deliveryId = listed.body.deliveries[0]?.id ?? ''
  })

  const ASKS: Readonly<Record<PortalAction, (cookie: string) => Promise<Answer>>> = {
    findDevice: async (cookie) => get(`/portal/devices/${await beginDevice()}`, cookie),
    approveDevice: async (cookie) =>
      post(`/portal/devices/${await beginDevice()}/approve`, cookie, undefined),
    denyDevice: async (cookie) => post(`/portal/devices/${await beginDevice()}/deny`, cookie, undefined),
    listSessions: (cookie) => get('/portal/sessions', cookie),
    endSession: async (cookie) => {
      const answer = await remove('/portal/sessions/none', cookie)
      // The right is there; the session is not.
      return answer.status === 404 ? { ...answer, status: 204 } : answer
    },
    endOtherSessions: (cookie) => remove('/portal/sessions', cookie),
    listUserSessions: (cookie) => get('/portal/users/none/sessions', cookie),
    endUserSessions: (cookie) => remove('/portal/users/none/sessions', cookie),
    listTransactions: (cookie) => get('/portal/api/transactions', cookie),
    getStatus: (cookie) => get(`/portal/api/transactions/${payment.id}/status`, cookie),
    listTransactionRecords: (cookie) => get(`/portal/api/transactions/${payment.id}/records`, cookie),
    getTimeline: (cookie) => get(`/portal/api/transactions/${payment.id}/timeline`, cookie),
    manage: (cookie) => post('/portal/api/transactions/manage', cookie, refundOf(payments.pop() ?? payment)),
    exportTransactions: (cookie) => get('/portal/exports/transactions.json', cookie),
    countTransactions: (cookie) => get('/portal/transaction-counts', cookie),
    listFailedRequests: (cookie) => get('/portal/failed-requests', cookie),
    streamEvents: (cookie) => openPortalStream(gateway, cookie),
    getSession: async (cookie) => get(`/portal/api/sessions/${await makeSession()}`, cookie),
    updateSession: async (cookie) =>
      send(`/portal/api/sessions/${await makeSession()}`, {
        method: 'PATCH',
        body: { amount: 2_500 },
        headers: { ...OWN_PAGE, cookie, 'idempotency-key': `key-${(keys += 1)}` },
      }),
    cancelSession: async (cookie) =>
      post(`/portal/api/sessions/${await makeSession()}/cancel`, cookie, undefined),
    updateCustomer: (cookie) =>
      send(`/portal/api/customers/${customerId}`, {
        method: 'PATCH',
        body: { phone: null },
        headers: { ...OWN_PAGE, cookie, 'idempotency-key': `key-${(keys += 1)}` },
      }),
    listPaymentLinks: (cookie) => get('/portal/api/payment-links', cookie),
    getPaymentLink: async (cookie) =>
      get(`/portal/api/payment-links/${(await makePaymentLink(gateway)).id}`, cookie),
    createPaymentLink: (cookie) => post('/portal/api/payment-links', cookie, linkRequest(gateway)),
    deactivatePaymentLink: async (cookie) =>
      post(`/portal/api/payment-links/${(await makePaymentLink(gateway)).id}/deactivate`, cookie, undefined),
    listCustomers: (cookie) => get('/portal/api/customers', cookie),
    getCustomer: (cookie) => get(`/portal/api/customers/${customerId}`, cookie),
    listCustomerPaymentMethods: (cookie) =>
      get(`/portal/api/customers/${customerId}/payment-methods`, cookie),
    listWebhookSubscriptions: (cookie) => get('/portal/api/webhooks/subscriptions', cookie),
    listWebhookDeliveries: (cookie) => get('/portal/api/webhooks/deliveries', cookie),
    getWebhookDelivery: (cookie) => get(`/portal/api/webhooks/deliveries/${deliveryId}`, cookie),
    explainWebhookSignature: (cookie) =>
      post('/portal/api/webhooks/explain-signature', cookie, {
        subscription_id: subscriptionId,
        headers: { 'webhook-id': 'msg_1', 'webhook-timestamp': '1', 'webhook-signature': 'v1,x' },
        body: '{}',
      }),
    replayWebhookDeliveries: (cookie) =>
      post('/portal/api/webhooks/deliveries/replay', cookie, { delivery_ids: [deliveryId] }),
    enableWebhookSubscription: (cookie) =>
      post(`/portal/api/webhooks/subscriptions/${subscriptionId}/enable`, cookie, undefined),
    listUsers: (cookie) => get('/portal/users', cookie),
    inviteUser: (cookie) =>
      post('/portal/users', cookie, { email: `new-${keys}@shop.example`, name: 'New', roles: ['support'] }),
    changeUserRoles: async (cookie) =>
      post(`/portal/users/${(await addUser(['support'])).user.id}/roles`, cookie, { roles: ['finance'] }),
    removeUser: async (cookie) =>
      send(`/portal/users/${(await addUser(['support'])).user.id}`, {
        method: 'DELETE',
        headers: { ...OWN_PAGE, cookie, 'idempotency-key': `key-${(keys += 1)}` },
      }),
    resetUserSignIn: async (cookie) =>
      post(`/portal/users/${(await addUser(['support'])).user.id}/reset`, cookie, undefined),
    confirmUserLink: async (cookie) => {
      const { user } = await addUser(['support'])
      const answer = await post(`/portal/users/${user.id}/confirm`, cookie, undefined)
      // The right is there; nothing waits.
      return answer.status === 409 ? { ...answer, status: 200 } : answer
    },
    cancelUserLink: async (cookie) => {
      const { user } = (await get('/portal/session', cookie)).body as { user?: { id: string } }
      const id = user?.id ?? 'nobody'
      const answer = await post(`/portal/users/${id}/cancel`, cookie, undefined)
      return answer.status === 409 ? { ...answer, status: 200 } : answer
    },
    listNotices: (cookie) => get('/portal/notices', cookie),
    acknowledgeNotices: (cookie) => post('/portal/notices/acknowledge', cookie, { ids: [] }),
    searchUserTrail: (cookie) => get('/portal/users/trail', cookie),
    getSettings: (cookie) => get('/portal/settings', cookie),
    exportSettings: (cookie) => get('/portal/settings/export', cookie),
    previewLook: (cookie) => post('/portal/settings/preview', cookie, {}),
    changeLook: async (cookie) => changeSettings(cookie, 'look', { shoppers_remove_cards: true }),
    changeWebhookHosts: async (cookie) =>
      changeSettings(cookie, 'webhook-hosts', { webhook_hosts: ['hooks.shop.example'] }),
    changeRisk: async (cookie) => changeSettings(cookie, 'risk', { rules: null }),
    changeTerminal: async (cookie) =>
      changeSettings(cookie, `terminals/${gateway.ready.terminal_id}`, { status: 'ACTIVE' }),
    changeClientKey: async (cookie) =>
      changeSettings(cookie, `client-keys/${gateway.ready.client_key}`, { status: 'ACTIVE' }),
    deleteClientKey: async (cookie) =>
      changeSettings(cookie, `client-keys/${await addSwitchedOffKey()}/delete`, {}),
    createClientKey: async (cookie) => changeSettings(cookie, 'client-keys', { origins: [] }),
    createSubscription: (cookie) =>
      post('/portal/subscriptions', cookie, { url: 'http://127.0.0.1:9', filters: ['*'] }),
    changeSubscription: async (cookie) =>
      post(`/portal/subscriptions/${await addSubscription()}`, cookie, {
        url: 'http://127.0.0.1:9',
        filters: ['*'],
      }),
    disableSubscription: async (cookie) =>
      post(`/portal/subscriptions/${await addSubscription()}/disable`, cookie, undefined),
    removeSubscription: async (cookie) => remove(`/portal/subscriptions/${await addSubscription()}`, cookie),
    listClients: (cookie) => get('/portal/clients', cookie),
    getEncryptionKeys: (cookie) => get('/portal/api/encryption-keys', cookie),
    createClient: (cookie) => post('/portal/clients', cookie, { name: 'shop', roles: ['merchant'] }),
    rotateClientSecret: async (cookie) =>
      post(`/portal/clients/${await addClient()}/rotate`, cookie, { old_secret_hours: 1 }),
    endOldClientSecret: async (cookie) =>
      post(`/portal/clients/${await addClient()}/end-old-secret`, cookie, undefined),
    revokeClient: async (cookie) => post(`/portal/clients/${await addClient()}/revoke`, cookie, undefined),
    createHostedPaymentPage: (cookie) =>
      post('/portal/api/hosted-payment-page', cookie, {
        reference: `page-${(keys += 1)}`,
        terminal_id: gateway.ready.terminal_id,
        currency: 'EUR',
        amount: 100,
        transaction_type: 'PURCHASE',
        return_url: gateway.app.addresses().portalUrl,
      }),
    readClock: (cookie) => get('/portal/simulators/clock', cookie),
    advanceClock: (cookie) => post('/portal/simulators/clock', cookie, { advance_seconds: 0 }),
    createTestRecord: (cookie) =>
      post('/portal/simulators/records', cookie, { transaction_id: payment.id, kind: 'RETRIEVAL_REQUESTED' }),
    setWebhookLaboratory: (cookie) =>
      post(`/portal/simulators/webhooks/subscriptions/${subscriptionId}/laboratory`, cookie, {}),
    resendWebhookDelivery: (cookie) =>
      post(`/portal/simulators/webhooks/deliveries/${deliveryId}/resend`, cookie, {}),
    sendWebhookTestMessage: (cookie) =>
      post(`/portal/simulators/webhooks/subscriptions/${subscriptionId}/messages`, cookie, {
        transaction_id: payment.id,
      }),
    listSandboxes: (cookie) => get('/portal/simulators/sandboxes', cookie),
    getSandbox: (cookie) => get('/portal/simulators/sandboxes/demo', cookie),
    createSandbox: (cookie) => post('/portal/simulators/sandboxes', cookie, {}),
    deleteSandbox: async (cookie) => remove(`/portal/simulators/sandboxes/${await makeOwnSandbox()}`, cookie),
    resetSandbox: async (cookie) =>
      post(`/portal/simulators/sandboxes/${await makeOwnSandbox()}/reset`, cookie, undefined),
    listSandboxSnapshots: (cookie) => get('/portal/simulators/sandboxes/demo/snapshots', cookie),
    takeSandboxSnapshot: async (cookie) =>
      post(`/portal/simulators/sandboxes/${await makeOwnSandbox()}/snapshots`, cookie, { name: 'one' }),
    restoreSandboxSnapshot: async (cookie) => post(`${await makeOwnSnapshot()}/restore`, cookie, undefined),
    deleteSandboxSnapshot: async (cookie) => remove(await makeOwnSnapshot(), cookie),
    listSandboxFaults: (cookie) => get('/portal/simulators/sandboxes/demo/faults', cookie),
    setSandboxFault: async (cookie) =>
      post(`/portal/simulators/sandboxes/${await makeOwnSandbox()}/faults`, cookie, { kind: 'API_ERROR' }),
    clearSandboxFault: (cookie) => remove('/portal/simulators/sandboxes/demo/faults/API_ERROR', cookie),
    rotateWebhookSecret: (cookie) =>
      post(`/portal/api/webhooks/subscriptions/${subscriptionId}/rotate-secret`, cookie, undefined),
    listMerchants: (cookie) => get('/portal/operator/merchants', cookie),
    getMerchant: (cookie) => get(`/portal/operator/merchants/${payment.merchant_id}`, cookie),
    inviteOwner: (cookie) =>
      post(`/portal/operator/merchants/${payment.merchant_id}/owners`, cookie, {
        email: `owner-${keys}@shop.example`,
        name: 'Owner',
      }),
    addMerchant: (cookie) =>
      post('/portal/operator/merchants', cookie, { merchants: [{ id: `new-${keys}`, name: 'New' }] }),
    checkGoLive: (cookie) => get(`/portal/operator/merchants/${payment.merchant_id}/go-live`, cookie),
    approveGoLive: async (cookie) => {
      const answer = await post(`/portal/operator/merchants/${payment.merchant_id}/go-live`, cookie, {})
      // The right is there; this merchant has not shown everything yet.
      return answer.status === 409 ? { ...answer, status: 200 } : answer
    },
    viewMerchant: (cookie) =>
      post(`/portal/operator/merchants/${payment.merchant_id}/view`, cookie, {
        reason: 'Complaint 7 of the shop',
      }),
    listUndecided: (cookie) => get('/portal/operator/decisions', cookie),
    decideUndecided: async (cookie) =>
      post('/portal/operator/decisions', cookie, {
        merchant_id: payment.merchant_id,
        transaction_id: await leaveUndecided(gateway),
        outcome: 'DECLINED',
        reason: 'Asked the provider by phone',
      }),
    askUndecided: async (cookie) =>
      post('/portal/operator/questions', cookie, {
        merchant_id: payment.merchant_id,
        transaction_id: await leaveUndecided(gateway),
      }),
    examineService: (cookie) => get('/portal/operator/service', cookie),
    overseeAccounts: (cookie) => get('/portal/operator/provider-accounts', cookie),
    pauseAccount: (cookie) => post('/portal/operator/provider-accounts/pause', cookie, PAUSED_ACCOUNT),
    resumeAccount: (cookie) => post('/portal/operator/provider-accounts/resume', cookie, PAUSED_ACCOUNT),
    overseeEvents: (cookie) => get('/portal/operator/provider-events', cookie),
    retryEvent: async (cookie) =>
      post('/portal/operator/provider-events/retry', cookie, {
        ...(await gateway.books.breakEvent()),
        reason: 'The cause is removed',
      }),
    searchAuditTrail: (cookie) => get('/portal/operator/audit', cookie),
    exportAuditTrail: (cookie) => get('/portal/operator/exports/audit.json', cookie),
  }

  /** Starts a program that waits for a person, and returns the code. */
  async function beginDevice(): Promise<string> {
    clock.advance(MINUTE_MS)
    const { body } = await send('/portal/devices', { method: 'POST', body: { name: 'A program' } })
    return (body as { user_code: string }).user_code
  }

  /** Adds a subscription of the merchant, and returns its id. */
  async function addSubscription(): Promise<string> {
    const input = { url: 'http://127.0.0.1:9', filters: ['*'] }
    const { body } = await post('/portal/subscriptions', await signInAs(['owner']), input)
    return (body as { id: string }).id
  }

  /** Creates a session with the settings' current version. */
  async function makeSession(): Promise<string> {
    const { status, body } = await gateway.send<{ id: string }>(
      'POST',
      '/api/sessions',
      gateway.sessionRequest({}),
    )
    expect(status).toBe(200)
    return body.id
  }

  async function changeSettings(cookie: string, path: string, input: object) {
    const { body } = await askAs(['owner'], (owner) => get('/portal/settings', owner))
    return post(`/portal/settings/${path}`, cookie, {
      version: (body as { version: number }).version,
      ...input,
    })
  }

  async function addSwitchedOffKey(): Promise<string> {
    const owner = await signInAs(['owner'])
    const { body } = await changeSettings(owner, 'client-keys', { origins: [] })
    const { settings } = body as { settings: { client_keys: readonly { client_key: string }[] } }
    const id = settings.client_keys.at(-1)?.client_key ?? ''
    await changeSettings(owner, `client-keys/${id}`, { status: 'INACTIVE' })
    return id
  }

  const CELLS = PORTAL_ACTIONS.flatMap((action) => PORTAL_ROLES.map((role) => [action, role] as const))

  it.each(CELLS)('%s by %s', async (action, role) => {
    const { status, body } = await askAs([role], ASKS[action])
    expect(status < 300 ? 'done' : [status, body]).toEqual(
      rolesFor(action, 'test').includes(role) ? 'done' : [403, { error: 'Forbidden' }],
    )
  })

  it.each(CELLS.filter(([, role]) => role === 'operator'))(
    '%s by %s who may read the merchant for a reason',
    async (action) => {
      const cookie = await signInAs(['operator'])
      expect((await ASKS.viewMerchant(cookie)).status).toBe(201)
      const { status, body } = await ASKS[action](cookie)
      expect(status < 300 ? 'done' : [status, body]).toEqual(
        rolesFor(action, 'test', true).includes('operator') ? 'done' : [403, { error: 'Forbidden' }],
      )
    },
  )

  it('reveals a secret only in the answer that creates it, and never a card number or a handle of a challenge', async () => {
    const waiting = await gateway.authorize({ flow: 'CHALLENGE' })
    const handle = waiting.action?.payment_data ?? ''
    expect(handle).not.toBe('')
    payment = (await gateway.pay({ flow: 'CHALLENGE', atTheBank: ['1234'] })).transaction
    const secrets = new Set<string>()
    const everyRole = PORTAL_ROLES.filter((role) => role !== 'operator')
    // The second round requests everything after every secret has been created.
    for (const round of [1, 2])
      for (const action of PORTAL_ACTIONS) {
        const roles = rolesFor(action, 'test').includes('operator') ? (['operator'] as const) : everyRole
        // Devices move the clock, and access tokens are good for minutes.
        gateway.forgetToken()
        const { body } = await askAs(roles, ASKS[action])
        const told = typeof body === 'string' ? body : JSON.stringify(body)
        for (const taboo of [CARD_NUMBER, handle, ...secrets])
          expect(told?.includes(taboo), `${taboo} in ${action}, round ${round}`).not.toBe(true)
        // The address of a payment link is shown again: it is given to shoppers, and changes nothing at the merchant.
        for (const secret of secretsIn(body)) if (!secret.includes('/hpp/link/')) secrets.add(secret)
      }
    // Secrets of clients, subscriptions, sandboxes and invitations, new and rotated.
    expect(secrets.size).toBeGreaterThan(10)
  })

  it('requires a sign-in, and includes every route of the portal', async () => {
    const { routes } = gateway.answers
    const before = routes.length
    for (const action of PORTAL_ACTIONS)
      expect([action, (await ASKS[action]('')).status]).toEqual([action, 401])
    const asked = new Set(routes.slice(before))
    const served = gateway.app.server.edge.routes.all
      .filter(({ template, method }) => template.startsWith('/portal/') && method !== 'HEAD')
      .map(({ method, template }) => `${method} ${template}`)
    expect(served.filter((route) => !asked.has(route)).toSorted()).toEqual(
      [...WITHOUT_A_RIGHT, ...Object.keys(SAME_RIGHT)].toSorted(),
    )
  })

  it.each(Object.entries(SAME_RIGHT))('%s requires the right of %s', async (route, action) => {
    const [method = '', path = ''] = route.split(' ')
    for (const role of PORTAL_ROLES) {
      const { status } = await askAs([role], (cookie) =>
        send(path.replace(':id', 'none'), {
          method,
          headers: { ...OWN_PAGE, cookie, 'idempotency-key': `key-${(keys += 1)}` },
        }),
      )
      expect([role, status === 403]).toEqual([role, !rolesFor(action, 'test').includes(role)])
    }
  })
})

const SECRET_MEMBERS = new Set(['client_secret', 'secret', 'webhook_secret'])

/** The values that an answer shows once: secrets of programs and subscriptions, and sign-in links. */
function secretsIn(body: unknown): readonly string[] {
  if (typeof body !== 'object' || body === null) return []
  return Object.entries(body).flatMap(([name, value]: [string, unknown]) => {
    if (typeof value !== 'string') return secretsIn(value)
    const isLink = name === 'url' && value.includes('/link/')
    return SECRET_MEMBERS.has(name) || isLink ? [value] : []
  })
}

const refundOf = ({ id, terminal_id, reference, currency }: Transaction) => ({
  parent_transaction_id: id,
  terminal_id,
  reference,
  currency,
  amount: 100,
  transaction_type: 'REFUND',
})

describe('the users of a merchant', () => {
  it('are invited, listed, changed and removed by an owner', async () => {
    const owner = await signInAs(['owner'])
    const input = { email: 'Reader@Shop.example', name: 'Reader', roles: ['support'] }
    const invited = await post('/portal/users', owner, input)
    expect(invited).toMatchObject({
      status: 201,
      body: { user: { email: 'reader@shop.example', roles: ['support'], status: 'INVITED' } },
    })
    const { user, url } = invited.body as { user: { id: string }; url: string }
    expect(new URL(url).host).toBe(new URL(gateway.app.addresses().portalUrl).host)
    const listed = (await get('/portal/users', owner)).body as { data: { id: string }[] }
    expect(listed.data.map(({ id }) => id)).toContain(user.id)
    expect(JSON.stringify(listed)).not.toContain(new URL(url).pathname.split('/').at(-1))
    expect((await post('/portal/users', owner, input)).body).toMatchObject({
      errors: [{ property: 'email', message: 'is taken' }],
    })
  })

  it('start with the owner who used a one-time link, visible to that owner only', async () => {
    const listFor = async (cookie: string) =>
      ((await get('/portal/users', cookie)).body as { data: readonly { status: string }[] }).data
    expect((await listFor(await signIn()))[0]).toMatchObject({
      name: 'Owner',
      roles: ['owner'],
      status: 'LINK',
    })
    const statuses = (await listFor(await signInAs(['owner']))).map(({ status }) => status)
    expect(statuses).not.toContain('LINK')
  })

  it('are changed once by a repeated request, which returns the same one-time link', async () => {
    const cookie = await signInAs(['owner'])
    const input = { email: 'lost-answer@shop.example', name: 'Lost', roles: ['support'] }
    const once = { 'idempotency-key': 'an invitation whose answer was lost' }
    const invited = await post('/portal/users', cookie, input, once)
    expect(invited.status).toBe(201)
    expect((await post('/portal/users', cookie, input, once)).body).toEqual(invited.body)
    expect((await post('/portal/users', cookie, { ...input, name: 'Other' }, once)).status).toBe(422)
    const { user } = invited.body as { user: { id: string } }
    const reset = () => post(`/portal/users/${user.id}/reset`, cookie, undefined, once)
    expect((await reset()).body).toEqual((await reset()).body)
    const entries = await gateway.books.all('audit')
    const told = entries.filter(({ subject }) => subject === user.id).map(({ action }) => action)
    expect(told).toEqual(['user.invite', 'user.reset'])
  })

  it('are named in the audit trail, each with the action and the person who did it', async () => {
    const { user: owner } = await addUser(['owner'])
    const cookie = await openSession(owner)
    const input = { email: 'trail@shop.example', name: 'Trail', roles: ['support'] }
    const invited = (await post('/portal/users', cookie, input)).body as { user: { id: string } }
    const path = `/portal/users/${invited.user.id}`
    await post(`${path}/roles`, cookie, { roles: ['finance', 'support'] })
    await post(`${path}/reset`, cookie, undefined)
    await send(path, { method: 'DELETE', headers: { ...OWN_PAGE, cookie, 'idempotency-key': 'the-last' } })
    const entries = await gateway.books.all('audit')
    const told = entries
      .filter(({ subject }) => subject === invited.user.id)
      .map(({ actor, action, about: merchantId, detail }) => {
        const { user_id: by, roles } = JSON.parse(String(detail)) as Record<string, string>
        return { actor, action, merchantId, by, roles }
      })
    const same = { actor: 'user', merchantId: payment.merchant_id, by: owner.id }
    expect(told).toEqual([
      { ...same, action: 'user.invite', roles: 'support' },
      { ...same, action: 'user.change-roles', roles: 'finance,support' },
      { ...same, action: 'user.reset' },
      { ...same, action: 'user.remove' },
    ])
  })

  it.each([
    [{ email: 'nobody', name: 'X', roles: ['support'] }, 'email'],
    [{ email: 'x@shop.example', name: ' ', roles: ['support'] }, 'name'],
    [{ email: 'x@shop.example', name: 'X', roles: ['operator'] }, 'roles'],
    [{ email: 'x@shop.example', name: 'X', roles: 'support' }, 'roles'],
    [{ email: 'x@shop.example', name: 'X', roles: ['support'], password: 'x' }, 'password'],
  ])('are not invited as %j', async (input, property) => {
    const { status, body } = await post('/portal/users', await signInAs(['owner']), input)
    expect(status).toBe(422)
    expect(body).toMatchObject({ errors: [{ property }] })
  })

  it('are not managed without a readable body', async () => {
    expect((await post('/portal/users', await signInAs(['owner']), [])).status).toBe(422)
    expect((await post('/portal/users', await signInAs(['owner']), undefined)).status).toBe(400)
  })

  it('users of another merchant are not found', async () => {
    const other = (await gateway.send<SandboxCredentials>('POST', '/simulators/sandboxes', {})).body
    const theirs = await signInAs(['owner'], { merchantId: other.merchant_id })
    const { user } = await addUser(['support'])
    expect((await post(`/portal/users/${user.id}/roles`, theirs, { roles: ['finance'] })).status).toBe(404)
    expect((await post(`/portal/users/${user.id}/reset`, theirs, undefined)).status).toBe(404)
  })

  it('always include an owner', async () => {
    const other = (await gateway.send<SandboxCredentials>('POST', '/simulators/sandboxes', {})).body
    const { user, url } = await addUser(['owner'], other.merchant_id)
    const page = await browse().open(url)
    expect((await page.submit('link', { name: 'Ada', password: PASSWORD })).status).toBe(303)
    const cookie = await openSession(user)
    const { id } = user
    expect((await post(`/portal/users/${id}/roles`, cookie, { roles: ['support'] })).status).toBe(409)
  })
})

describe('a sign-in', () => {
  async function addActive(roles: readonly PortalRole[]) {
    const { user, url } = await addUser(roles)
    const page = await browse().open(url)
    expect((await page.submit('link', { name: 'Ada', password: PASSWORD })).status).toBe(303)
    return user
  }

  /** Follows the issuer's pages until they redirect the browser back. */
  async function proveIdentity(browser: SignInBrowser, email: string): Promise<URL> {
    const page = await browser.open('/portal/login')
    const back = await page.submit('password', { email, password: PASSWORD })
    expect(back.status).toBe(303)
    expect(back.url.pathname).toBe('/portal/callback')
    return back.url
  }

  const cookieIn = (browser: SignInBrowser) => `session=${browser.cookies.get('session') ?? ''}`

  it('opens a session with the roles of the user, and uses up its cookie', async () => {
    const user = await addActive(['support'])
    const browser = browse()
    const callback = await proveIdentity(browser, user.email)
    expect(browser.cookies.has('login')).toBe(true)
    const { status, url } = await browser.open(callback)
    expect([status, url.pathname + url.search]).toEqual([303, '/'])
    expect(browser.cookies.has('login')).toBe(false)
    const { body } = await get('/portal/session', cookieIn(browser))
    expect(body).toMatchObject({ user: { id: user.id, name: 'Ada', roles: ['support'] } })
  })

  it('opens nothing a second time, in another browser, or with another state', async () => {
    const user = await addActive(['support'])
    const browser = browse()
    const callback = await proveIdentity(browser, user.email)
    const fails = async (other: SignInBrowser, address: URL) => {
      const { url } = await other.open(address)
      expect(url.pathname + url.search).toBe('/?sign-in=failed')
      expect(other.cookies.has('session')).toBe(false)
    }
    await fails(browse(), callback)
    const stranger = browse()
    await stranger.open('/portal/login')
    await fails(stranger, callback)
    const spoilt = new URL(callback)
    spoilt.searchParams.set('state', 'another')
    await fails(browser, spoilt)
    // The cookie went with the first try.
    await fails(browser, callback)
  })

  it.each([
    ['gets other roles', (userId: string) => portal().users.changeRoles(of(userId), ['finance'], AT_SERVER)],
    ['is removed', (userId: string) => portal().users.remove(of(userId), AT_SERVER)],
    ['is reset', (userId: string) => portal().users.resetSignIn(of(userId), AT_SERVER)],
  ])('ends with every session when the user %s', async (_, change) => {
    const user = await addActive(['support'])
    const browser = browse()
    await browser.open(await proveIdentity(browser, user.email))
    expect((await get('/portal/session', cookieIn(browser))).status).toBe(200)
    clock.advance(1)
    expect(await change(user.id)).toMatchObject({ ok: true })
    expect((await get('/portal/session', cookieIn(browser))).status).toBe(401)
  })

  const of = (userId: string) => ({ userId, merchantId: payment.merchant_id })
})
