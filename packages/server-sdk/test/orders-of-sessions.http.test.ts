import { PAYMENT_RESULT_TYPES } from '@sluice/types/vocabulary'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { resolveOrder } from '../src/index.ts'
import { createTestGateway, SAMPLE_BROWSER, type TestGateway } from '../src/testing/index.ts'

let gateway: TestGateway

beforeAll(async () => {
  gateway = await createTestGateway()
})
afterAll(() => gateway.close())

it.each(PAYMENT_RESULT_TYPES)('the order of a session is paid by %s, like an order by card', async (type) => {
  const { terminal_id, base_url, client_key } = gateway.credentials
  const client = gateway.client()
  const order = {
    reference: `order-${type}`,
    terminal_id,
    currency: type === 'payment_upi' ? 'INR' : 'EUR',
    amount: 1850,
    transaction_type: 'PURCHASE',
  } as const
  const session = await client.sessions.create({
    ...order,
    description: 'Harbour mug',
    return_url: 'https://shop.example/return',
    metadata: { simulated_flow: 'APPROVED' },
  })
  const paid = await gateway.fetch(`${base_url}/api/client/sessions/${session.id}/payments`, {
    method: 'POST',
    headers: { 'x-client-key': client_key, 'content-type': 'application/json' },
    body: JSON.stringify({ payment_method: { type, data: {} }, browser_info: SAMPLE_BROWSER }),
  })
  expect(paid.status).toBe(200)

  const { transaction } = await client.transactions.status(session.id)
  expect(transaction).toMatchObject({ status: 'APPROVED', transaction_type: 'PAYMENT' })
  expect(transaction && resolveOrder(order, transaction)).toEqual({ kind: 'paid' })
})
