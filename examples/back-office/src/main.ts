/** One command: starts a gateway, makes two payments, and serves the back office. */
import { createServer } from 'node:http'
import { sampleAuthorize, startGateway, TEST_CARDS } from '@sluice/server-sdk/testing'
import { createBackOffice } from './back-office.ts'

const PORT = Number(process.env['PORT'] ?? '3006')
const gateway = await startGateway()
const client = gateway.client()
for (const transaction_type of ['PURCHASE', 'AUTHORIZE'] as const) {
  const data = await client.encryptCard(TEST_CARDS.approved)
  const order = {
    terminal_id: gateway.credentials.terminal_id,
    reference: `sample-${transaction_type.toLowerCase()}`,
  }
  await client.transactions.authorize({
    ...sampleAuthorize(order, data),
    transaction_type,
    metadata: { simulated_flow: 'NO_3DS' },
  })
}
createServer(createBackOffice(client)).listen(PORT, '127.0.0.1')
console.log(`The back office is at http://127.0.0.1:${PORT}`)
