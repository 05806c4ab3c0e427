import { mkdtempSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'

import type { SandboxCredentials } from '@sluice/types'

import { buildApp } from '../../src/app.ts'
import { NO_ASSETS, NO_PAGE, NO_PORTAL } from '../no-assets.ts'
import { Chance } from './chance.ts'
import { configFor, HOST, seededRandom } from './gateway-in-simulation.ts'

/** When every scenario begins. */
export const BEGINNING_MS = Date.UTC(2026, 10, 23, 9)

/** What every scenario begins with: a merchant, with a subscription to its events. */
export interface Template {
  readonly dataDir: string
  readonly credentials: SandboxCredentials
}

/** Makes it once for many scenarios: tables and keys take longer than most of them. */
export async function makeTemplate(folder: string): Promise<Template> {
  const dataDir = mkdtempSync(join(folder, 'template-'))
  mkdirSync(join(dataDir, 'runtime'))
  const clock = { now: () => BEGINNING_MS - 60_000 }
  const app = await buildApp(configFor(dataDir), {
    clock,
    realTime: clock,
    random: seededRandom(new Chance(0), 'template', clock.now),
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
  return { dataDir, credentials }
}
