import type { SandboxClient, WebhookSubscription, WebhookSubscriptionCreated } from '@sluice/types'
import { expect, it } from 'vitest'

import { describeAtBothGateways, otherMerchant } from '../../test/both-gateways.ts'
import { MerchantAtGateway } from '../../test/merchant-at-gateway.ts'

const PATH = '/api/webhooks/subscriptions'
const URL = 'http://127.0.0.1:9/hooks'

describeAtBothGateways('webhook subscriptions by API', (current) => {
  async function writer(merchant: MerchantAtGateway = current().gateway): Promise<MerchantAtGateway> {
    const path = `/simulators/sandboxes/${merchant.ready.sandbox_id}/clients`
    const roles = ['webhooks', 'webhooks:write']
    const { body } = await current().gateway.send<SandboxClient>('POST', path, { roles })
    return new MerchantAtGateway({ ...merchant.ready, ...body }, merchant.clock)
  }

  it('are created, changed, disabled, enabled and removed', async () => {
    const client = await writer()
    const created = await client.send<WebhookSubscriptionCreated>('POST', PATH, { url: URL, filters: ['*'] })
    expect(created.status, created.text).toBe(201)
    expect(created.body).toMatchObject({ url: URL, filters: ['*'], status: 'ACTIVE' })
    expect(created.body.secret).toMatch(/^whsec_/)
    const { secret: _, ...subscription } = created.body
    const one = `${PATH}/${subscription.id}`
    const changed = await client.send<WebhookSubscription>('PATCH', one, {
      filters: ['transaction:approved'],
    })
    expect(changed.body).toEqual({ ...subscription, filters: ['transaction:approved'] })
    const moved = await client.send<WebhookSubscription>('PATCH', one, { url: `${URL}/2` })
    expect(moved.body).toEqual({ ...changed.body, url: `${URL}/2` })
    const disabled = await client.send<WebhookSubscription>('POST', `${one}/disable`)
    expect(disabled.body).toMatchObject({ status: 'DISABLED', disabled_reason: 'MERCHANT' })
    expect((await client.send('POST', `${one}/enable`)).body).toMatchObject({ status: 'ACTIVE' })
    expect((await client.send('DELETE', one)).status).toBe(204)
    expect((await client.send('DELETE', one)).status).toBe(404)
    const trail = (await current().rowsOf('audit')).filter(({ subject }) => subject === subscription.id)
    expect(trail.map(({ action, actor }) => `${String(action)} ${String(actor)}`)).toEqual([
      'webhook.create merchant',
      'webhook.change merchant',
      'webhook.change merchant',
      'webhook.disable merchant',
      'webhook.enable merchant',
      'webhook.remove merchant',
    ])
  })

  it('need a role, which merchant does not include, and are invisible to other merchants', async () => {
    const { gateway } = current()
    expect((await gateway.send('POST', PATH, { url: URL })).status).toBe(403)
    const { id } = (await (await writer()).send<WebhookSubscription>('POST', PATH, { url: URL })).body
    const stranger = await otherMerchant(gateway)
    expect((await stranger.send('PATCH', `${PATH}/${id}`, { filters: ['*'] })).status).toBe(403)
  })

  it.each([
    ['url', { url: null }, 'is required'],
    ['filters', { filters: [] }, 'length must be at least 1'],
    ['secret', { secret: 'x' }, 'is not a documented field'],
  ])('refuse to change %s to %j', async (property, body, message) => {
    const client = await writer()
    const { id } = (await client.send<WebhookSubscription>('POST', PATH, { url: URL })).body
    const refused = await client.send('PATCH', `${PATH}/${id}`, body)
    expect(refused.status).toBe(422)
    expect(refused.body).toMatchObject({ errors: [{ property, message }] })
  })

  it('are limited to registered hosts if there are any', async () => {
    // A merchant that the gateway has not read yet, and so has not cached.
    const merchant = await otherMerchant(current().gateway)
    await current().execute(
      `update merchants set settings = replace(settings, '"webhookHosts":[]', '"webhookHosts":["*.shop.example"]')
       where id = '${merchant.ready.merchant_id}' returning id`,
    )
    const client = await writer(merchant)
    const refused = await client.send('POST', PATH, { url: URL })
    expect(refused.body).toMatchObject({ errors: [{ property: 'url', message: 'host is not registered' }] })
    const url = 'https://hooks.shop.example/payments'
    expect((await client.send('POST', PATH, { url })).status).toBe(201)
  })

  it('are managed by the file if it manages the merchant', async () => {
    const client = await writer()
    const { id } = (await client.send<WebhookSubscription>('POST', PATH, { url: URL })).body
    await current().execute("update merchants set managed_by = 'FILE'")
    const answers = [
      await client.send('POST', PATH, { url: URL }),
      await client.send('PATCH', `${PATH}/${id}`, { filters: ['*'] }),
      await client.send('POST', `${PATH}/${id}/disable`),
      await client.send('DELETE', `${PATH}/${id}`),
    ]
    expect(answers.map(({ status }) => status)).toEqual([409, 409, 409, 409])
    await current().execute("update merchants set managed_by = 'PORTAL'")
  })
})
