/**
 * What a purchase and each way to find transactions cost when millions of others are in the tables already, beside a
 * thousand of them, in one run; and what a payment takes on the disk.
 *
 *     npm run build && node bench/gateway/growth.ts [sqlite] [postgres] [rows, 1000000]
 *
 * Two gateways with the same load take turns, each on its own database, which was filled with the rows that so many
 * purchases leave, except their events, which are deleted once they are delivered.
 */
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TransactionList } from '@sluice/types'
import SqliteDatabase from 'better-sqlite3'
import { Client } from 'pg'
import { startPostgres } from '../../packages/gateway/test/postgres.ts'
import type { Footprint, Row } from './capture-purchase.ts'
import { captureOne, connect, isApproved, startGateway } from './gateway-under-load.ts'
import { measureLoad, median } from './measure-load.ts'
import type { RunningServer } from './start-server.ts'

/** What the others are compared with. */
const FEW_ROWS = 1_000
const DEFAULT_ROWS = 1_000_000
const ROUNDS = 15
const PURCHASES_PER_ROUND = 200
const WARM_UP_PURCHASES = 300
const READS_PER_WAY = 41
const HOUR_MS = 3_600_000
/** Of the database that is filled: 512 MiB hold the keys that millions of rows are found by. */
const LOADING_CACHE_KIB = 512 * 1024

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

interface Filling {
  readonly footprint: Footprint
  readonly merchantId: string
  readonly terminalId: string
  readonly rows: number
}

function rowsToFill({ footprint, merchantId, terminalId }: Filling) {
  return FILLED.flatMap((table) =>
    (footprint.rows[table] ?? []).map((row) => ({
      table,
      row: { ...row, merchant_id: merchantId, ...('terminal_id' in row ? { terminal_id: terminalId } : {}) },
    })),
  )
}

function fillSqlite(dataDir: string, filling: Filling): void {
  const database = new SqliteDatabase(join(dataDir, 'sluice.db'))
  database.pragma('synchronous = off')
  // Nothing is kept of a filling that fails; the gateway sets a log up again.
  database.pragma('journal_mode = off')
  database.pragma('temp_store = memory')
  const render: Render = (kind) =>
    kind === 'id' ? `printf('01900000-0000-7000-8000-%012x', n)` : `'filled-' || n`
  database.pragma(`cache_size = -${LOADING_CACHE_KIB}`)
  const series = `(with recursive series(n) as (select 1 union all select n + 1 from series where n < ${filling.rows}) select n from series)`
  // Built once from all rows they take a fraction of what they take row by row. Those of keys have no text, and stay.
  const indexes = database
    .prepare(
      `select name, sql from sqlite_master where type = 'index' and sql is not null and tbl_name in (${FILLED.map(() => '?').join()})`,
    )
    .all(...FILLED) as { name: string; sql: string }[]
  for (const { name } of indexes) database.exec(`drop index "${name}"`)
  for (const { table, row } of rowsToFill(filling)) {
    database.exec(fillStatement(table, row, series, render, literal))
  }
  for (const { sql } of indexes) database.exec(sql)
  database.exec('analyze')
  database.close()
}

async function fillPostgres(databaseUrl: string, filling: Filling): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  const render: Render = (kind) =>
    kind === 'id' ? `'01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0')` : `'filled-' || n`
  await client.query(`set maintenance_work_mem = '${LOADING_CACHE_KIB}kB'`)
  const { rows: indexes } = await client.query<{ name: string; sql: string }>(
    `select indexname as name, indexdef as sql from pg_indexes where tablename = any($1)
     and indexname not in (select conname from pg_constraint)`,
    [FILLED],
  )
  for (const { name } of indexes) await client.query(`drop index "${name}"`)
  for (const { table, row } of rowsToFill(filling)) {
    // The log of what is thrown away with the database need not reach the disk.
    await client.query('begin; set local synchronous_commit = off')
    await client.query(fillStatement(table, row, `generate_series(1, ${filling.rows}) as n`, render, literal))
    await client.query('commit')
  }
  for (const { sql } of indexes) await client.query(sql)
  await client.query('vacuum analyze')
  await client.query('checkpoint')
  await client.end()
}

