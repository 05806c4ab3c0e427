/**
 * The shop's process: reads the environment, listens, prints its address, and stops on a signal. `--json` prints one
 * line, `{"shop_url":…}`, when the shop is ready.
 *
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { createClient } from '@sluice/server-sdk'
import { readConfig, type ShopConfig } from './config.ts'
import { createShop } from './shop.ts'

/** Pages that are being answered may finish; past this the process ends. */
const STOP_TIMEOUT_MS = 5_000

start(readConfigOrExit())

function start(config: ShopConfig): void {
  const { gatewayUrl: baseUrl, authUrl, realm, clientId, clientSecret, tlsFiles } = config
  const client = createClient({ baseUrl, authUrl, realm, clientId, clientSecret })
  const server = tlsFiles
    ? createHttpsServer({ cert: readFileSync(tlsFiles.certificate), key: readFileSync(tlsFiles.key) })
    : createHttpServer()

  server.once('error', (error) => {
    console.error(`The shop cannot listen on ${config.host}:${config.port}: ${error.message}`)
    process.exitCode = 1
  })
  server.listen(config.port, config.host, () => {
    const { port } = server.address() as AddressInfo
    const host = config.host.includes(':') ? `[${config.host}]` : config.host
    const shopUrl = `${tlsFiles ? 'https' : 'http'}://${host}:${port}`
    server.on('request', createShop({ client, config, shopUrl }))
    console.log(
      process.argv.includes('--json') ? JSON.stringify({ shop_url: shopUrl }) : `Shop ready: ${shopUrl}`,
    )
  })

  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      server.close()
      server.closeIdleConnections()
      setTimeout(() => server.closeAllConnections(), STOP_TIMEOUT_MS).unref()
    })
  }
}

function readConfigOrExit(): ShopConfig {
  try {
    return readConfig(process.env)
  } catch (error) {
    console.error((error as Error).message)
    process.exit(1)
  }
}
