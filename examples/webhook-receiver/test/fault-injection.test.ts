/** The example at a real gateway, whose laboratory doubles, shuffles and loses its webhooks. */
import type { RequestListener } from 'node:http'
import { expect, it, onTestFinished, vi } from 'vitest'
import { startGateway } from './gateway-process.ts'
import { listen, openShop } from './shop-at-gateway.ts'

/** So many that some are certainly doubled, and some certainly lost. */
const ORDERS = 24

it('settles every order exactly once, with every fault of its webhooks', async () => {
  let listener: RequestListener = (_, response) => response.writeHead(503).end()
  const arrived: string[] = []
  const server = await listen((request, response) => {
    arrived.push(String(request.headers['webhook-id']))
    listener(request, response)
  })
  onTestFinished(() => server.close())

  const gateway = await startGateway(`${server.url}/webhooks`)
  onTestFinished(() => gateway.close())
  const { client, terminalId, webhookSecret } = gateway
  const shop = openShop({ gateway: client.transactions, terminalId, secrets: [webhookSecret] })
  onTestFinished(() => shop.orders.close())
  listener = shop.listener

  const [subscription] = (await client.webhooks.listSubscriptions()).subscriptions
  await gateway.simulate(`/webhooks/subscriptions/${subscription?.id}/laboratory`, {
    duplicate: 0.9,
    reorder: 0.5,
    drop: 0.5,
  })

  const paid: string[] = []
  for (let count = 0; count < ORDERS; count += 1) {
    const isPaid = count % 3 !== 0
    const reference = await shop.buy(1_000 + count, {
      simulated_flow: isPaid ? 'PENDING_APPROVED' : 'PENDING_DECLINED',
    })
    if (isPaid) paid.push(reference)
  }
  // Three seconds until the provider reports, and three more at most until the last shuffled webhook leaves.
  await gateway.simulate('/clock', { advance_seconds: 4 })
  await gateway.simulate('/clock', { advance_seconds: 4 })
  await vi.waitFor(async () => {
    const { deliveries } = await client.webhooks.listDeliveries({ limit: 100 })
    expect(deliveries.map(({ status }) => status)).toEqual(Array.from({ length: ORDERS }, () => 'DELIVERED'))
  }, 20_000)

  // Some arrived twice, and some never.
  const told = new Set(arrived)
  expect(arrived.length).toBeGreaterThan(told.size)
  expect(told.size).toBeLessThan(ORDERS)
  expect(shop.orders.listOpen()).toHaveLength(ORDERS - told.size)

  expect(await shop.reconcile()).toBe(ORDERS - told.size)
  expect(shop.orders.listOpen()).toEqual([])
  expect([...shop.orders.listShipments()].sort()).toEqual([...paid].sort())
  const settled = shop.entries.filter(({ event }) => event === 'settled')
  expect(settled.map(({ reference }) => reference).sort()).toEqual(
    shop.orders
      .list()
      .map(({ reference }) => reference)
      .sort(),
  )
  expect(settled).toHaveLength(ORDERS)
})
