import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { EmbeddedSession } from '@sluice/types'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'

import { isSignedBy } from '@sluice/provider-protocol'
import { Secret } from '@sluice/platform/kernel/secret'
import { NO_TELEMETRY } from '@sluice/platform/telemetry/telemetry'

import { findFreePort } from '../../platform/test/free-port.ts'
import { type TestPostgres, startPostgres } from '../../platform/test/postgres.ts'
import { type AppWithPortal, buildApp } from '../src/app.ts'
import { createInfrastructure } from '../src/composition/infrastructure.ts'
import { NOTHING_SIMULATED, selectProviders } from '../src/composition/select-providers.ts'
import { type Config, readConfig } from '../src/config.ts'
import { Books } from './books.ts'
import { createGatewayDatabase } from './gateway-databases.ts'
import { EVERY_CAPABILITY } from './make-provider.ts'
import { MerchantAtGateway } from './merchant-at-gateway.ts'
import { NO_ASSETS, NO_PAGE, NO_PORTAL } from './no-assets.ts'
import { authorizationOf } from './provider-requests.ts'

interface Gateway {
  readonly app: AppWithPortal
  readonly merchant: MerchantAtGateway
}

/** The delay of a provider's answer, long enough for the other process to query due jobs several times. */
const IN_FLIGHT = { simulated_delay_ms: 5_000 }
const LOOKS = 3

let postgres: TestPostgres
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.stop())

const SECRET = 'a shared secret of forty characters, more'
const CHALLENGE = {
  transactionId: 'transaction',
  threeDsServerTransId: '8a880dc0-d2d2-4067-bcb1-b08d1690b26e',
  round: 1,
}

const MACHINES = [
  ['90 s ahead', 90_000],
  ['11 min ahead', 660_000],
  ['7 min behind', -420_000],
] as const

/** The configuration that all processes share. */
function configure(dataDir: string, databaseUrl: string, { port = 0, authUrl = '' } = {}): Config {
  const reading = readConfig(
    { port: String(port), data: dataDir, 'database-url': databaseUrl },
    { SLUICE_LOG_LEVEL: 'silent', ...(authUrl !== '' && { SLUICE_AUTH_URL: authUrl }) },
  )
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
  return reading.config
}

describe.each(MACHINES)('a process whose machine is %s, next to one with a correct clock', (_, offsetMs) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'sluice-clocks-'))
  let right: Gateway
  let wrong: Gateway
  let books: Books

  async function start(
    databaseUrl: string,
    authUrl: string,
    port: number,
    aheadMs: number,
  ): Promise<Gateway> {
    const app = await buildApp(configure(dataDir, databaseUrl, { port, authUrl }), {
      machineTime: { now: () => Date.now() + aheadMs },
      assets: NO_ASSETS,
      hostedPage: NO_PAGE,
      portalProgram: NO_PORTAL,
    })
    await app.listen()
    if (app.ready === null) throw new Error('no demo merchant')
    return { app, merchant: new MerchantAtGateway(app.ready) }
  }

  beforeAll(async () => {
    const databaseUrl = await createGatewayDatabase(postgres)
    const port = await findFreePort()
    const authUrl = `http://127.0.0.1:${port}`
    right = await start(databaseUrl, authUrl, port, 0)
    wrong = await start(databaseUrl, authUrl, 0, offsetMs)
    books = new Books({ databaseUrl })
  })
  afterAll(async () => {
    await Promise.all([right.app.close(), wrong.app.close()])
    rmSync(dataDir, { recursive: true })
  })

  /** Returns the transactions that a process is working on, with their leases. */
  const listWorking = async () => (await books.all('executions')).filter((row) => row['step'] === 'WORKING')

  const pairs = [
    ['the wrong one', () => [right, wrong] as const],
    ['the right one', () => [wrong, right] as const],
  ] as const

  it('is not ready, but the other is', async () => {
    const statusOf = async ({ app }: Gateway) =>
      (await fetch(`${app.ready?.base_url}/health/ready`, { headers: { 'user-agent': 'test' } })).status
    expect([await statusOf(wrong), await statusOf(right)]).toEqual([503, 200])
  })

  it.each(pairs)('%s takes over no lease of the other while it works', async (_who, choose) => {
    const [{ merchant }, { app }] = choose()
    const paying = merchant.authorize({ flow: 'NO_3DS', metadata: IN_FLIGHT })
    // The commit before the provider call writes the lease, so the attempt is read first.
    const held = await vi.waitFor(async () => {
      const asked = (await books.all('attempts')).filter((row) => row['status'] === 'STARTED')
      const working = await listWorking()
      expect([asked.length, working.length]).toEqual([1, 1])
      return working
    })
    for (let look = 0; look < LOOKS; look += 1) await app.runDueWork()
    const afterwards = await listWorking()
    const { result } = await paying
    expect(afterwards).toEqual(held)
    expect(result).toMatchObject({ status: 'APPROVED' })
  })

  it.each(pairs)('%s ends no challenge of the other early', async (_who, choose) => {
    const [{ merchant }, { app }] = choose()
    const { action } = await merchant.authorize({ flow: 'NO_METHOD_CHALLENGE' })
    for (let look = 0; look < LOOKS; look += 1) await app.runDueWork()
    const path = `/api/transactions/${action?.transaction_id}/status`
    expect(await merchant.get(path)).toMatchObject({ transaction: { status: 'PENDING' } })
  })

  it('creates sessions with the same duration as the other', async () => {
    for (const { merchant } of [right, wrong])
      await merchant.post<EmbeddedSession>('/api/sessions', merchant.sessionRequest())
    const ends = (await books.all('sessions')).map((row) => Number(row['expires_at']))
    expect(ends).toHaveLength(2)
    expect(Math.max(...ends) - Math.min(...ends)).toBeLessThan(Math.abs(offsetMs) / 2)
  })
})

