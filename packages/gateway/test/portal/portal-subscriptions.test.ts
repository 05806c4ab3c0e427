import type {
  SandboxCredentials,
  WebhookDelivery,
  WebhookDeliveryList,
  WebhookSubscriptionList,
} from '@sluice/types'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { callPortal, OWN_PAGE } from '../at-portal.ts'
import { openPortalSession } from '../portal-session.ts'
import { startTestGateway, type TestGateway } from '../test-gateway.ts'

let gateway: TestGateway
let developer: string
beforeAll(async () => {
  gateway = await startTestGateway()
  developer = await openPortalSession(gateway, gateway.ready.merchant_id, ['developer'])
})
afterAll(() => gateway.close())

let keys = 0
const ask = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown, cookie = developer) =>
  callPortal(gateway, path, {
    method,
    ...(body === undefined ? {} : { body }),
    headers: { ...OWN_PAGE, cookie, 'idempotency-key': `key-${(keys += 1)}` },
  })

const send = (method: 'POST' | 'DELETE', path: string, body?: unknown, cookie = developer) =>
  ask(method, `/portal/subscriptions${path}`, body, cookie)

async function find(id: string) {
  const path = '/portal/api/webhooks/subscriptions'
  const { body } = await callPortal(gateway, path, { headers: { ...OWN_PAGE, cookie: developer } })
  return (body as WebhookSubscriptionList).subscriptions.find((one) => one.id === id)
}

const input = (path: string) => ({ url: `http://127.0.0.1:9/${path}`, filters: ['*'] })

async function create(path: string): Promise<{ id: string; secret: string }> {
  const { status, body } = await send('POST', '', input(path))
  expect(status).toBe(201)
  return body as { id: string; secret: string }
}

/** Returns the number of deliveries of an event to the subscription. */
async function deliveriesTo(id: string): Promise<number> {
  const rows = await gateway.books.query('select subscription_id from webhook_deliveries')
  return rows.filter((row) => row['subscription_id'] === id).length
}

/** Creates a subscription with the given cookie, and returns its id. */
async function askCreate(cookie: string): Promise<string> {
  return ((await send('POST', '', input('own'), cookie)).body as { id: string }).id
}

const atWebhooks = (path: string) => ask('POST', `/portal/api/webhooks/subscriptions${path}`)

async function deliveries(query: string) {
  return ((await ask('GET', `/portal/api/webhooks/deliveries${query}`)).body as WebhookDeliveryList)
    .deliveries
}

const statusesOf = async (id: string) =>
  (await deliveries(`?subscription_id=${id}`)).map(({ status }) => status)

const pay = () => gateway.pay({ metadata: { simulated_flow: 'NO_METHOD_FRICTIONLESS' } })

