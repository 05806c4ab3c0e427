/**
 * The twin as a program: `node packages/connectors/twins/adyen/main.ts --api-key AQE… --account demo-eur`. It prints `{"twin_url":…}` when it is
 * ready, and what it checked when it stops. `POST /twin/endpoint` says where its events go, and what signs them.
 */
import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'

import { startAdyenTwin } from './twin.ts'

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    'api-key': { type: 'string', default: 'AQEadyentwin' },
    account: { type: 'string', multiple: true, default: ['TwinMerchantECOM'] },
  },
})

const twin = await startAdyenTwin({
  apiKeys: [values['api-key']],
  merchantAccounts: values.account,
  // The default key, until an endpoint sets its own.
  hmacKey: randomBytes(32).toString('hex'),
  port: Number(values.port),
})
process.stdout.write(`${JSON.stringify({ twin_url: twin.url })}\n`)

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    const { checked, breaches } = twin.contract()
    const crashes = [...twin.crashes().map(String), ...twin.misuses()]
    process.stderr.write(`${JSON.stringify({ checked, breaches, crashes })}\n`)
    void twin.close()
  })
