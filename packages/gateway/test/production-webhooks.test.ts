/** Tests that a merchant's programs in production can subscribe only registered hosts. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { WebhookSubscriptionCreated } from '@sluice/types'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { send } from '@sluice/platform/http/testing/send'

import { type AppWithPortal, buildApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { Books } from './books.ts'
import { NO_ASSETS, NO_PAGE, NO_PORTAL } from './no-assets.ts'

const HOST = 'pay.example.com'
const PATH = '/api/webhooks/subscriptions'
const REGISTERED = 'https://hooks.shop.example/payments'
const UNREGISTERED = 'https://shop.example.evil.example/payments'
const NOT_REGISTERED = {
  status: 422,
  body: { errors: [{ property: 'url', message: 'host is not registered' }] },
}

/** The headers that a proxy in front of the gateway adds. */
const PROXIED = { host: HOST, 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.9' }

const folder = mkdtempSync(join(tmpdir(), 'sluice-production-webhooks-'))
const secrets: Readonly<Record<string, string>> = {
  shop: randomBytes(32).toString('hex'),
  bare: randomBytes(32).toString('hex'),
}
const books = new Books({ dataDir: folder })
let app: AppWithPortal
let port: number

const write = (name: string, text: string) => {
  writeFileSync(join(folder, name), text, { mode: 0o600 })
  return join(folder, name)
}

beforeAll(async () => {
  for (const [name, secret] of Object.entries(secrets)) write(name, secret)
  const roles = ['webhooks', 'webhooks:write']
  const merchants = [
    { id: 'shop', webhook_hosts: ['*.shop.example'] },
    { id: 'bare', webhook_hosts: [] },
  ].map((merchant) => ({
    ...merchant,
    name: merchant.id,
    clients: [{ client_id: merchant.id, secret_files: [merchant.id], roles }],
  }))
  const reading = readConfig(
    {},
    {
      SLUICE_ENVIRONMENT: 'production',
      SLUICE_PORT: '0',
      SLUICE_BASE_URL: `https://${HOST}`,
      SLUICE_PORTAL_URL: 'https://portal.example.com',
      SLUICE_TRUSTED_PROXIES: '127.0.0.1',
      SLUICE_DATA_DIR: folder,
      SLUICE_MASTER_KEY_FILE: write('master-key', randomBytes(32).toString('base64')),
      SLUICE_CONFIG_FILE: write('sluice.json', JSON.stringify({ merchants })),
    },
  )
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
  app = await buildApp(reading.config, {
    assets: NO_ASSETS,
    hostedPage: NO_PAGE,
    portalProgram: NO_PORTAL,
    logDestination: { write: () => undefined },
  })
  await app.listen()
  port = (app.server.server.address() as AddressInfo).port
  // Programs cannot change subscriptions if the file manages the merchant.
  await books.query("update merchants set managed_by = 'PORTAL' returning id")
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

async function as(clientId: string) {
  const form = {
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: secrets[clientId] ?? '',
  }
  const issued = await send(port, {
    method: 'POST',
    path: '/realms/sluice/protocol/openid-connect/token',
    headers: { ...PROXIED, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
  })
  const { access_token: token } = issued.json as { access_token: string }
  return async (method: string, path: string, body?: unknown) => {
    const headers = { ...PROXIED, authorization: `Bearer ${token}` }
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const { status, json } = await send(port, { method, path, headers, ...sent })
    return { status, body: json }
  }
}

describe('programs in production', () => {
  it('can subscribe only registered hosts', async () => {
    const shop = await as('shop')
    expect(await shop('POST', PATH, { url: UNREGISTERED })).toMatchObject(NOT_REGISTERED)
    expect(await shop('POST', PATH, { url: 'https://shop.example/payments' })).toMatchObject(NOT_REGISTERED)
    expect(await shop('POST', PATH, { url: REGISTERED })).toMatchObject({ status: 201 })
  })

  it('cannot subscribe without a registered host', async () => {
    const bare = await as('bare')
    expect(await bare('POST', PATH, { url: REGISTERED })).toMatchObject(NOT_REGISTERED)
  })

  it('cannot move a subscription to an unregistered host, nor add events to one', async () => {
    const shop = await as('shop')
    const { body } = await shop('POST', PATH, { url: REGISTERED, filters: ['transaction:approved'] })
    const { id } = body as WebhookSubscriptionCreated
    const one = `${PATH}/${id}`
    expect(await shop('PATCH', one, { url: UNREGISTERED })).toMatchObject(NOT_REGISTERED)
    // A subscription from before the host was removed from the list.
    await books.query(
      `update webhook_subscriptions set url = '${UNREGISTERED}' where id = '${id}' returning id`,
    )
    expect(await shop('PATCH', one, { filters: ['*'] })).toMatchObject(NOT_REGISTERED)
    expect(await shop('PATCH', one, { url: REGISTERED, filters: ['*'] })).toMatchObject({ status: 200 })
    await books.query(
      `update webhook_subscriptions set url = '${UNREGISTERED}' where id = '${id}' returning id`,
    )
    expect(await shop('POST', `${one}/disable`)).toMatchObject({ status: 200 })
    expect(await shop('DELETE', one)).toMatchObject({ status: 204 })
  })
})
