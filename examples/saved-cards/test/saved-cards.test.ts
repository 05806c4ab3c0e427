/** Saved cards at a gateway in this process; requests of the test stand in for the payment page. */
import type { GatewayClient } from '@sluice/server-sdk'
import { createTestGateway, payOnPage, SAMPLE_BROWSER, type TestGateway } from '@sluice/server-sdk/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listCards, openPaymentPage, payWithSavedCard, removeCard, type Shop } from '../src/saved-cards.ts'

let gateway: TestGateway
let shop: Shop
beforeAll(async () => {
  gateway = await createTestGateway()
  shop = { client: quietly(gateway.client()), terminalId: gateway.credentials.terminal_id }
})
afterAll(() => gateway.close())

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
const nextOrder = () =>
  ({ reference: `order-${(orders += 1)}`, amountMinor: 1_850, currency: 'EUR' }) as const

async function makeCustomer(): Promise<string> {
  return (await shop.client.customers.create({ email: 'ada@example.com' })).id
}

async function payFirst(customerId: string, savesCard: boolean) {
  const page = await openPaymentPage(shop, customerId, nextOrder(), 'https://shop.example/orders/1')
  expect(await payOnPage(page, { fetch: gateway.fetch, savesCard })).toBe('APPROVED')
  return listCards(shop, customerId)
}

const payAgain = (customerId: string, cardId: string) =>
  payWithSavedCard(shop, customerId, nextOrder(), { cardId, browser: SAMPLE_BROWSER })

it('saves a card on the page, pays with it again, and removes it', async () => {
  const customerId = await makeCustomer()
  const [card] = await payFirst(customerId, true)
  expect(card?.label).toBe('VISA 4242, 12/2034')
  const id = card?.id ?? ''

  expect(await payAgain(customerId, id)).toMatchObject({
    kind: 'approved',
    transaction: { payment_method: { type: 'saved_card', token: id } },
  })

  expect(await removeCard(shop, customerId, id)).toBe(true)
  expect(await listCards(shop, customerId)).toEqual([])
  await expect(payAgain(customerId, id)).rejects.toMatchObject({ processingCode: '2003' })
})

it('saves nothing when the box is not checked', async () => {
  expect(await payFirst(await makeCustomer(), false)).toEqual([])
})

it('neither pays with nor removes the card of another customer', async () => {
  const [ada, bea] = [await makeCustomer(), await makeCustomer()]
  const [card] = await payFirst(ada, true)
  const id = card?.id ?? ''
  await expect(payAgain(bea, id)).rejects.toMatchObject({ processingCode: '2003' })
  expect(await removeCard(shop, bea, id)).toBe(false)
  expect(await listCards(shop, ada)).toHaveLength(1)
})
