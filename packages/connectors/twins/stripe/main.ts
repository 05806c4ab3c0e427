/**
 * The twin as a program: `node packages/connectors/twins/stripe/main.ts --api-key sk_test_…`. It prints `{"twin_url":…}` when it is ready, and what
 * it checked when it stops. `POST /twin/endpoint` says where its events go.
 */
import { parseArgs } from 'node:util'

import { startStripeTwin } from './twin.ts'

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    'api-key': { type: 'string', default: 'sk_test_stripetwin' },
  },
})

const twin = await startStripeTwin({ apiKeys: [values['api-key']], port: Number(values.port) })
process.stdout.write(`${JSON.stringify({ twin_url: twin.url })}\n`)

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    const { checked, breaches } = twin.contract()
    process.stderr.write(`${JSON.stringify({ checked, breaches, crashes: twin.crashes().map(String) })}\n`)
    void twin.close()
  })
