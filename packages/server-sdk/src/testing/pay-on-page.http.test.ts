import { afterAll, beforeAll, expect, it } from 'vitest'
import { payOnPage } from './pay-on-page.ts'
import { TEST_CARDS } from './test-cards.ts'
import { createTestGateway, type TestGateway } from './test-gateway.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await createTestGateway()
}, 180_000)
afterAll(() => gateway.close())

let orders = 0
const openPage = (flow?: string, customerId?: string) =>
  gateway.client().hostedPaymentPages.create({
    terminal_id: gateway.credentials.terminal_id,
    reference: `order-${(orders += 1)}`,
    description: 'Harbour mug',
    currency: 'EUR',
    amount: 1_850,
    transaction_type: 'PURCHASE',
    return_url: 'https://shop.example/returned',
    ...(flow !== undefined && { metadata: { simulated_flow: flow } }),
    ...(customerId !== undefined && {
      customer_id: customerId,
      tokenization: { show_save_card_for_future_payments: true },
    }),
  })

it('returns the outcome of the payment, or that the bank challenges the customer', async () => {
  const { fetch } = gateway
  expect(await payOnPage(await openPage('NO_3DS'), { fetch })).toBe('APPROVED')
  expect(await payOnPage(await openPage('CHALLENGE'), { fetch })).toBeUndefined()
})

it.each([
  ['approved', 'APPROVED'],
  ['insufficientFunds', 'DECLINED'],
  ['approvedByFallback', 'APPROVED'],
  ['challenge', undefined],
] as const)('pays on a page that the shop has created: with the card %s it is %s', async (card, status) => {
  const { fetch } = gateway
  expect(await payOnPage(await openPage(), { fetch, card: TEST_CARDS[card] })).toBe(status)
})

it('pays with the card that a test names, and saves it only if the customer asks', async () => {
  const { customers } = gateway.client()
  const { fetch } = gateway
  const { id } = await customers.create({ email: 'ada@example.com' })
  const card = TEST_CARDS.approvedMastercard
  await payOnPage(await openPage('NO_3DS', id), { fetch, card })
  expect((await customers.paymentMethods(id)).data).toEqual([])
  await payOnPage(await openPage('NO_3DS', id), { fetch, card, savesCard: true })
  const { data } = await customers.paymentMethods(id)
  expect(data).toHaveLength(1)
  expect(JSON.stringify(data)).toContain('4444')
})

it('reports what the gateway answered to a page that accepts no payment', async () => {
  const page = await openPage('NO_3DS')
  const { fetch } = gateway
  await payOnPage(page, { fetch })
  await expect(payOnPage(page, { fetch })).rejects.toThrow(/ returned 4\d\d: /)
})
