/** One command: a gateway of the test environment, and the shop at that gateway. With SLUICE_BASE_URL set, the shop alone. */
import { parseEnv } from 'node:util'
import { startGateway } from '@sluice/server-sdk/testing'

if (!process.env['SLUICE_BASE_URL']) {
  const { credentials } = await startGateway()
  Object.assign(process.env, parseEnv(credentials.env))
}
await import('./server.ts')
