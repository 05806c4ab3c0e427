/** Sandboxes at one gateway at once: each is created, paid in, moved in time and read separately, and costs little. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { SandboxCredentials, TransactionList } from '@sluice/types'
import { describe, expect, it, onTestFinished } from 'vitest'

import { inParallel } from '../packages/gateway/test/in-parallel.ts'
import { MerchantAtGateway } from '../packages/gateway/test/merchant-at-gateway.ts'
import { startPostgres } from '../packages/platform/test/postgres.ts'
import { sandboxOf } from '../packages/gateway/test/webhook-fixture.ts'
import { startGatewayProcess } from './gateway-process.ts'
import { makeSandbox } from './make-sandbox.ts'
import { summarize } from './report.ts'

/** `npm run verify -- sandboxes` makes it 1,000. */
const SANDBOXES = Number(process.env['PROOF_SANDBOXES'] ?? 30)
const AT_ONCE = 16
/** The same everywhere: references are each merchant's own. */
const REFERENCE = 'order-1'
const DAY_SECONDS = 86_400
const BYTES_PER_KIB = 1024
/** The memory that a process needs for a sandbox: keys, tokens, limits. Several times the measured value. */
const HEAP_KIB_MAX = 256
/** The part that is loaded at the first payment, however many sandboxes follow. */
const HEAP_FIXED_KIB = 64 * 1024

/** Generous: a time limit finds no bugs. */
const TIME = { timeout: 180_000 + SANDBOXES * 1_000 }

describe.each(['SQLite', 'PostgreSQL'] as const)('a gateway on %s', (database) => {
  it(`keeps ${SANDBOXES} sandboxes apart that are used at once`, TIME, async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'sluice-sandboxes-'))
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
    const gateway = await startGatewayProcess({
      data: dataDir,
      port: '0',
      ...(database === 'PostgreSQL' && { 'database-url': await makeDatabase() }),
    })
    onTestFinished(() => gateway.kill())
    const startedAtMs = performance.now()
    const before = await gateway.measure()

    const made: SandboxCredentials[] = []
    await inParallel(SANDBOXES, AT_ONCE, async (place) => {
      made[place] = await makeSandbox(gateway)
    })
    const merchants = made.map((ready) => new MerchantAtGateway(ready))
    expect(new Set(made.map(({ merchant_id }) => merchant_id)).size).toBe(SANDBOXES)
    const madeAtMs = performance.now()

    const amountOf = (place: number): number => 1_000 + place
    await inParallel(SANDBOXES, AT_ONCE, async (place) => {
      const merchant = merchants[place]
      const { result } = (await merchant?.authorize({
        flow: 'NO_3DS',
        body: { reference: REFERENCE, amount: amountOf(place) },
      })) ?? { result: null }
      expect(result).toMatchObject({ status: 'APPROVED', reference: REFERENCE, amount: amountOf(place) })
    })
    const paidAtMs = performance.now()

    // Every other merchant's clock moves, and no other's.
    await inParallel(SANDBOXES, AT_ONCE, async (place) => {
      if (place % 2 === 0) await moveClock(merchants[place], DAY_SECONDS)
    })
    await inParallel(SANDBOXES, AT_ONCE, async (place) => {
      const merchant = merchants[place]
      if (!merchant) throw new Error('no merchant')
      const aheadSeconds = (await readClock(merchant)) / 1_000
      expect(aheadSeconds > DAY_SECONDS / 2, `${aheadSeconds} s ahead`).toBe(place % 2 === 0)
      merchant.forgetToken()
      const { data } = await merchant.get<TransactionList>('/api/transactions')
      expect(data.map(({ amount }) => amount)).toEqual([amountOf(place)])
      const other = made[(place + 1) % SANDBOXES]
      expect(JSON.stringify(data)).not.toContain(other?.terminal_id)
    })

    const after = await gateway.measure()
    const heapKib = (after.heapUsedBytes - before.heapUsedBytes) / BYTES_PER_KIB
    summarize('sandboxes', {
      database,
      sandboxes: SANDBOXES,
      'made a second': Math.round((SANDBOXES * 1_000) / (madeAtMs - startedAtMs)),
      'paid in a second': Math.round((SANDBOXES * 1_000) / (paidAtMs - madeAtMs)),
      'heap for each': `${Math.round(heapKib / SANDBOXES)} KiB`,
    })
    expect(heapKib).toBeLessThan(HEAP_FIXED_KIB + SANDBOXES * HEAP_KIB_MAX)
    await gateway.close()
  })
})

async function makeDatabase(): Promise<string> {
  const postgres = await startPostgres()
  onTestFinished(() => postgres.stop())
  return postgres.createDatabase()
}

async function moveClock(merchant: MerchantAtGateway | undefined, seconds: number): Promise<void> {
  if (!merchant) throw new Error('no merchant')
  const answer = await merchant.send(
    'POST',
    '/simulators/clock',
    { advance_seconds: seconds },
    sandboxOf(merchant),
  )
  expect(answer.status, answer.text).toBe(200)
}

/** @returns how far it is ahead of this machine's, in milliseconds. */
async function readClock(merchant: MerchantAtGateway): Promise<number> {
  const answer = await merchant.send<{ now: string }>(
    'GET',
    '/simulators/clock',
    undefined,
    sandboxOf(merchant),
  )
  expect(answer.status, answer.text).toBe(200)
  return Date.parse(answer.body.now) - Date.now()
}
