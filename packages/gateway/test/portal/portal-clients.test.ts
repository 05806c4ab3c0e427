import type { SandboxCredentials } from '@sluice/types'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { callPortal, OWN_PAGE } from '../at-portal.ts'
import { openPortalSession } from '../portal-session.ts'
import { startTestGateway, type TestGateway } from '../test-gateway.ts'

let gateway: TestGateway
let owner: string
beforeAll(async () => {
  gateway = await startTestGateway()
  owner = await openPortalSession(gateway, gateway.ready.merchant_id, ['owner'])
})
afterAll(() => gateway.close())

let keys = 0
const post = (path: string, body?: unknown, cookie = owner, key = `key-${(keys += 1)}`) =>
  callPortal(gateway, path, {
    method: 'POST',
    ...(body === undefined ? {} : { body }),
    headers: { ...OWN_PAGE, cookie, 'idempotency-key': key },
  })
const get = (path: string, cookie = owner) => callPortal(gateway, path, { headers: { ...OWN_PAGE, cookie } })

interface Shown {
  readonly client_id: string
  readonly client_secret: string
}

async function create(): Promise<Shown> {
  const { status, body } = await post('/portal/clients', { name: 'shop', roles: ['merchant'] })
  expect(status).toBe(201)
  return body as Shown
}

/** Returns whether the token endpoint takes the secret. */
async function isTaken({ client_id, client_secret }: Shown): Promise<boolean> {
  const { base_url: baseUrl, realm } = gateway.ready
  const answer = await fetch(`${baseUrl}/realms/${realm}/protocol/openid-connect/token`, {
    method: 'POST',
    headers: { 'user-agent': 'test' },
    body: new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret }),
  })
  return answer.ok
}

const listed = async (clientId: string, cookie = owner) => {
  const { data } = (await get('/portal/clients', cookie)).body as { data: { client_id: string }[] }
  return data.find(({ client_id: id }) => id === clientId)
}

describe('the credentials of a program', () => {
  it('are created, work at once, and show their secret once', async () => {
    const made = await create()
    expect(made.client_id).toMatch(/^shop-[0-9a-f]{8}$/)
    expect(await isTaken(made)).toBe(true)
    expect(await listed(made.client_id)).toMatchObject({
      status: 'ACTIVE',
      roles: ['merchant'],
      operators_roles: [],
      has_two_secrets: false,
      old_secret_until: null,
    })
    expect(JSON.stringify((await get('/portal/clients')).body)).not.toContain(made.client_secret)
  })

  it('get a new secret while the old one stays valid until the given time', async () => {
    const made = await create()
    const rotated = await post(`/portal/clients/${made.client_id}/rotate`, { old_secret_hours: 2 })
    expect(rotated.status).toBe(200)
    const { old_secret_until: until, ...fresh } = rotated.body as Shown & { old_secret_until: string }
    expect(Date.parse(until)).toBeGreaterThan(Date.now() + 7_000_000)
    expect(await isTaken(made)).toBe(true)
    expect(await isTaken(fresh)).toBe(true)
    expect(await listed(made.client_id)).toMatchObject({ has_two_secrets: true, old_secret_until: until })
    expect((await post(`/portal/clients/${made.client_id}/rotate`, {})).status).toBe(409)
    expect((await post(`/portal/clients/${made.client_id}/end-old-secret`)).status).toBe(204)
    expect(await isTaken(made)).toBe(false)
    expect(await isTaken(fresh)).toBe(true)
    expect(await listed(made.client_id)).toMatchObject({ has_two_secrets: false, old_secret_until: null })
  })

  it('are permanently invalid once they are revoked', async () => {
    const made = await create()
    expect((await post(`/portal/clients/${made.client_id}/revoke`)).status).toBe(204)
    expect(await isTaken(made)).toBe(false)
    expect((await post(`/portal/clients/${made.client_id}/rotate`, {})).status).toBe(409)
  })

  it('are returned again to a repeated request whose answer was lost', async () => {
    const input = { name: 'lost', roles: ['merchant'] }
    const [first, second] = [
      await post('/portal/clients', input, owner, 'the same'),
      await post('/portal/clients', input, owner, 'the same'),
    ]
    expect(second.body).toEqual(first.body)
  })

  it.each([
    ['/portal/clients', { name: 'No Name', roles: ['merchant'] }, 'name'],
    ['/portal/clients', { name: 'x', roles: ['transactions:payout'] }, 'roles'],
    ['/portal/clients', { name: 'x', roles: 'merchant' }, 'roles'],
    ['/portal/clients', { name: 'x', roles: ['merchant'], client_secret: 'mine' }, 'client_secret'],
  ])('are not created by %s with %j', async (path, body, property) => {
    const { status, body: answer } = await post(path, body)
    expect(status).toBe(422)
    expect(answer).toMatchObject({ errors: [{ property }] })
  })

  it.each([-1, 169, '24', null])('do not keep the old secret for %j hours', async (hours) => {
    const { client_id: id } = await create()
    const { status, body } = await post(`/portal/clients/${id}/rotate`, { old_secret_hours: hours })
    expect([status, body]).toMatchObject([422, { errors: [{ property: 'old_secret_hours' }] }])
  })

  it('only the operator replaces the credentials of a client that may pay out, as the portal explains before and after', async () => {
    const made = (
      await gateway.send<SandboxCredentials>('POST', '/simulators/sandboxes', {
        roles: ['merchant', 'transactions:payout'],
      })
    ).body
    const theirs = await openPortalSession(gateway, made.merchant_id, ['owner'])
    expect(await listed(made.client_id, theirs)).toMatchObject({ operators_roles: ['transactions:payout'] })
    const { status, body } = await post(`/portal/clients/${made.client_id}/rotate`, {}, theirs)
    expect(status).toBe(409)
    expect(JSON.stringify(body)).toContain('only the operator can rotate its secret')
    expect(JSON.stringify(body)).not.toContain('client_secret')
    expect(await isTaken(made)).toBe(true)
  })

  it('credentials of another merchant are not found', async () => {
    const other = (await gateway.send<SandboxCredentials>('POST', '/simulators/sandboxes', {})).body
    const theirs = await openPortalSession(gateway, other.merchant_id, ['owner'])
    const made = await create()
    expect(await listed(made.client_id, theirs)).toBeUndefined()
    for (const deed of ['rotate', 'end-old-secret', 'revoke'])
      expect([deed, (await post(`/portal/clients/${made.client_id}/${deed}`, {}, theirs)).status]).toEqual([
        deed,
        404,
      ])
    expect(await isTaken(made)).toBe(true)
  })

  it('appear in the audit trail with each action, without a secret', async () => {
    const made = await create()
    const rotated = (await post(`/portal/clients/${made.client_id}/rotate`, {})).body as Shown
    await post(`/portal/clients/${made.client_id}/revoke`)
    const entries = await gateway.books.all('audit')
    const told = entries.filter(({ subject }) => subject === made.client_id)
    expect(told.map(({ action }) => action)).toEqual(['client.create', 'client.rotate', 'client.revoke'])
    for (const secret of [made, rotated]) expect(JSON.stringify(entries)).not.toContain(secret.client_secret)
  })

  it('need a sign-in within ten minutes', async () => {
    const late = await openPortalSession(gateway, gateway.ready.merchant_id, ['owner'], 10 * 60_000)
    const answer = await post('/portal/clients', { name: 'x', roles: ['merchant'] }, late)
    expect([answer.status, answer.headers['x-sluice-portal']]).toEqual([403, 'sign-in-too-old'])
    expect((await get('/portal/clients', late)).status).toBe(200)
  })
})
