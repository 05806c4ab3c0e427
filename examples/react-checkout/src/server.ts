/**
 * The shop's server: makes an order for each visit, serves the page, and queries the outcome of the order's payment.
 *
 * @module
 */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createClient } from '@sluice/server-sdk'
import { bundleCheckout } from './bundle-checkout.ts'
import { readConfig } from './config.ts'
import { createOrders } from './orders.ts'

const config = readConfig(process.env)
const { baseUrl, authUrl, realm, clientId, clientSecret, clientKey, terminalId } = config
const orders = createOrders({
  gateway: createClient({ baseUrl, authUrl, realm, clientId, clientSecret }),
  terminalId,
  returnUrl: pageOf,
})
const script = await bundleCheckout()

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://shop')
  const order = searchParams.get('order') ?? ''
  const routes: Readonly<Record<string, () => Promise<void>>> = {
    'GET /': () => (orders.has(order) ? showCheckout(response, order) : beginOrder(response)),
    'GET /checkout.js': async () => send(response, 'text/javascript', script),
    'GET /outcome': async () => sendJson(response, { outcome: await orders.outcome(order) }),
    'POST /session': async () => sendJson(response, { sessionId: await orders.tryAgain(order) }),
  }
  const route = routes[`${request.method} ${pathname}`]
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

/** The order is in the address: a page that is loaded again, or that a bank's page leads to, pays no second order. */
function pageOf(order: string): string {
  return `${shopUrl()}/?order=${order}`
}

async function beginOrder(response: ServerResponse): Promise<void> {
  response.writeHead(303, { location: pageOf(await orders.create()), 'cache-control': 'no-store' }).end()
}

async function showCheckout(response: ServerResponse, order: string): Promise<void> {
  const outcome = await orders.outcome(order)
  const data = { baseUrl, clientKey, order, outcome, sessionId: orders.sessionOf(order) }
  send(response, 'text/html', page(JSON.stringify(data).replaceAll('<', '\\u003c')))
}

function sendJson(response: ServerResponse, body: object): void {
  send(response, 'application/json', JSON.stringify(body))
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
  button { width: 100%; min-height: 3rem; margin-block-start: 0.5rem; border: 0; border-radius: 8px; background: #3152e0; color: #fff; font: inherit; font-weight: 600 }
  button:disabled { opacity: .6 }
</style>
<main id="shop"></main>
<script type="application/json" id="checkout-data">${data}</script>
<script type="module" src="/checkout.js"></script>
</html>`
}
