import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { AT_SERVER } from '@sluice/identity'

import { callPortal, openPortalStream, OWN_PAGE } from '../at-portal.ts'
import { startTestGateway, type TestGateway } from '../test-gateway.ts'
import { openSessionOf } from '../portal-session.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway.close())

interface Listed {
  readonly id: string
  readonly kind: string
  readonly name: string | null
  readonly is_current: boolean
}

let keys = 0
const get = (path: string, cookie: string) => callPortal(gateway, path, { headers: { ...OWN_PAGE, cookie } })
const change = (method: 'POST' | 'DELETE', path: string, cookie: string, body?: unknown) =>
  callPortal(gateway, path, {
    method,
    ...(body === undefined ? {} : { body }),
    headers: { ...OWN_PAGE, cookie, 'idempotency-key': `session-${(keys += 1)}` },
  })
const list = async (cookie: string, path = '/portal/sessions') =>
  ((await get(path, cookie)).body as { data: readonly Listed[] }).data
const isOpen = async (cookie: string) => (await get('/portal/session', cookie)).status === 200

/** A person of the demo merchant who may sign in several times. */
async function invite(
  role: 'owner' | 'support' = 'support',
  merchantId: string | null = gateway.ready.merchant_id,
) {
  const email = `session-${(keys += 1)}@shop.example`
  const invited = await gateway.app.portal?.users.invite(
    {
      merchantId,
      email,
      name: 'Ada',
      roles: [merchantId === null ? 'operator' : role],
    },
    AT_SERVER,
  )
  if (!invited?.ok) throw new Error('not invited')
  return { ...invited.value.user, merchantId }
}

async function approveProgram(cookie: string) {
  const begun = await callPortal(gateway, '/portal/devices', { method: 'POST', body: { name: 'A program' } })
  const { device_code, user_code } = begun.body as {
    readonly device_code: string
    readonly user_code: string
  }
  expect((await change('POST', `/portal/devices/${user_code}/approve`, cookie)).status).toBe(204)
  return () => callPortal(gateway, '/portal/devices/token', { method: 'POST', body: { device_code } })
}

describe('the sessions of a person', () => {
  it('are listed with browser, program and address, and one is ended', async () => {
    const ada = await invite()
    const [first, second] = [await openSessionOf(gateway, ada), await openSessionOf(gateway, ada)]
    const { access_token: token } = (await (await approveProgram(first))()).body as { access_token: string }
    const authorization = `Bearer ${token}`
    const listed = await list(first)
    expect(listed).toHaveLength(3)
    expect(listed.map(({ kind, name }) => [kind, name])).toContainEqual(['DEVICE', 'A program'])
    expect(listed[0]).toMatchObject({ address: '127.0.0.1', user_agent: 'test' })
    const current = listed.filter((one) => one.is_current)
    expect(current).toHaveLength(1)
    const device = listed.find(({ kind }) => kind === 'DEVICE')
    expect((await change('DELETE', `/portal/sessions/${device?.id}`, first)).status).toBe(204)
    expect((await callPortal(gateway, '/portal/session', { headers: { authorization } })).status).toBe(401)
    expect((await change('DELETE', `/portal/sessions/${device?.id}`, first)).status).toBe(404)
    expect([await isOpen(first), await isOpen(second)]).toEqual([true, true])
    const trail = await gateway.books.all('audit')
    expect(trail).toContainEqual(expect.objectContaining({ action: 'session.end', subject: device?.id }))
    expect(JSON.stringify(listed)).not.toContain(token)
  })

  it('are ended except for the present one, also those that a program is about to get', async () => {
    const ada = await invite()
    const [first, second] = [await openSessionOf(gateway, ada), await openSessionOf(gateway, ada)]
    const other = await openSessionOf(gateway, await invite())
    const take = await approveProgram(second)
    expect((await change('DELETE', '/portal/sessions', first)).status).toBe(204)
    expect([await isOpen(first), await isOpen(second), await isOpen(other)]).toEqual([true, false, true])
    expect((await take()).body).toEqual({ error: 'invalid_grant' })
  })

  it('sessions of another person can be seen only by an owner of the same merchant', async () => {
    const ada = await invite()
    const open = await openSessionOf(gateway, ada)
    const [own] = await list(open)
    const path = `/portal/users/${ada.id}/sessions`
    const support = await openSessionOf(gateway, await invite())
    expect((await change('DELETE', `/portal/sessions/${own?.id}`, support)).status).toBe(404)
    expect((await get(path, support)).status).toBe(403)
    expect((await change('DELETE', path, support)).status).toBe(403)
    const owner = await openSessionOf(gateway, await invite('owner'))
    expect((await list(owner, path)).map(({ id }) => id)).toEqual([own?.id])
    const operator = await invite('support', null)
    const ofService = await openSessionOf(gateway, operator)
    const foreign = `/portal/users/${operator.id}/sessions`
    expect(await list(owner, foreign)).toEqual([])
    expect((await change('DELETE', foreign, owner)).status).toBe(204)
    expect([await isOpen(open), await isOpen(ofService)]).toEqual([true, true])
    expect((await change('DELETE', path, owner)).status).toBe(204)
    expect([await isOpen(open), await isOpen(owner)]).toEqual([false, true])
  })

  it('end with their event streams: no event follows', async () => {
    const ada = await invite()
    const [first, second] = [await openSessionOf(gateway, ada), await openSessionOf(gateway, ada)]
    const { status, ended } = await openPortalStream(gateway, second, { stays: true })
    expect(status).toBe(200)
    expect((await change('DELETE', '/portal/sessions', first)).status).toBe(204)
    await gateway.pay({ metadata: { simulated_flow: 'NO_METHOD_FRICTIONLESS' } })
    await ended
  })

  it('are no longer listed once they have ended in another way', async () => {
    const ada = await invite()
    const first = await openSessionOf(gateway, ada)
    const owner = await openSessionOf(gateway, await invite('owner'))
    const path = `/portal/users/${ada.id}/sessions`
    expect(await list(owner, path)).toHaveLength(1)
    await change('POST', `/portal/users/${ada.id}/roles`, owner, { roles: ['finance'] })
    expect([await list(owner, path), await isOpen(first)]).toEqual([[], false])
  })
})

it.each([
  ['GET', '/portal/users/%00/sessions'],
  ['DELETE', '/portal/users/%00/sessions'],
  ['DELETE', '/portal/sessions/%00'],
] as const)('an id that no record can have is not found: %s %s', async (method, path) => {
  const cookie = await openSessionOf(gateway, await invite('owner'))
  const answer = method === 'GET' ? await get(path, cookie) : await change(method, path, cookie)
  expect(answer.status).toBe(404)
})
