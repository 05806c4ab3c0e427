/** One command: a gateway and a customer. The card that is saved on the printed page pays a second order, and is removed. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SAMPLE_BROWSER, startGateway } from '@sluice/server-sdk/testing'
import { listCards, openPaymentPage, payWithSavedCard, removeCard } from './saved-cards.ts'

/** The lifetime of the page. */
const PAGE_MS = 3_600_000

const returns = createServer((_, response) => response.end('The rest is in the terminal.'))
await once(returns.listen(0, '127.0.0.1'), 'listening')
const returnUrl = `http://127.0.0.1:${(returns.address() as AddressInfo).port}/`

const gateway = await startGateway()
const shop = { client: gateway.client(), terminalId: gateway.credentials.terminal_id }
const { id: customerId } = await shop.client.customers.create({ email: 'ada@example.com', first_name: 'Ada' })

const first = { reference: 'order-1', amountMinor: 1_850, currency: 'EUR' } as const
const page = await openPaymentPage(shop, customerId, first, returnUrl)
console.log(`Pay with 4242 4242 4242 4242, and check the box that saves the card:\n${page.redirect_url}`)
await shop.client.transactions.awaitFinal(page.session_id, { timeoutMs: PAGE_MS })

const [card] = await listCards(shop, customerId)
if (card === undefined) console.log('No card was saved.')
else {
  const second = { ...first, reference: 'order-2', amountMinor: 990 }
  const { kind } = await payWithSavedCard(shop, customerId, second, {
    cardId: card.id,
    browser: SAMPLE_BROWSER,
  })
  console.log(`Saved: ${card.label}. The second order, paid with it: ${kind}.`)
  console.log(`Removed: ${await removeCard(shop, customerId, card.id)}.`)
}
returns.close()
returns.closeAllConnections()
await gateway.stop()
