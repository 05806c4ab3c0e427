/** The page of a shop with a look, at a gateway in this process. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { GatewayClient } from '@sluice/server-sdk'
import { createTestGateway, payOnPage, type TestGateway } from '@sluice/server-sdk/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPaymentPage, writeConfiguration } from '../src/branded-shop.ts'

const RETURN_URL = 'https://shop.example/orders/1'

let gateway: TestGateway
let client: GatewayClient
const folder = mkdtempSync(join(tmpdir(), 'hosted-page-styled-'))
beforeAll(async () => {
  const { path, credentials } = writeConfiguration(folder)
  gateway = await createTestGateway({ env: { SLUICE_CONFIG_FILE: path } })
  client = quietly(gateway.client(credentials))
})
afterAll(async () => {
  await gateway.close()
  rmSync(folder, { recursive: true })
})

/** The same client, on whose pages no bank asks. */
function quietly({ hostedPaymentPages, ...client }: GatewayClient): GatewayClient {
  return {
    ...client,
    hostedPaymentPages: {
      create: (request, options) =>
        hostedPaymentPages.create({ ...request, metadata: { simulated_flow: 'NO_3DS' } }, options),
    },
  }
}

let orders = 0
const openPage = () =>
  openPaymentPage(
    client,
    {
      reference: `order-${(orders += 1)}`,
      description: 'Storm lantern',
      amountMinor: 4_900,
      currency: 'EUR',
    },
    RETURN_URL,
  )

it.each([
  ['name', 'Harbour Lanterns</p>'],
  ['font', '--brand-font:"Georgia"'],
  ['button', '--button:#8a3b12'],
  ['background', '--page:#fdf6ec'],
  ['text', '--ink:#2b1d12'],
])('shows the shop’s %s', async (_, markup) => {
  const { redirect_url: address } = await openPage()
  const page = await (await gateway.fetch(address)).text()
  // A failure must not print the page, which contains its program.
  expect(page.includes(markup), markup).toBe(true)
})

it('takes a card like any page, for the shop of the configuration', async () => {
  const page = await openPage()
  expect(await payOnPage(page, { fetch: gateway.fetch })).toBe('APPROVED')
  const { transaction } = await client.transactions.status(page.session_id)
  expect(transaction).toMatchObject({ terminal_id: 'T00000000001', status: 'APPROVED', amount: 4_900 })
})
