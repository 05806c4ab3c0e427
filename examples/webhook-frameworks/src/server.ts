/**
 * One command: starts a gateway and one of the shops, prints an address to pay at, and logs the received events.
 *
 * `pnpm start` is Express; `pnpm start fastify`, `hono` and `next` are the others.
 */
import { createServer } from 'node:http'
import { startGateway } from '@sluice/server-sdk/testing'
import { createOrders } from './orders.ts'
import { SHOPS } from './shops.ts'

const name = process.argv[2] ?? 'express'
const listener = SHOPS[name]
if (!listener) throw new Error(`There is no shop ${name}: take ${Object.keys(SHOPS).join(', ')}.`)

const PORT = Number(process.env['PORT'] ?? '3005')
const gateway = await startGateway()
const merchant = await gateway.sandbox({ webhook_url: `http://127.0.0.1:${PORT}/webhooks` })
const { credentials } = merchant
const orders = createOrders(credentials.webhook?.secret ?? '', (reference) =>
  console.log(`paid: ${reference}`),
)
createServer(await listener(orders)).listen(PORT, '127.0.0.1')

const order = {
  terminal_id: credentials.terminal_id,
  reference: `order-${Date.now()}`,
  amount: 1850,
  currency: 'EUR',
  transaction_type: 'PURCHASE',
} as const
orders.add(order)
const page = await merchant
  .client()
  .hostedPaymentPages.create({ ...order, return_url: `http://127.0.0.1:${PORT}/` })
console.log(`${name} listens at http://127.0.0.1:${PORT}/webhooks. Pay at\n  ${page.redirect_url}`)
