/**
 * The shop's process: reads the environment, listens, queries open orders once a minute, and stops on a signal.
 *
 * @module
 */
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createClient } from '@sluice/server-sdk'
import { readConfig } from './config.ts'
import { createOrderStore, createPayments, createReceiver } from './receiver.ts'

/** A lost webhook delays an order by at most this long. */
const RECONCILE_EVERY_MS = 60_000

const config = readConfigOrExit()
const { gatewayUrl: baseUrl, authUrl, realm, clientId, clientSecret, terminalId } = config
const log = (entry: Readonly<Record<string, unknown>>) =>
  console.log(JSON.stringify(entry, (_, value: unknown) => (value instanceof Error ? value.stack : value)))
const client = createClient({ baseUrl, authUrl, realm, clientId, clientSecret })
const orders = createOrderStore(config.databaseFile, terminalId)
const payments = createPayments({
  gateway: client.transactions,
  orders,
  terminalId,
  newReference: () => `order-${randomUUID().slice(0, 8)}`,
  log,
})

const server = createServer(createReceiver({ payments, orders, secrets: config.webhookSecrets, log }))
server.listen(config.port, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  log({
    event: 'ready',
    orders: `http://127.0.0.1:${port}/orders`,
    webhooks: `http://127.0.0.1:${port}/webhooks`,
  })
})

// Also at the start: messages that were sent while this process was down may not be sent again for hours.
void payments.reconcile()
const timer = setInterval(() => void payments.reconcile(), RECONCILE_EVERY_MS)

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    clearInterval(timer)
    server.close(() => orders.close())
    server.closeIdleConnections()
  })
}

function readConfigOrExit() {
  try {
    return readConfig(process.env)
  } catch (error) {
    console.error((error as Error).message)
    process.exit(1)
  }
}
