import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { findFreePort } from '../../platform/test/free-port.ts'
import { startPostgres } from '../../platform/test/postgres.ts'
import { createGatewayDatabase } from './gateway-databases.ts'
import { startTestGateway, type TestGateway, type TestGatewayOptions } from './test-gateway.ts'

export interface TwoGateways {
  readonly first: TestGateway
  readonly second: TestGateway
  readonly databaseUrl: string
  close(): Promise<void>
}

/** Two gateways on one separate PostgreSQL database. */
export async function startTwoGateways(
  adapters: NonNullable<TestGatewayOptions['adapters']> = {},
  env: NonNullable<TestGatewayOptions['env']> = {},
): Promise<TwoGateways> {
  const postgres = await startPostgres()
  const port = await findFreePort()
  const options = {
    // One address gives all tokens the same issuer.
    env: { SLUICE_AUTH_URL: `http://127.0.0.1:${port}`, ...env },
    databaseUrl: await createGatewayDatabase(postgres),
    dataDir: mkdtempSync(join(tmpdir(), 'sluice-shared-')),
    adapters,
  }
  const [first, second] = await Promise.all([
    startTestGateway({ ...options, port }),
    startTestGateway(options),
  ])
  return {
    first,
    second,
    databaseUrl: options.databaseUrl,
    async close() {
      await Promise.all([first.close(), second.close()])
      await postgres.stop()
    },
  }
}