describe('a subscription that a person creates', () => {
  it('gets payments, shows its secret once, and uses the new address when it is changed', async () => {
    const { id, secret } = await create('first')
    expect(secret).toMatch(/^whsec_/)
    expect(await find(id)).toMatchObject({ url: input('first').url, status: 'ACTIVE' })
    expect(JSON.stringify(await find(id))).not.toContain(secret)
    await pay()
    expect(await deliveriesTo(id)).toBe(1)
    const other = { ...input('second'), filters: ['transaction:declined'] }
    expect((await send('POST', `/${id}`, other)).status).toBe(204)
    expect(await find(id)).toMatchObject(other)
    await pay()
    expect(await deliveriesTo(id)).toBe(1)
  })

  it('gets nothing once it is removed', async () => {
    const { id } = await create('removed')
    expect((await send('DELETE', `/${id}`)).status).toBe(204)
    await pay()
    expect(await deliveriesTo(id)).toBe(0)
    expect(await find(id)).toMatchObject({ status: 'DISABLED', disabled_reason: 'REMOVED' })
    expect((await send('DELETE', `/${id}`)).status).toBe(404)
    expect((await send('POST', `/${id}`, input('again'))).status).toBe(404)
    expect((await send('POST', `/${id}/disable`)).status).toBe(404)
    expect((await atWebhooks(`/${id}/rotate-secret`)).status).toBe(404)
    const enabled = await atWebhooks(`/${id}/enable`)
    expect([enabled.status, enabled.body]).toMatchObject([
      409,
      { message: expect.stringContaining('removed it at the portal') as unknown },
    ])
  })

  it('leaves no fault on when it is removed', async () => {
    const { id } = await create('faulty')
    const path = `/portal/simulators/webhooks/subscriptions/${id}/laboratory`
    expect((await ask('POST', path, { drop: true })).status).toBe(200)
    const hasFaults = async () =>
      ((await ask('GET', '/portal/session')).body as { test_state: { has_webhook_faults: boolean } })
        .test_state.has_webhook_faults
    expect(await hasFaults()).toBe(true)
    await send('DELETE', `/${id}`)
    expect(await hasFaults()).toBe(false)
  })

  it('gets nothing while it is switched off, and the missed events when it is on again', async () => {
    const { id } = await create('paused')
    for (const _ of ['first', 'again']) expect((await send('POST', `/${id}/disable`)).status).toBe(204)
    expect(await find(id)).toMatchObject({ status: 'DISABLED', disabled_reason: 'MERCHANT' })
    await pay()
    expect(await statusesOf(id)).toEqual(['CANCELED'])
    // Other events and another address are for when it is on again.
    expect((await send('POST', `/${id}`, input('later'))).status).toBe(204)
    expect(await find(id)).toMatchObject({ status: 'DISABLED', url: input('later').url })
    expect((await atWebhooks(`/${id}/enable`)).body).toMatchObject({
      status: 'ACTIVE',
      disabled_reason: null,
    })
    await pay()
    expect(await deliveriesTo(id)).toBe(2)
    const missed = (await deliveries(`?subscription_id=${id}&status=CANCELED`)).map((one) => one.id)
    const replayed = await ask('POST', '/portal/api/webhooks/deliveries/replay', { delivery_ids: missed })
    expect(replayed.body).toEqual({ replayed: 1, has_more: false })
  })

  it('a subscription that the configuration file switched off is enabled with its events once users manage it, not before', async () => {
    const { id } = await create('configured')
    const merchant = gateway.ready.merchant_id
    // The state of a subscription that the file no longer lists.
    await gateway.books.query(
      `update webhook_subscriptions set status = 'DISABLED', disabled_reason = 'OPERATOR' where id = '${id}'`,
    )
    await gateway.books.query(`delete from webhook_subscription_events where subscription_id = '${id}'`)
    await gateway.books.query(`update merchants set managed_by = 'FILE' where id = '${merchant}'`)
    for (const [method, path, body] of [
      ['POST', '', input('refused')],
      ['POST', `/${id}`, input('refused')],
      ['POST', `/${id}/disable`, undefined],
      ['DELETE', `/${id}`, undefined],
    ] as const)
      expect([path, await send(method, path, body)]).toMatchObject([
        path,
        { status: 409, body: { message: expect.stringContaining('configuration file') as unknown } },
      ])
    expect((await atWebhooks(`/${id}/enable`)).status).toBe(409)
    await gateway.books.query(`update merchants set managed_by = 'PORTAL' where id = '${merchant}'`)
    expect((await atWebhooks(`/${id}/enable`)).body).toMatchObject({ status: 'ACTIVE' })
    await pay()
    expect(await deliveriesTo(id)).toBe(1)
  })

  it.each([
    [{ url: 'ftp://shop.example', filters: ['*'] }, 'url'],
    [{ url: 'https://shop.example', filters: ['everything'] }, 'filters'],
    [{ url: 'https://shop.example', filters: [] }, 'filters'],
    [{ url: 'https://shop.example', filters: ['*'], secret: 'mine' }, 'secret'],
  ])('is not created from %j', async (body, property) => {
    const { status, body: answer } = await send('POST', '', body)
    expect([status, answer]).toMatchObject([422, { errors: [{ property }] }])
  })

  it('gets the event of a payment as a test message, unchanged or edited, once for one key', async () => {
    const { id: payment } = (await pay()).transaction
    const { id } = await create('tried')
    const path = `/portal/simulators/webhooks/subscriptions/${id}/messages`
    const asIs = await ask('POST', path, { transaction_id: payment })
    expect(asIs.status, JSON.stringify(asIs.body)).toBe(201)
    const sent = asIs.body as WebhookDelivery
    expect(sent).toMatchObject({ subscription_id: id, transaction_id: null })
    const shown = async ({ id: delivery }: WebhookDelivery) =>
      (await ask('GET', `/portal/api/webhooks/deliveries/${delivery}`)).body as { payload: unknown }
    expect(await shown(sent)).toMatchObject({ payload: { payload: { id: payment, status: 'APPROVED' } } })

    const once = { ...OWN_PAGE, cookie: developer, 'idempotency-key': 'one test message' }
    const changes = { payload: { status: 'DECLINED' } }
    const body = { transaction_id: payment, changes }
    const answers = [
      await callPortal(gateway, path, { method: 'POST', body, headers: once }),
      await callPortal(gateway, path, { method: 'POST', body, headers: once }),
    ]
    expect(answers[1]?.body).toEqual(answers[0]?.body)
    const changed = answers[0]?.body as WebhookDelivery
    expect(await shown(changed)).toMatchObject({ payload: { payload: { id: payment, status: 'DECLINED' } } })
    expect(await deliveriesTo(id)).toBe(2)

    const again = `/portal/simulators/webhooks/deliveries/${changed.id}/resend`
    const resent = await ask('POST', again, { changes: { payload: { status: 'APPROVED' } } })
    expect(resent.status).toBe(201)
    expect(await shown(resent.body as WebhookDelivery)).toMatchObject({
      payload: { payload: { id: payment, status: 'APPROVED' } },
    })
    await send('POST', `/${id}/disable`)
    expect((await ask('POST', again, {})).status).toBe(409)
    expect((await ask('POST', path, { transaction_id: payment })).status).toBe(409)
  })

  it('a subscription of another merchant is not found', async () => {
    const other = (await gateway.send<SandboxCredentials>('POST', '/simulators/sandboxes', {})).body
    const theirs = await openPortalSession(gateway, other.merchant_id, ['owner'])
    const { id } = await create('ours')
    expect((await send('POST', `/${id}`, input('theirs'), theirs)).status).toBe(404)
    expect((await send('DELETE', `/${id}`, undefined, theirs)).status).toBe(404)
    expect((await send('POST', `/${id}/disable`, undefined, theirs)).status).toBe(404)
    const { id: payment } = (await pay()).transaction
    const [delivery] = await deliveries(`?subscription_id=${id}`)
    const tools = '/portal/simulators/webhooks'
    for (const [path, body] of [
      [`${tools}/subscriptions/${id}/laboratory`, { drop: true }],
      [`${tools}/subscriptions/${id}/messages`, { transaction_id: payment }],
      [`${tools}/deliveries/${delivery?.id}/resend`, {}],
    ] as const)
      expect([path, (await ask('POST', path, body, theirs)).status]).toEqual([path, 404])
    const own = await askCreate(theirs)
    const message = await ask(
      'POST',
      `${tools}/subscriptions/${own}/messages`,
      { transaction_id: payment },
      theirs,
    )
    expect([message.status, message.body]).toMatchObject([422, { errors: [{ property: 'transaction_id' }] }])
    expect(await find(id)).toMatchObject({ url: input('ours').url, status: 'ACTIVE' })
  })
})
