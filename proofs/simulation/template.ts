import { mkdtempSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'

import type { SandboxCredentials } from '@sluice/types'
import { makeUuid, type Random } from '@sluice/platform/kernel/random'

import { buildApp } from '../../packages/gateway/src/app.ts'
import { type Config, readConfig } from '../../packages/gateway/src/config.ts'
import { NO_ASSETS, NO_PAGE, NO_PORTAL } from '../../packages/gateway/test/no-assets.ts'
import type { TestPostgres } from '../../packages/platform/test/postgres.ts'
import { NamedRandom } from './named-random.ts'

/** Nothing listens on this port, because requests are passed on directly. Others may use it in the meantime. */
export const HOST = '127.0.0.1:49999'

/** The start time of every scenario. */
export const BEGINNING_MS = Date.UTC(2026, 10, 23, 9)

/** The directory of secrets in memory, in a data directory. */
export const RUNTIME = 'runtime'

/** The initial state of every scenario: a merchant with a subscription to its events. */
export interface Template {
  readonly dataDir: string
  /** Null for the embedded database. */
  readonly server: { readonly postgres: TestPostgres; readonly databaseUrl: string } | null
  readonly credentials: SandboxCredentials
}

/**
 * Makes it once for many scenarios: tables and keys take longer than most of them.
 *
 * @param postgres - keeps the books; null for the embedded database.
 */
export async function makeTemplate(folder: string, postgres: TestPostgres | null = null): Promise<Template> {
  const dataDir = mkdtempSync(join(folder, 'template-'))
  mkdirSync(join(dataDir, RUNTIME))
  const server = postgres && { postgres, databaseUrl: await postgres.createDatabase() }
  const clock = { now: () => BEGINNING_MS - 60_000 }
  const app = await buildApp(configFor({ dataDir, ...server, port: '0' }), {
    clock,
    realTime: clock,
    random: seededRandom(new NamedRandom(0), 'template', clock.now),
    assets: NO_ASSETS,
    hostedPage: NO_PAGE,
    portalProgram: NO_PORTAL,
  })
  await app.listen()
  if (app.ready === null) throw new Error('no demo merchant')
  const credentials = app.ready
  const { statusCode, body } = await app.server.inject({
    method: 'POST',
    url: '/simulators/webhooks/subscriptions',
    headers: {
      host: HOST,
      'user-agent': 'simulation',
      'x-sandbox-id': credentials.sandbox_id,
      'content-type': 'application/json',
    },
    payload: { url: 'https://shop.example/webhooks' },
  })
  if (statusCode !== 201) throw new Error(`no subscription: ${body}`)
  await app.close()
  return { dataDir, server, credentials }
}

/** Returns the configuration of a gateway with its data in a data directory, or in a database of a server. */
export function configFor({
  dataDir,
  databaseUrl,
  connections,
  logLevel = 'silent',
  port = HOST.split(':')[1] ?? '',
}: {
  readonly dataDir: string
  /** The port, if it listens; 0 for any free one. */
  readonly port?: string
  readonly databaseUrl?: string
  readonly connections?: number
  readonly logLevel?: string
}): Config {
  const reading = readConfig(
    { port, data: dataDir },
    {
      SLUICE_BASE_URL: `http://${HOST}`,
      SLUICE_LOG_LEVEL: logLevel,
      SLUICE_RUNTIME_DIR: join(dataDir, RUNTIME),
      ...(databaseUrl !== undefined && { SLUICE_DATABASE_URL: databaseUrl }),
      ...(connections !== undefined && { SLUICE_DATABASE_POOL: String(connections) }),
    },
  )
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
  return reading.config
}

/** Returns random bytes derived from the seed, for all ids, nonces and capabilities. */
export function seededRandom(randomness: NamedRandom, name: string, nowMs: () => number): Random {
  const random = randomness.of(`random of ${name}`)
  const bytes = (length: number): Uint8Array => Uint8Array.from({ length }, () => random.whole(256))
  return { bytes, uuid: () => makeUuid(nowMs(), bytes(16)) }
}
