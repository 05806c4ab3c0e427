/**
 * The shop's process: reads the environment, listens, and stops on a signal.
 *
 * @module
 */
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createClient } from '@sluice/server-sdk'
import { readConfig } from './config.ts'
import { createCheckout, createShop } from './shop.ts'

const config = readConfigOrExit()
const { gatewayUrl: baseUrl, authUrl, realm, clientId, clientSecret, terminalId } = config
const log = (entry: Readonly<Record<string, unknown>>) =>
  console.log(JSON.stringify(entry, (_, value: unknown) => (value instanceof Error ? value.stack : value)))
const shopUrl = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const checkout = createCheckout({
  gateway: createClient({ baseUrl, authUrl, realm, clientId, clientSecret }),
  terminalId,
  shopUrl,
  newId: randomUUID,
})
const server = createServer(createShop({ checkout, secrets: config.webhookSecrets, log }))
server.listen(config.port, '127.0.0.1', () => log({ event: 'ready', shop_url: shopUrl() }))

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    server.close()
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
