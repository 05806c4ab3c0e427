/**
 * Complete card purchases per second on one core, compared with their minimal cost here, in one run.
 *
 *     npm run build && node bench/gateway/purchases.ts [sqlite] [postgres] [rounds=<number>] [beside=<checkout>]
 *
 * A purchase is one request: authenticated without friction, without the issuer's method, approved. The floor is
 * floor-server.ts; `beside` names another checkout that is built, too. All servers are pinned to one core and take turns;
 * load and PostgreSQL run on the other. Figures are medians of rounds with their lowest and highest values.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { generateKeyPair } from '@sluice/card-encryption/decrypt'
import { sealCard } from '@sluice/card-encryption/encrypt'
import { startPostgres } from '../../packages/platform/test/postgres.ts'
import type { Footprint } from './capture-purchase.ts'
import { CARD, captureOne, connect, isApproved, startGateway } from './gateway-under-load.ts'
import { median } from '../../packages/gateway/test/quantile.ts'
import { measureLoad } from './measure-load.ts'
import { startServer } from './start-server.ts'

const FLOOR = join(import.meta.dirname, 'floor-server.ts')

const given = new Map(process.argv.slice(2).map((word) => word.split('=', 2) as [string, string | undefined]))
const ROUNDS = Number(given.get('rounds') ?? 3)
const beside = given.get('beside')
const OTHER = beside === undefined ? null : join(resolve(beside), 'packages/cli/dist/main.js')
/** Clients → purchases per round, so that each round takes a second or two. */
const LOADS: readonly (readonly [clients: number, purchases: number])[] = [
  [1, 100],
  [8, 300],
  [32, 400],
  [128, 512],
]
/** Enough purchases for the engine to compile the hot paths. */
const WARM_UP_PURCHASES = 400

/** The columns that differ in every purchase. */
const KEYS = [
  'id',
  'transaction_id',
  'attempt_id',
  'order_id',
  'reference',
  'holder_id',
  'use_key',
  'three_ds_server_trans_id',
  'idempotency_key',
]

interface Place {
  readonly name: string
  readonly databaseUrl: string | null
  readonly location: { readonly dataDir: string } | { readonly databaseUrl: string }
  /** The gateway of the other checkout. */
  readonly otherDatabaseUrl: string | null
  readonly clientsMax: number
}

async function compare(place: Place, directory: string): Promise<void> {
  mkdirSync(directory)
  const { footprint, answer } = await captureOne(directory)
  const gatewayServer = await startGateway(join(directory, 'gateway'), place.databaseUrl)
  const gateway = await connect(gatewayServer.firstLine)
  const floorServer = await startFloor(place, directory, footprint, answer)
  const otherServer =
    OTHER === null
      ? null
      : await startGateway(join(directory, 'other'), place.otherDatabaseUrl, { program: OTHER })
  const other = otherServer && (await connect(otherServer.firstLine))
  const rowCount = Object.values(footprint.rows).reduce((sum, rows) => sum + rows.length, 0)
  console.log(
    `\n${place.name}: ${rowCount} rows in ${footprint.commits} durable commits, request ${(await gateway.make(1))[0]?.length} and answer ${answer.length} bytes`,
  )
  console.log(
    'clients   purchases/s (lowest–highest)   floor/s (lowest–highest)   cost over the floor   ms p50   × the other build',
  )

  const floor = { url: `http://127.0.0.1:${floorServer.firstLine}/`, headers: {} }
  const noCheck = (): void => undefined
  await measureLoad({
    ...gateway,
    bodies: await gateway.make(WARM_UP_PURCHASES),
    clients: 8,
    check: isApproved,
  })
  if (other) {
    const bodies = await other.make(WARM_UP_PURCHASES)
    await measureLoad({ ...other, bodies, clients: 8, check: isApproved })
  }
  const sample = (await gateway.make(1)).flatMap((body) => Array.from({ length: 1_000 }, () => body))
  await measureLoad({ ...floor, bodies: sample.slice(0, WARM_UP_PURCHASES), clients: 8, check: noCheck })

  for (const [clients, purchases] of LOADS.filter(([clients]) => clients <= place.clientsMax)) {
    const ours: number[] = []
    const theirs: number[] = []
    const waits: number[] = []
    const quotients: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const bodies = await gateway.make(purchases)
      const measured = await measureLoad({ ...gateway, bodies, clients, check: isApproved })
      ours.push(measured.perSecond)
      waits.push(measured.medianMs)
      if (other) {
        const asked = await other.make(purchases)
        const { perSecond } = await measureLoad({ ...other, bodies: asked, clients, check: isApproved })
        quotients.push(measured.perSecond / perSecond)
      }
      theirs.push(
        (await measureLoad({ ...floor, bodies: sample.slice(0, purchases), clients, check: noCheck }))
          .perSecond,
      )
    }
    const ratio = median(theirs) / median(ours)
    console.log(
      `${String(clients).padStart(7)}   ${describe(ours).padEnd(28)}   ${describe(theirs).padEnd(24)}   ${`${ratio.toFixed(2)} ×`.padEnd(19)}   ${median(waits).toFixed(1).padStart(6)}   ${other ? median(quotients).toFixed(2) : '–'}`,
    )
  }
  await floorServer.stop()
  await gatewayServer.stop()
  await otherServer?.stop()
}

async function startFloor(place: Place, directory: string, footprint: Footprint, answer: string) {
  const { privateJwk, publicJwk } = generateKeyPair('HPKE-7')
  const sealed = await sealCard({
    key: publicJwk,
    context: '',
    issuedAtSeconds: Math.floor(Date.now() / 1000),
    card: CARD,
  })
  const plan = join(directory, 'plan.json')
  const location = 'dataDir' in place.location ? { dataDir: await copySchema(directory) } : place.location
  const fields = Object.entries(sealed).map(([name, value]) => ({ name, sealed: String(value) }))
  writeFileSync(
    plan,
    JSON.stringify({ location, rows: footprint.rows, keys: KEYS, answer, privateJwk, fields }),
  )
  return startServer([FLOOR, plan])
}

/**
 * Copies the schema of a gateway, because only one process at a time can open an embedded database, so the floor
 * needs its own.
 */
async function copySchema(directory: string): Promise<string> {
  const dataDir = join(directory, 'floor')
  const server = await startGateway(dataDir)
  await server.stop()
  return dataDir
}

const wanted = ['sqlite', 'postgres'].filter((name) => given.has(name))
const directory = mkdtempSync(join(tmpdir(), 'sluice-bench-'))
try {
  if (wanted.length === 0 || wanted.includes('sqlite')) {
    await compare(
      {
        name: 'SQLite',
        databaseUrl: null,
        location: { dataDir: '' },
        otherDatabaseUrl: null,
        clientsMax: 128,
      },
      join(directory, 'sqlite-run'),
    )
  }
  if (wanted.length === 0 || wanted.includes('postgres')) {
    const postgres = await startPostgres('durable')
    const databaseUrl = await postgres.createDatabase()
    await compare(
      {
        name: 'PostgreSQL',
        databaseUrl,
        location: { databaseUrl },
        otherDatabaseUrl: await postgres.createDatabase(),
        // More clients would wait for a connection longer than a gateway permits on a machine that shares its
        // cores, and get a 503.
        clientsMax: 32,
      },
      join(directory, 'postgres-run'),
    )
    await postgres.stop()
  }
} finally {
  rmSync(directory, { recursive: true, force: true })
}

function describe(figures: readonly number[]): string {
  return `${median(figures).toFixed(0)} (${Math.min(...figures).toFixed(0)}–${Math.max(...figures).toFixed(0)})`
}
