/**
 * The portal's requests among five million payments, of this build and of another, taking turns in one run. npm run
 * build && node bench/gateway/portal-against.ts <checkout> [sqlite] [postgres] [rows, 5000000] The other checkout is
 * built, too. Each gateway has a database that it made itself, filled with the same slim payments. A request that the
 * other build rejects, such as one with a newer filter, has no figure.
 */
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { compareReads, type Gateway, type Reads } from './compare-reads.ts'
import { startFilled } from './fill-tables.ts'
import { captureOne, connect, GATEWAY } from './gateway-under-load.ts'
import { type Measure, onDatabases } from './on-databases.ts'
import { type AskPortal, readOverview, signIn, untilCounted } from './portal-overview.ts'
import { listReads } from './portal-reads.ts'
import { makeTables, SPREAD_MS } from './slim-payments.ts'
import type { RunningServer } from './start-server.ts'

const DEFAULT_ROWS = 5_000_000
const TURNS = 41
const FEW_TURNS = 7
const HOUR_MS = 3_600_000

const [other] = process.argv.slice(2)
if (other === undefined) throw new Error('name the checkout to compare with: portal-against.ts <checkout>')
const BUILDS = { this: GATEWAY, other: join(resolve(other), 'packages/cli/dist/main.js') } as const

/** Files of the payments of an hour and of a day, a month ago. */
function exportReads(ask: AskPortal): Reads {
  const from = Math.floor(Date.now() / HOUR_MS - 31 * 24) * HOUR_MS
  const file = (hours: number) => {
    const [since, until] = [from, from + hours * HOUR_MS].map((atMs) => new Date(atMs).toISOString())
    return () => ask(`/portal/exports/transactions.csv?from=${since}&to=${until}`)
  }
  return { 'the file of an hour': file(1), 'the file of a day': file(24) }
}

/** The requests without those that a build does not know. */
async function keepKnown(reads: Reads, { headers }: Gateway): Promise<Reads> {
  const known = await Promise.all(
    Object.entries(reads).map(async ([name, read]) => {
      if (typeof read !== 'string') return [[name, read] as const]
      const { ok } = await fetch(read, { headers: { 'user-agent': 'bench', ...headers } })
      return ok ? [[name, read] as const] : []
    }),
  )
  return Object.fromEntries(known.flat())
}

const compare: Measure = async (name, directory, rows, makeUrl) => {
  mkdirSync(directory)
  const startMs = Date.now() - SPREAD_MS
  const servers: RunningServer[] = []
  try {
    for (const [build, program] of Object.entries(BUILDS)) {
      const home = join(directory, build)
      mkdirSync(home)
      const { footprint } = await captureOne(home, program)
      const database = { dataDir: join(home, 'data'), databaseUrl: (await makeUrl?.()) ?? null, program }
      const spread = { rows, footprint, startMs }
      servers.push(await startFilled(database, rows, (...given) => makeTables(spread, ...given)))
    }
    const gateways = await Promise.all(servers.map(({ firstLine }) => connect(firstLine)))
    const portals = await Promise.all(gateways.map(signIn))
    const [counting] = portals.map(readOverview)
    if (counting) console.log(`counted in ${((await untilCounted(counting)) / 1000).toFixed(0)} s`)
    const inTurns = async (makeReads: (place: number) => Promise<Reads>, turns: number) =>
      compareReads(gateways, await Promise.all(gateways.map((_, place) => makeReads(place))), turns)
    console.log(`\n| ${name}, ms | This build | The other | × |\n| --- | --- | --- | --- |`)
    await inTurns(async (place) => {
      const [gateway, ask] = [gateways[place], portals[place]]
      if (!gateway || !ask) return {}
      return {
        'the overview': readOverview(ask),
        ...(await keepKnown(await listReads(gateway, rows), gateway)),
      }
    }, TURNS)
    await inTurns(async (place) => (portals[place] ? exportReads(portals[place]) : {}), FEW_TURNS)
  } finally {
    for (const server of servers) await server.stop()
  }
}

await onDatabases(DEFAULT_ROWS, compare)
