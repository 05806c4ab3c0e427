import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { SESSION_IDLE_MS } from '@sluice/portal-api/portal-session'

import { callPortal, OWN_PAGE } from '../at-portal.ts'
import { openPortalSession } from '../portal-session.ts'
import { startTestGateway, TestClock, type TestGateway } from '../test-gateway.ts'

const MINUTE_MS = 60_000

let clock: TestClock
let gateway: TestGateway
beforeAll(async () => {
  clock = new TestClock()
  gateway = await startTestGateway({ adapters: { clock, realTime: clock } })
})
afterAll(() => gateway.close())

interface Begun {
  readonly device_code: string
  readonly user_code: string
}

const post = (path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) =>
  callPortal(gateway, path, { method: 'POST', ...(body === undefined ? {} : { body }), headers })

async function begin(): Promise<Begun> {
  const { status, body } = await post('/portal/devices', { name: 'A program' })
  expect(status).toBe(200)
  return body as Begun
}

const take = ({ device_code }: Begun) => post('/portal/devices/token', { device_code })

let keys = 0
const answer = (code: string, deed: 'approve' | 'deny', cookie: string) =>
  post(`/portal/devices/${code}/${deed}`, undefined, {
    ...OWN_PAGE,
    cookie,
    'idempotency-key': `device-${(keys += 1)}`,
  })

/** Signed in by the clock of this gateway. */
const signIn = (roles: readonly ['owner' | 'support'] | readonly ['operator'], agoMs = 0) =>
  openPortalSession(
    gateway,
    roles[0] === 'operator' ? null : gateway.ready.merchant_id,
    roles,
    Date.now() - clock.now() + agoMs,
  )

const get = (path: string, token: string, headers: Readonly<Record<string, string>> = {}) =>
  callPortal(gateway, path, { headers: { authorization: `Bearer ${token}`, ...headers } })

async function signInDevice(cookie: string): Promise<string> {
  const begun = await begin()
  expect((await answer(begun.user_code, 'approve', cookie)).status).toBe(204)
  const { status, body } = await take(begun)
  expect(status).toBe(200)
  return (body as { access_token: string }).access_token
}

describe('a program without a browser', () => {
  it('waits until a person approves, and gets one session of that person', async () => {
    const cookie = await signIn(['support'])
    const begun = await begin()
    expect((await take(begun)).body).toEqual({ error: 'authorization_pending' })
    expect((await take(begun)).body).toEqual({ error: 'slow_down' })
    clock.advance(5_000)
    expect((await take(begun)).body).toEqual({ error: 'authorization_pending' })
    const shown = await callPortal(gateway, `/portal/devices/${begun.user_code.toLowerCase()}`, {
      headers: { ...OWN_PAGE, cookie },
    })
    expect(shown.body).toEqual({ user_code: begun.user_code, name: 'A program', address: '127.0.0.1' })
    expect(JSON.stringify(shown.body)).not.toContain(begun.device_code)
    expect((await answer(begun.user_code, 'approve', cookie)).status).toBe(204)
    expect((await answer(begun.user_code, 'deny', cookie)).status).toBe(404)
    const taken = await take(begun)
    expect(taken.body).toEqual({
      access_token: expect.stringMatching(/^[\w-]{43}$/) as string,
      token_type: 'Bearer',
      expires_in: 43_200,
    })
    expect([(await take(begun)).status, (await take(begun)).body]).toEqual([400, { error: 'invalid_grant' }])
    const { access_token: token } = taken.body as { access_token: string }
    const session = (await get('/portal/session', token)).body as { user: unknown; ends_at: string }
    expect(session.user).toMatchObject({ roles: ['support'] })
    // Only a browser's session ends through inactivity.
    expect(Date.parse(session.ends_at)).toBeGreaterThan(clock.now() + SESSION_IDLE_MS)
    const rows = await gateway.books.query('select id_hash, device from portal_sessions')
    expect(rows.filter(({ device }) => device === 'A program')).toHaveLength(1)
    const trail = await gateway.books.all('audit')
    expect(JSON.stringify(trail.filter(({ action }) => action === 'portal.sign-in'))).toContain('A program')
    expect(JSON.stringify(trail)).not.toContain(token)
  })

  it('gets nothing when it is denied, late, wrong, or approved after its deadline', async () => {
    const cookie = await signIn(['owner'])
    const denied = await begin()
    expect((await answer(denied.user_code, 'deny', cookie)).status).toBe(204)
    expect((await take(denied)).body).toEqual({ error: 'access_denied' })
    const late = await begin()
    const approvedInTime = await begin()
    expect((await answer(approvedInTime.user_code, 'approve', cookie)).status).toBe(204)
    clock.advance(10 * MINUTE_MS)
    expect((await answer(late.user_code, 'approve', await signIn(['owner']))).status).toBe(404)
    expect((await take(late)).body).toEqual({ error: 'expired_token' })
    expect((await take(approvedInTime)).body).toEqual({ error: 'expired_token' })
    expect((await take({ device_code: 'wrong', user_code: '' })).body).toEqual({ error: 'invalid_grant' })
    for (const code of ['BCDF-GHJK', 'nothing'])
      expect((await answer(code, 'approve', await signIn(['owner']))).status).toBe(404)
  })

  it('is approved by no page of another site, by no old sign-in, and by no program', async () => {
    const { user_code: code } = await begin()
    const path = `/portal/devices/${code}/approve`
    const cookie = await signIn(['owner'])
    const key = { 'idempotency-key': 'other-site' }
    expect((await post(path, undefined, { ...key, cookie })).status).toBe(403)
    const foreign = { ...OWN_PAGE, ...key, cookie, 'sec-fetch-site': 'cross-site' }
    expect((await post(path, undefined, foreign)).status).toBe(403)
    const old = await answer(code, 'approve', await signIn(['owner'], 11 * MINUTE_MS))
    expect([old.status, old.headers['x-sluice-portal']]).toEqual([403, 'sign-in-too-old'])
    expect((await answer(code, 'approve', '')).status).toBe(401)
    expect((await answer(code, 'approve', cookie)).status).toBe(204)
  })

  it.each([{}, { name: '' }, { name: 'a\nb' }, { name: 'x'.repeat(101) }, { name: 'x', more: 1 }])(
    '%j begins no sign-in',
    async (body) => {
      expect((await post('/portal/devices', body)).status).toBe(422)
    },
  )

  it('is refused after twenty open sign-ins from one address', async () => {
    clock.advance(10 * MINUTE_MS)
    for (let count = 0; count < 20; count += 1) await begin()
    const { status, headers } = await post('/portal/devices', { name: 'One more' })
    expect([status, headers['retry-after']]).toEqual([429, '600'])
    clock.advance(10 * MINUTE_MS)
    await begin()
  })
})

