/** One command: starts a gateway that knows the shop and its colours, and prints the address of a payment page. */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startGateway } from '@sluice/server-sdk/testing'
import { openPaymentPage, writeConfiguration } from './branded-shop.ts'

/** The lifetime of the page. */
const PAGE_MS = 3_600_000

const returns = createServer((_, response) => response.end('The rest is in the terminal.'))
await once(returns.listen(0, '127.0.0.1'), 'listening')
const returnUrl = `http://127.0.0.1:${(returns.address() as AddressInfo).port}/`

const folder = mkdtempSync(join(tmpdir(), 'hosted-page-styled-'))
// Ctrl-C leaves nothing behind either.
process.once('exit', () => rmSync(folder, { recursive: true }))
process.once('SIGINT', () => process.exit())
const { path, credentials } = writeConfiguration(folder)
const gateway = await startGateway({ env: { SLUICE_CONFIG_FILE: path } })
const client = gateway.client(credentials)

const order = {
  reference: 'order-1',
  description: 'Storm lantern',
  amountMinor: 4_900,
  currency: 'EUR',
} as const
const page = await openPaymentPage(client, order, returnUrl)
console.log(`Pay with 4242 4242 4242 4242:\n${page.redirect_url}`)
const { transaction } = await client.transactions.awaitFinal(page.session_id, { timeoutMs: PAGE_MS })
console.log(`The payment: ${transaction?.status ?? 'none'}`)

returns.close()
returns.closeAllConnections()
await gateway.stop()
