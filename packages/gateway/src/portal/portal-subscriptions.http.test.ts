import type { SandboxCredentials, WebhookSubscriptionList } from '@sluice/types'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { askPortal, OWN_PAGE } from '../../test/at-portal.ts'
import { openPortalSession } from '../../test/portal-session.ts'
import { startTestGateway, type TestGateway } from '../../test/test-gateway.ts'

let gateway: TestGateway
let developer: string
beforeAll(async () => {
  gateway = await startTestGateway()
  developer = await openPortalSession(gateway, gateway.ready.merchant_id, ['developer'])
})
afterAll(() => gateway.close())

let keys = 0
const send = (method: 'POST' | 'DELETE', path: string, body?: unknown, cookie = developer) =>
  askPortal(gateway, `/portal/subscriptions${path}`, {
    method,
    ...(body === undefined ? {} : { body }),
    headers: { ...OWN_PAGE, cookie, 'idempotency-key': `key-${(keys += 1)}` },
  })

async function find(id: string) {
  const path = '/portal/api/webhooks/subscriptions'
  const { body } = await askPortal(gateway, path, { headers: { ...OWN_PAGE, cookie: developer } })
  return (body as WebhookSubscriptionList).subscriptions.find((one) => one.id === id)
}

const wish = (path: string) => ({ url: `${gateway.ready.base_url}/${path}`, filters: ['*'] })

async function create(path: string): Promise<{ id: string; secret: string }> {
  const { status, body } = await send('POST', '', wish(path))
  expect(status).toBe(201)
  return body as { id: string; secret: string }
}

/** How many deliveries of an event there are to the subscription. */
async function deliveriesTo(id: string): Promise<number> {
  const rows = await gateway.books.query('select subscription_id from webhook_deliveries')
  return rows.filter((row) => row['subscription_id'] === id).length
}

const pay = () => gateway.pay({ metadata: { simulated_flow: 'NO_METHOD_FRICTIONLESS' } })

describe('a subscription that a person makes', () => {
  it('is told of payments, its secret is shown this once, and it goes elsewhere when it is changed', async () => {
    const { id, secret } = await create('first')
    expect(secret).toMatch(/^whsec_/)
    expect(await find(id)).toMatchObject({ url: wish('first').url, status: 'ACTIVE' })
    expect(JSON.stringify(await find(id))).not.toContain(secret)
    await pay()
    expect(await deliveriesTo(id)).toBe(1)
    const other = { ...wish('second'), filters: ['transaction:declined'] }
    expect((await send('POST', `/${id}`, other)).status).toBe(204)
    expect(await find(id)).toMatchObject(other)
    await pay()
    expect(await deliveriesTo(id)).toBe(1)
  })

  it('is told of nothing once it is removed', async () => {
    const { id } = await create('removed')
    expect((await send('DELETE', `/${id}`)).status).toBe(204)
    await pay()
    expect(await deliveriesTo(id)).toBe(0)
    expect(await find(id)).toMatchObject({ status: 'DISABLED' })
    expect((await send('DELETE', `/${id}`)).status).toBe(404)
    expect((await send('POST', `/${id}`, wish('again'))).status).toBe(404)
  })

  it.each([
    [{ url: 'ftp://shop.example', filters: ['*'] }, 'url'],
    [{ url: 'https://shop.example', filters: ['everything'] }, 'filters'],
    [{ url: 'https://shop.example', filters: [] }, 'filters'],
    [{ url: 'https://shop.example', filters: ['*'], secret: 'mine' }, 'secret'],
  ])('is not made of %j', async (body, property) => {
    const { status, body: answer } = await send('POST', '', body)
    expect([status, answer]).toMatchObject([422, { errors: [{ property }] }])
  })

  it('of another merchant is not there', async () => {
    const other = (await gateway.send<SandboxCredentials>('POST', '/simulators/sandboxes', {})).body
    const theirs = await openPortalSession(gateway, other.merchant_id, ['owner'])
    const { id } = await create('ours')
    expect((await send('POST', `/${id}`, wish('theirs'), theirs)).status).toBe(404)
    expect((await send('DELETE', `/${id}`, undefined, theirs)).status).toBe(404)
    expect(await find(id)).toMatchObject({ url: wish('ours').url, status: 'ACTIVE' })
  })
})
