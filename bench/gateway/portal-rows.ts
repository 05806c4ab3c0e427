/**
 * Measures the portal's queries with millions of payments, and with a thousand: the first page of each single filter,
 * the queries of the search field, the status and the timeline of one payment, and the overview.
 *
 *     npm run build && node bench/gateway/portal-rows.ts [sqlite] [postgres] [rows, 5000000]
 *
 * The rows are slim, so that five million fit 10 GB: only the tables that these queries read, with all their indexes,
 * and without the texts that no query searches. Both gateways answer in turns. Ends with 1 when a question takes more
 * than
 * 1.5 times as long; the overview of a busy merchant has more to show, so it is only shown.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

import { compareReads } from './compare-reads.ts'
import { startFilled } from './fill-tables.ts'
import { captureOne, connect } from './gateway-under-load.ts'
import type { RunningServer } from './start-server.ts'
import { onDatabases } from './on-databases.ts'
import { readOverview, signIn, untilCounted } from './portal-overview.ts'
import { listReads } from './portal-reads.ts'
import { makeTables, SPREAD_MS } from './slim-payments.ts'

const FEW_ROWS = 1_000
const DEFAULT_ROWS = 5_000_000
const TURNS = 41
const FEW_TURNS = 5
const OVERVIEW = 'the overview'
const RATIO_MAX = 1.5

async function compare(
  name: string,
  directory: string,
  rows: number,
  makeUrl: (() => Promise<string>) | null,
) {
  mkdirSync(directory)
  const { footprint } = await captureOne(directory)
  const startMs = Date.now() - SPREAD_MS
  const servers: RunningServer[] = []
  try {
    const sizes = [rows, FEW_ROWS]
    for (const size of sizes) {
      const database = { dataDir: join(directory, String(size)), databaseUrl: (await makeUrl?.()) ?? null }
      const spread = { rows: size, footprint, startMs }
      servers.push(await startFilled(database, size, (...given) => makeTables(spread, ...given)))
    }
    const gateways = await Promise.all(servers.map(({ firstLine }) => connect(firstLine)))
    const overviews = (await Promise.all(gateways.map(signIn))).map(readOverview)
    // The overview reads the newest payments itself until they are counted.
    const uncounted = overviews.map((overview) => ({ 'the overview while payments are counted': overview }))
    await compareReads(gateways, uncounted, FEW_TURNS)
    for (const [place, overview] of overviews.entries())
      console.log(`${sizes[place]} counted in ${((await untilCounted(overview)) / 1000).toFixed(0)} s`)
    const reads = await Promise.all(
      gateways.map(async (gateway, place) => ({
        ...(await listReads(gateway, sizes[place] ?? 0)),
        [OVERVIEW]: overviews[place] ?? '',
      })),
    )
    console.log(`\n| ${name}, ms | With ${rows} | With ${FEW_ROWS} | × |\n| --- | --- | --- | --- |`)
    const ratios = await compareReads(gateways, reads, TURNS)
    for (const [read, ratio] of ratios) {
      if (ratio <= RATIO_MAX || read === OVERVIEW) continue
      console.error(`${name}, ${read}: ${ratio.toFixed(2)} ×, more than ${RATIO_MAX}`)
      process.exitCode = 1
    }
  } finally {
    for (const server of servers) await server.stop()
  }
}

await onDatabases(DEFAULT_ROWS, compare)
