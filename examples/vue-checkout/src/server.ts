/**
 * The shop's server: makes a session for each visit, serves the page, and asks the gateway whether an order is paid.
 *
 * @module
 */
import { randomUUID } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createClient } from '@sluice/server-sdk'
import { bundleCheckout } from './bundle-checkout.ts'
import { readConfig } from './config.ts'

const PRICE = { amount: 2_400, currency: 'EUR' } as const

const config = readConfig(process.env)
const { baseUrl, authUrl, realm, clientId, clientSecret, clientKey, terminalId } = config
const gateway = createClient({ baseUrl, authUrl, realm, clientId, clientSecret })
const script = await bundleCheckout()

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://shop')
  const routes: Readonly<Record<string, () => Promise<void>>> = {
    '/': () => showCheckout(response),
    '/checkout.js': async () => send(response, 'text/javascript', script),
    '/session': async () =>
      send(response, 'application/json', JSON.stringify({ sessionId: await openSession() })),
    '/paid': () => tellPaid(response, searchParams.get('session') ?? ''),
  }
  const route = routes[pathname]
  if (!route) return void response.writeHead(404).end()
  route().catch((error: unknown) => {
    console.error(error)
    response.writeHead(502).end()
  })
})
server.listen(config.port, '127.0.0.1', () => console.log(JSON.stringify({ shop_url: shopUrl() })))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(0))

function shopUrl(): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function openSession(): Promise<string> {
  const session = await gateway.sessions.create({
    ...PRICE,
    terminal_id: terminalId,
    reference: randomUUID(),
    description: 'Field notebook',
    transaction_type: 'PURCHASE',
    return_url: shopUrl(),
  })
  return session.id
}

async function showCheckout(response: ServerResponse): Promise<void> {
  const data = { baseUrl, clientKey, sessionId: await openSession() }
  send(response, 'text/html', page(JSON.stringify(data).replaceAll('<', '\\u003c')))
}

/** The browser's word is a hint: whether the order is paid, the gateway says. */
async function tellPaid(response: ServerResponse, sessionId: string): Promise<void> {
  const { transaction } = await gateway.transactions.status(sessionId)
  const isPaid =
    transaction?.approved === true &&
    transaction.amount === PRICE.amount &&
    transaction.currency === PRICE.currency
  send(response, 'application/json', JSON.stringify({ isPaid }))
}

function send(response: ServerResponse, type: string, body: string): void {
  response.writeHead(200, { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store' }).end(body)
}

function page(data: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Field notebook</title>
<style>
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
  body { margin: 0 auto; max-width: 26rem; padding: 2rem 1rem }
  button { width: 100%; min-height: 3rem; border: 0; border-radius: 8px; background: #3152e0; color: #fff; font: inherit; font-weight: 600 }
  button:disabled { opacity: .6 }
</style>
<main id="shop"></main>
<script type="application/json" id="checkout-data">${data}</script>
<script type="module" src="/checkout.js"></script>
</html>`
}