async function compare(
  name: string,
  directory: string,
  rows: number,
  makeUrl: (() => Promise<string>) | null,
): Promise<void> {
  mkdirSync(directory)
  const { footprint } = await captureOne(directory)
  const sizes = [rows, FEW_ROWS]
  const servers = []
  for (const [place, size] of sizes.entries()) {
    const databaseUrl = (await makeUrl?.()) ?? null
    servers.push(await startFilled(join(directory, String(place)), databaseUrl, { footprint, rows: size }))
  }
  const gateways = await Promise.all(servers.map((server) => connect(server.firstLine)))
  const spread = (figures: readonly (readonly number[])[]): string => {
    const [many = [], few = []] = figures
    const ratio = median(many) / median(few)
    return `${describe(many)} | ${describe(few)} | ${ratio.toFixed(2)} ×`
  }
  console.log(`\n| ${name}, ms | With ${rows} | With ${FEW_ROWS} | Cost |\n| --- | --- | --- | --- |`)

  const purchases: number[][] = [[], []]
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const [place, gateway] of gateways.entries()) {
      const bodies = await gateway.make(round < 0 ? WARM_UP_PURCHASES : PURCHASES_PER_ROUND)
      const { medianMs } = await measureLoad({ ...gateway, bodies, clients: 1, check: isApproved })
      if (round >= 0) purchases[place]?.push(medianMs)
    }
  }
  console.log(`| a purchase | ${spread(purchases)} |`)

  const paths = await Promise.all(gateways.map(listReads))
  for (const way of Object.keys(paths[0] ?? {})) {
    const reads: number[][] = [[], []]
    for (let turn = -1; turn < READS_PER_WAY; turn += 1) {
      for (const [place, gateway] of gateways.entries()) {
        const ms = await read(gateway, paths[place]?.[way] ?? '')
        if (turn >= 0) reads[place]?.push(ms)
      }
    }
    console.log(`| ${way} | ${spread(reads)} |`)
  }
  for (const server of servers) await server.stop()
}

type Gateway = Awaited<ReturnType<typeof connect>>

/** Makes the tables with a gateway, fills them, and starts it again. */
async function startFilled(
  dataDir: string,
  databaseUrl: string | null,
  filling: Pick<Filling, 'footprint' | 'rows'>,
): Promise<RunningServer> {
  const flags = databaseUrl === null ? [] : ['--database-url', databaseUrl]
  const first = await startGateway(dataDir, flags)
  const ready = JSON.parse(first.firstLine) as { merchant_id: string; terminal_id: string }
  await first.stop()
  const whole = { ...filling, merchantId: ready.merchant_id, terminalId: ready.terminal_id }
  const startedAtMs = performance.now()
  if (databaseUrl === null) fillSqlite(dataDir, whole)
  else await fillPostgres(databaseUrl, whole)
  const seconds = ((performance.now() - startedAtMs) / 1000).toFixed(0)
  const bytes = await measureSize(dataDir, databaseUrl)
  console.log(
    `${filling.rows} filled in ${seconds} s: ${Math.round(bytes / filling.rows)} bytes for each on the disk`,
  )
  return startGateway(dataDir, flags)
}

async function measureSize(dataDir: string, databaseUrl: string | null): Promise<number> {
  if (databaseUrl === null) return statSync(join(dataDir, 'sluice.db')).size
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ bytes: string }>(
    'select pg_database_size(current_database()) as bytes',
  )
  await client.end()
  return Number(rows[0]?.bytes)
}

/** Every way to find transactions, each with a value that the newest of them has. */
async function listReads({ url, headers }: Gateway): Promise<Readonly<Record<string, string>>> {
  const { origin } = new URL(url)
  const list = `${origin}/api/transactions`
  const answer = await fetch(`${list}?limit=1`, { headers: { 'user-agent': 'bench', ...headers } })
  const { data } = (await answer.json()) as TransactionList
  const [newest] = data
  if (!newest) throw new Error('no transactions')
  const filters: Readonly<Record<string, string>> = {
    reference: newest.reference,
    email: 'ada@example.com',
    last4: '4242',
    'status, of most': 'status=APPROVED',
    'status, of none': 'status=DECLINED',
    transaction_type: newest.transaction_type,
    terminal_id: newest.terminal_id,
    amount: String(newest.amount),
    currency: newest.currency,
    from: new Date(Date.now() - HOUR_MS).toISOString(),
  }
  const ways = Object.entries(filters).map(([name, value]) => {
    const query = value.includes('=') ? value : `${name}=${encodeURIComponent(value)}`
    return [`by ${name}`, `${list}?${query}`]
  })
  return {
    'first page': list,
    ...Object.fromEntries(ways),
    'status of one': `${list}/${newest.id}/status`,
    'timeline of one': `${list}/${newest.id}/timeline`,
  } as Readonly<Record<string, string>>
}

async function read({ headers, renew }: Gateway, path: string): Promise<number> {
  await renew()
  const sentAtMs = performance.now()
  const answer = await fetch(path, { headers: { 'user-agent': 'bench', ...headers } })
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${text}`)
  return performance.now() - sentAtMs
}

function describe(figures: readonly number[]): string {
  return `${median(figures).toFixed(2)} (${Math.min(...figures).toFixed(2)}–${Math.max(...figures).toFixed(2)})`
}

const wanted = process.argv.slice(2)
const isWanted = (database: string): boolean =>
  wanted.includes(database) || !wanted.some((word) => word === 'sqlite' || word === 'postgres')
const rows = Number(wanted.find((word) => /^\d+$/.test(word)) ?? DEFAULT_ROWS)
const directory = mkdtempSync(join(tmpdir(), 'sluice-bench-'))
try {
  if (isWanted('sqlite')) await compare('SQLite', join(directory, 'sqlite-run'), rows, null)
  if (isWanted('postgres')) {
    const postgres = await startPostgres('durable')
    await compare('PostgreSQL', join(directory, 'postgres-run'), rows, () => postgres.createDatabase())
    await postgres.stop()
  }
} finally {
  rmSync(directory, { recursive: true, force: true })
}
