/**
 * Complete card purchases per second by 1, 2 and 4 gateway processes on one durable PostgreSQL, in one run.
 *
 *     npm run build && node bench/gateway/processes.ts
 *
 * Processes, PostgreSQL and load share the cores of this machine; the ratio says what another process adds here. Rounds of
 * the three take turns. Figures are medians with their lowest and highest values.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'

import { startPostgres } from '../../packages/platform/test/postgres.ts'
import { connect, isApproved, startGateway } from './gateway-under-load.ts'
import { median } from '../../packages/gateway/test/quantile.ts'
import { measureLoad } from './measure-load.ts'
import type { RunningServer } from './start-server.ts'

const COUNTS = [1, 2, 4] as const
const ROUNDS = 5
const CLIENTS = 32
const PURCHASES = 600

const directory = mkdtempSync(join(tmpdir(), 'sluice-bench-'))
const postgres = await startPostgres('durable')
const databaseUrl = await postgres.createDatabase()
const servers: RunningServer[] = []
try {
  for (let count = 0; count < Math.max(...COUNTS); count += 1) {
    // The processes share the directory, and with it the master key.
    servers.push(await startGateway(directory, databaseUrl, { isPinned: false }))
  }
  const gateways = await Promise.all(servers.map(({ firstLine }) => connect(firstLine)))
  await buyAt(gateways, 1_600)
  const rates = new Map<number, number[]>(COUNTS.map((count) => [count, []]))
  const waits = new Map<number, number[]>(COUNTS.map((count) => [count, []]))
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const count of COUNTS) {
      const { perSecond, medianMs } = await buyAt(gateways.slice(0, count), PURCHASES)
      rates.get(count)?.push(perSecond)
      waits.get(count)?.push(medianMs)
    }
  }
  console.log(`${availableParallelism()} cores, ${CLIENTS} clients`)
  console.log('processes   purchases/s (lowest–highest)   of one process   ms p50')
  const alone = median(rates.get(1) ?? [])
  for (const count of COUNTS) {
    const all = rates.get(count) ?? []
    const [lowest, highest] = [Math.min(...all), Math.max(...all)].map((rate) => rate.toFixed(0))
    const rate = `${median(all).toFixed(0)} (${lowest}–${highest})`
    const ratio = `${(median(all) / alone).toFixed(2)} ×`
    console.log(
      `${String(count).padStart(9)}   ${rate.padEnd(28)}   ${ratio.padEnd(14)}   ${median(waits.get(count) ?? []).toFixed(1)}`,
    )
  }
} finally {
  for (const server of servers) await server.stop()
  await postgres.stop()
  rmSync(directory, { recursive: true, force: true })
}

type Gateway = Awaited<ReturnType<typeof connect>>

/** Each process gets its share of clients and purchases. */
async function buyAt(
  gateways: readonly Gateway[],
  purchases: number,
): Promise<{ perSecond: number; medianMs: number }> {
  const count = gateways.length
  const share = Math.ceil(purchases / count)
  const loads = await Promise.all(
    gateways.map(async (gateway) => ({ ...gateway, bodies: await gateway.make(share) })),
  )
  const measured = await Promise.all(
    loads.map((load) => measureLoad({ ...load, clients: CLIENTS / count, check: isApproved })),
  )
  return {
    perSecond: measured.reduce((sum, { perSecond }) => sum + perSecond, 0),
    medianMs: median(measured.map(({ medianMs }) => medianMs)),
  }
}
