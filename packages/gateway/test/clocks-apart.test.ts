import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EmbeddedSession } from '@sluice/types'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { findFreePort } from '../../platform/test/free-port.ts'
import { type TestPostgres, startPostgres } from '../../platform/test/postgres.ts'
import { type AppWithPortal, buildApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { Books } from './books.ts'
import { createGatewayDatabase } from './gateway-databases.ts'
import { MerchantAtGateway } from './merchant-at-gateway.ts'
import { NO_ASSETS, NO_PAGE, NO_PORTAL } from './no-assets.ts'

interface Gateway {
  readonly app: AppWithPortal
  readonly merchant: MerchantAtGateway
}

/** What a provider takes to answer: long enough for the other process to look for work several times. */
const IN_FLIGHT = { simulated_delay_ms: 2_500 }
const LOOKS = 3

let postgres: TestPostgres
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.stop())

describe.each([
  ['90 s ahead', 90_000],
  ['11 min ahead', 660_000],
  ['7 min behind', -420_000],
])('a process whose machine is %s, beside one whose clock is right', (_, offsetMs) => {
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
    const reading = readConfig(
      { port: String(port), data: dataDir, 'database-url': databaseUrl },
      { SLUICE_LOG_LEVEL: 'silent', SLUICE_AUTH_URL: authUrl },
    )
    if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
    const app = await buildApp(reading.config, {
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

  /** Movements that a process works on, and until when they are its own. */
  const listWorking = async () => (await books.all('movements')).filter((row) => row['step'] === 'WORKING')

  const pairs = [
    ['the wrong one', () => [right, wrong] as const],
    ['the right one', () => [wrong, right] as const],
  ] as const

  it('is not ready, and the other is', async () => {
    const statusOf = async ({ app }: Gateway) =>
      (await fetch(`${app.ready?.base_url}/health/ready`, { headers: { 'user-agent': 'test' } })).status
    expect([await statusOf(wrong), await statusOf(right)]).toEqual([503, 200])
  })

  it.each(pairs)('%s takes no lease from the other while it works', async (_who, choose) => {
    const [{ merchant }, { app }] = choose()
    const paying = merchant.authorize({ flow: 'NO_3DS', metadata: IN_FLIGHT })
    // The commit that asks the provider writes the lease, so the attempt is read first.
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

  it('makes sessions that last as long as those of the other', async () => {
    for (const { merchant } of [right, wrong])
      await merchant.post<EmbeddedSession>('/api/sessions', merchant.sessionRequest())
    const ends = (await books.all('sessions')).map((row) => Number(row['expires_at']))
    expect(ends).toHaveLength(2)
    expect(Math.max(...ends) - Math.min(...ends)).toBeLessThan(Math.abs(offsetMs) / 2)
  })
})
