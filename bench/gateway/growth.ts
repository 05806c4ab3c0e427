/**
 * What a purchase costs when a million others are in the tables already, beside empty tables, in one run.
 *
 *     npm run build && node bench/gateway/million-rows.ts [sqlite] [postgres]
 *
 * Two gateways with the same load take turns, each on its own database; the first one's was filled with the rows that a
 * million purchases leave, except their events, which are deleted once they are delivered.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { Client } from 'pg'
import { startPostgres } from '../../packages/gateway/test/postgres.ts'
import type { Footprint, Row } from './capture-purchase.ts'
import { captureOne, connect, isApproved, startGateway } from './gateway-under-load.ts'
import { measureLoad, median } from './measure-load.ts'

const PURCHASES = 1_000_000
const ROUNDS = 15
const PURCHASES_PER_ROUND = 200
const WARM_UP_PURCHASES = 300

const FILLED = [
  'reference_holds',
  'transactions',
  'attempts',
  'attempt_authentications',
  'continuations',
  'transaction_history',
]

/** Ids sort by time, so earlier purchases sort before those that are measured. */
const FILLED_COLUMNS: Readonly<Record<string, string>> = {
  id: 'id',
  transaction_id: 'id',
  holder_id: 'id',
  attempt_id: 'id',
  order_id: 'id',
  three_ds_server_trans_id: 'id',
  reference: 'reference',
}

type Render = (kind: string) => string

/** `insert … select` of one row a million times over, its keys made from the number `n`. */
function fillStatement(
  table: string,
  row: Row,
  series: string,
  render: Render,
  literal: (value: unknown) => string,
): string {
  const columns = Object.keys(row)
  const values = columns.map((column) => {
    const kind = row[column] === null ? undefined : FILLED_COLUMNS[column]
    return kind ? render(kind) : literal(row[column])
  })
  return `insert into ${table} (${columns.join(', ')}) select ${values.join(', ')} from ${series}`
}

function literal(value: unknown): string {
  if (value === null || typeof value === 'number') return String(value)
  return `'${String(value).replaceAll("'", "''")}'`
}

function rowsToFill({ rows }: Footprint, merchantId: string, terminalId: string) {
  return FILLED.flatMap((table) =>
    (rows[table] ?? []).map((row) => ({
      table,
      row: { ...row, merchant_id: merchantId, ...('terminal_id' in row ? { terminal_id: terminalId } : {}) },
    })),
  )
}

function fillSqlite(dataDir: string, footprint: Footprint, merchantId: string, terminalId: string): void {
  const database = new SqliteDatabase(join(dataDir, 'sluice.db'))
  database.pragma('synchronous = off')
  const render: Render = (kind) =>
    kind === 'id' ? `printf('01900000-0000-7000-8000-%012x', n)` : `'filled-' || n`
  const series = `(with recursive series(n) as (select 1 union all select n + 1 from series where n < ${PURCHASES}) select n from series)`
  for (const { table, row } of rowsToFill(footprint, merchantId, terminalId)) {
    database.exec(fillStatement(table, row, series, render, literal))
  }
  database.exec('analyze')
  database.pragma('wal_checkpoint(truncate)')
  database.close()
}

async function fillPostgres(
  databaseUrl: string,
  footprint: Footprint,
  merchantId: string,
  terminalId: string,
): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  const render: Render = (kind) =>
    kind === 'id' ? `'01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0')` : `'filled-' || n`
  for (const { table, row } of rowsToFill(footprint, merchantId, terminalId)) {
    await client.query(fillStatement(table, row, `generate_series(1, ${PURCHASES}) as n`, render, literal))
  }
  await client.query('vacuum analyze')
  await client.query('checkpoint')
  await client.end()
}

async function compare(
  name: string,
  directory: string,
  makeUrl: (() => Promise<string>) | null,
): Promise<void> {
  mkdirSync(directory)
  const { footprint } = await captureOne(directory)
  const urls = makeUrl ? [await makeUrl(), await makeUrl()] : []
  const flagsOf = (place: number) => (urls[place] ? ['--database-url', urls[place]] : [])
  const dataDirs = [join(directory, 'filled'), join(directory, 'empty')]

  const first = await startGateway(String(dataDirs[0]), flagsOf(0))
  const { merchant_id, terminal_id } = JSON.parse(first.firstLine) as {
    merchant_id: string
    terminal_id: string
  }
  await first.stop()
  const startedAtMs = performance.now()
  if (urls[0]) await fillPostgres(urls[0], footprint, merchant_id, terminal_id)
  else fillSqlite(String(dataDirs[0]), footprint, merchant_id, terminal_id)
  console.log(`\n${name}: filled in ${((performance.now() - startedAtMs) / 1000).toFixed(0)} s`)

  const servers = await Promise.all(
    [0, 1].map((place) => startGateway(String(dataDirs[place]), flagsOf(place))),
  )
  const gateways = await Promise.all(servers.map((server) => connect(server.firstLine)))
  const medians: number[][] = [[], []]
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const [place, gateway] of gateways.entries()) {
      const bodies = await gateway.make(round < 0 ? WARM_UP_PURCHASES : PURCHASES_PER_ROUND)
      const { medianMs } = await measureLoad({ ...gateway, bodies, clients: 1, check: isApproved })
      if (round >= 0) medians[place]?.push(medianMs)
    }
  }
  for (const server of servers) await server.stop()
  const [filled = [], empty = []] = medians
  const ratio = median(filled) / median(empty)
  console.log(
    `ms per purchase, median of ${ROUNDS} rounds: ${describe(filled)} with a million, ${describe(empty)} empty: ${ratio.toFixed(2)} ×`,
  )
}

function describe(figures: readonly number[]): string {
  return `${median(figures).toFixed(2)} (${Math.min(...figures).toFixed(2)}–${Math.max(...figures).toFixed(2)})`
}

const wanted = process.argv.slice(2)
const directory = mkdtempSync(join(tmpdir(), 'sluice-bench-'))
try {
  if (wanted.length === 0 || wanted.includes('sqlite'))
    await compare('SQLite', join(directory, 'sqlite-run'), null)
  if (wanted.length === 0 || wanted.includes('postgres')) {
    const postgres = await startPostgres('durable')
    await compare('PostgreSQL', join(directory, 'postgres-run'), () => postgres.createDatabase())
    await postgres.stop()
  }
} finally {
  rmSync(directory, { recursive: true, force: true })
}
