import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestGateway, type TestGateway } from '../src/testing/index.ts'

// The hints match the gateway's own messages, so a real gateway produces them here.

let gateway: TestGateway

beforeAll(async () => {
  gateway = await createTestGateway()
})
afterAll(() => gateway.close())

async function messageOf(call: Promise<unknown>): Promise<string> {
  const error: unknown = await call.then(
    () => new Error('was taken'),
    (reason: unknown) => reason,
  )
  return (error as Error).message
}

const order = (members: object) => ({
  terminal_id: gateway.credentials.terminal_id,
  reference: 'order-1',
  description: 'Harbour mug',
  currency: 'EUR' as const,
  amount: 1850,
  transaction_type: 'PURCHASE' as const,
  return_url: 'https://shop.example/return',
  ...members,
})

it('the same order placed twice: the refusal says how to continue', async () => {
  const { sessions, hostedPaymentPages } = gateway.client()
  await sessions.create(order({}))
  for (const create of [sessions.create, hostedPaymentPages.create])
    expect(await messageOf(create(order({})))).toContain(
      'reference already exists (there is a session or payment with it: continue that one, or send a new reference for another attempt)',
    )
})

it("another merchant's terminal: the refusal says whose terminal to use", async () => {
  const { sessions, hostedPaymentPages } = gateway.client()
  for (const create of [sessions.create, hostedPaymentPages.create])
    expect(await messageOf(create(order({ reference: 'order-2', terminal_id: 'T99999999999' })))).toContain(
      'terminal_id: Terminal not found (use a terminal of the merchant of these credentials)',
    )
})