// A signature is valid for five minutes, so 90 seconds would not matter.
it.each(MACHINES.slice(1))(
  'a process whose machine is %s signs with the database’s time for other machines',
  async (_, offsetMs) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'sluice-clocks-'))
    const config = configure(dataDir, await createGatewayDatabase(postgres))
    const infrastructure = await createInfrastructure(config)
    const rightNow = Date.now
    const systemTime = vi.spyOn(Date, 'now').mockImplementation(() => rightNow() + offsetMs)
    const received: (readonly [path: string, isGood: boolean])[] = []
    const party = createServer((request, response) => {
      const { method = '', url: path = '', headers } = request
      void text(request).then((body) => {
        received.push([path, isSignedBy({ method, path, body }, headers, SECRET, rightNow())])
        response.end('{}')
      })
    }).listen(0, '127.0.0.1')
    onTestFinished(async () => {
      systemTime.mockRestore()
      party.close()
      await infrastructure.closeDatabase()
      rmSync(dataDir, { recursive: true })
    })
    await once(party, 'listening')
    await infrastructure.keyReaders.report()
    await infrastructure.heartbeat.job.run()
    const url = `http://127.0.0.1:${(party.address() as AddressInfo).port}`
    const elsewhere = {
      id: 'elsewhere',
      type: 'http',
      url,
      secret: new Secret(SECRET),
      timeoutMs: 5_000,
    } as const
    const { providers, threeDsServers } = selectProviders({
      ...infrastructure,
      adapters: {},
      file: {
        providers: [{ ...elsewhere, accounts: [], callbackSecrets: [], capabilities: EVERY_CAPABILITY }],
        threeDsServers: [{ ...elsewhere, secrets: {}, hostedOrigins: () => [], threeRi: false }],
      },
      simulated: NOTHING_SIMULATED,
      simulators: null,
      logger: { warn: () => undefined },
      telemetry: NO_TELEMETRY,
    })
    // The answers do not matter, only the requests that arrived.
    await Promise.allSettled([
      providers.get('elsewhere')?.authorize(authorizationOf()),
      threeDsServers.get('elsewhere')?.readChallengeResult(CHALLENGE),
    ])
    expect(new Map(received)).toEqual(
      new Map([
        ['/authorizations', true],
        [`/challenge-results/${CHALLENGE.threeDsServerTransId}/1`, true],
      ]),
    )
  },
)
