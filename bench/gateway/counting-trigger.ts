/**
 * Measures the cost of the trigger that has changed payments counted again: complete card purchases at two gateways of
 * this build, one of which has a database without the trigger.
 *
 *     npm run build && node bench/gateway/counting-trigger.ts [sqlite] [postgres] [rounds, 15]
 *
 * Rounds take turns, in changing order. Figures are medians with the lowest and the highest beside them.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

import SqliteDatabase from 'better-sqlite3'
import { Client } from 'pg'

import { median } from '../../packages/gateway/test/quantile.ts'
import { describeFigures } from './compare-reads.ts'
import { connect, isApproved, startGateway } from './gateway-under-load.ts'
import { measureLoad } from './measure-load.ts'
import { type Measure, onDatabases } from './on-databases.ts'
import type { RunningServer } from './start-server.ts'

const DEFAULT_ROUNDS = 15
const PURCHASES_PER_ROUND = 200
const WARM_UP_PURCHASES = 1_200
const DROP = {
  sqlite: 'drop trigger transactions_recount',
  postgres: 'drop trigger transactions_recount on transactions',
}

async function dropTrigger(dataDir: string, databaseUrl: string | null): Promise<void> {
  if (databaseUrl === null) {
    const database = new SqliteDatabase(join(dataDir, 'sluice.db'))
    database.exec(DROP.sqlite)
    database.close()
    return
  }
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(DROP.postgres)
  await client.end()
}

const compare: Measure = async (name, directory, rounds, makeUrl) => {
  mkdirSync(directory)
  const servers: RunningServer[] = []
  try {
    for (const hasTrigger of [true, false]) {
      const dataDir = join(directory, hasTrigger ? 'with' : 'without')
      const databaseUrl = (await makeUrl?.()) ?? null
      await (await startGateway(dataDir, databaseUrl)).stop()
      if (!hasTrigger) await dropTrigger(dataDir, databaseUrl)
      servers.push(await startGateway(dataDir, databaseUrl))
    }
    const gateways = await Promise.all(servers.map(({ firstLine }) => connect(firstLine)))
    const times: number[][] = servers.map(() => [])
    const work: number[][] = servers.map(() => [])
    const buy = async (place: number, purchases: number) => {
      const [gateway, server] = [gateways[place], servers[place]]
      if (!gateway || !server) throw new Error('no such gateway')
      const bodies = await gateway.make(purchases)
      const before = server.processorMs() ?? NaN
      const { medianMs } = await measureLoad({ ...gateway, bodies, clients: 1, check: isApproved })
      return { medianMs, processorMs: ((server.processorMs() ?? NaN) - before) / purchases }
    }
    for (const place of [0, 1]) await buy(place, WARM_UP_PURCHASES)
    for (let round = 0; round < rounds; round += 1) {
      for (const place of round % 2 === 0 ? [0, 1] : [1, 0]) {
        const { medianMs, processorMs } = await buy(place, PURCHASES_PER_ROUND)
        times[place]?.push(medianMs)
        work[place]?.push(processorMs)
      }
    }
    const [withTrigger = 0, without = 0] = work.map(median)
    console.log(`\n| Database | With the trigger, ms | Without | × | Processor, ms | Without |`)
    console.log(
      `| ${name} | ${describeFigures(times).cells} | ${withTrigger.toFixed(2)} | ${without.toFixed(2)} |`,
    )
  } finally {
    for (const server of servers) await server.stop()
  }
}

await onDatabases(DEFAULT_ROUNDS, compare)