describe('the session of a program', () => {
  it('has the rights that the table gives its person', async () => {
    const support = await signInDevice(await signIn(['support']))
    expect((await get('/portal/api/transactions', support)).status).toBe(200)
    expect((await get('/portal/settings', support)).status).toBe(403)
    const owner = await signInDevice(await signIn(['owner']))
    expect((await get('/portal/settings', owner)).status).toBe(200)
    expect((await get('/portal/settings/export', owner)).status).toBe(200)
    clock.advance(10 * MINUTE_MS)
    expect((await get('/portal/settings/export', owner)).status).toBe(403)
    const operator = await signInDevice(await signIn(['operator']))
    expect((await get('/portal/operator/merchants', operator)).status).toBe(200)
    expect((await get('/portal/api/transactions', operator)).status).toBe(403)
  })

  it('accepts no other program and no person', async () => {
    const token = await signInDevice(await signIn(['owner']))
    const { user_code: code } = await begin()
    const headers = { authorization: `Bearer ${token}`, 'idempotency-key': 'by-a-program' }
    expect((await post(`/portal/devices/${code}/approve`, undefined, headers)).status).toBe(403)
    const colleague = { email: 'next@shop.example', name: 'Next', roles: ['owner'] }
    expect((await post('/portal/users', colleague, headers)).status).toBe(403)
    const { actions } = (await get('/portal/session', token)).body as { actions: readonly string[] }
    expect(actions).not.toContain('approveDevice')
    expect((await answer(code, 'approve', await signIn(['owner']))).status).toBe(204)
  })

  it('survives hours without use, and ends after twelve, or when the program ends it', async () => {
    const token = await signInDevice(await signIn(['owner']))
    clock.advance(12 * 60 * MINUTE_MS - 1_000)
    expect((await get('/portal/session', token)).status).toBe(200)
    clock.advance(1_000)
    expect((await get('/portal/session', token)).status).toBe(401)
    const other = await signInDevice(await signIn(['owner']))
    const headers = { authorization: `Bearer ${other}` }
    expect((await callPortal(gateway, '/portal/session', { method: 'DELETE', headers })).status).toBe(204)
    expect((await get('/portal/session', other)).status).toBe(401)
  })

  it('opens no browser and no other origin, and the session of a browser opens no program', async () => {
    const cookie = await signIn(['owner'])
    const token = await signInDevice(cookie)
    const asCookie = { headers: { ...OWN_PAGE, cookie: `session=${token}` } }
    expect((await callPortal(gateway, '/portal/session', asCookie)).status).toBe(401)
    expect((await get('/portal/session', cookie.replace(/^session=/, ''))).status).toBe(401)
    const headers = { authorization: `Bearer ${token}` }
    expect((await callPortal(gateway, '/api/transactions', { headers, at: 'baseUrl' })).status).toBe(401)
    expect((await callPortal(gateway, '/portal/session', { headers, at: 'baseUrl' })).status).toBe(404)
  })
})
