/** Each shop is notified of a payment at a gateway in this process, over a real port. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createTestGateway, sampleAuthorize, TEST_CARDS, type TestGateway } from '@sluice/server-sdk/testing'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { createOrders } from '../src/orders.ts'
import { SHOPS } from '../src/shops.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await createTestGateway()
})
afterAll(() => gateway.close())

it.each(Object.entries(SHOPS))(
  'a shop in %s is notified of its own payment, once, and of no refund',
  async (_, shop) => {
    const merchant = await gateway.sandbox()
    const { terminal_id, webhook } = merchant.credentials
    const heard: string[] = []
    const orders = createOrders(webhook?.secret ?? '', (reference) => heard.push(reference))
    const server = createServer(await shop(orders)).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`
    const statuses: number[] = []
    merchant.webhooks.handle(async ({ headers, body }) => {
      const answer = await fetch(url, { method: 'POST', headers, body: await new Response(body).text() })
      statuses.push(answer.status)
      return answer
    })

    const client = merchant.client()
    for (const reference of ['ours', 'of-another-shop']) {
      const data = await client.encryptCard(TEST_CARDS.approved)
      const order = sampleAuthorize({ terminal_id, reference }, data)
      if (reference === 'ours') orders.add({ ...order, transaction_type: 'PURCHASE' })
      await client.transactions.authorize({ ...order, metadata: { simulated_flow: 'NO_3DS' } })
    }
    await merchant.advance(0)
    const { data } = await client.transactions.list({ reference: 'ours' })
    if (data[0]) await client.transactions.refund(data[0])
    await merchant.advance(0)
    expect(heard).toEqual(['ours'])
    expect(statuses).toEqual([204, 204, 204])
    const complaint = vi.spyOn(console, 'error').mockReturnValue()
    onTestFinished(() => complaint.mockRestore())
    const forged = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    expect([forged.status, complaint.mock.calls.length]).toEqual([400, 1])
  },
)
