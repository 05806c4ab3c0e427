/** Fills tables with millions of rows, which the database itself generates from their numbers. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { Client } from 'pg'
import { startGateway } from './gateway-under-load.ts'
import type { RunningServer } from './start-server.ts'

/** The cache of the filled database: 512 MiB hold the keys by which millions of rows are found. */
const LOADING_CACHE_KIB = 512 * 1024

/** A table and, for each of its columns, the expression of the row numbered `n`, from 1. */
export interface TableFill {
  readonly table: string
  /** Generates only the last of this many rows; by default, every row. */
  readonly oneOf?: number
  readonly columns: Readonly<Record<string, string>>
}

/** The parts of the SQL in which the databases differ. */
export interface Spelling {
  /**
   * An id like the gateway's: earlier ones sort before later ones.
   *
   * @param atMs - an expression, epoch milliseconds.
   */
  id(atMs: string): string
}

const SQLITE: Spelling = {
  id: (atMs) => `printf('%08x-%04x-7000-8000-%012x', (${atMs}) >> 16, (${atMs}) & 65535, n)`,
}

const POSTGRES: Spelling = {
  id: (atMs) =>
    [
      `lpad(to_hex((${atMs}) >> 16), 8, '0')`,
      `'-' || lpad(to_hex((${atMs}) & 65535), 4, '0')`,
      `'-7000-8000-' || lpad(to_hex(n), 12, '0')`,
    ].join(' || '),
}

/** Returns an expression with the same value in every row. */
export function literal(value: unknown): string {
  if (value === null || typeof value === 'number') return String(value)
  return `'${String(value).replaceAll("'", "''")}'`
}

/** The location of a gateway's database. */
export interface Database {
  readonly dataDir: string
  /** Null: in `dataDir`. */
  readonly databaseUrl: string | null
  /** The gateway of another build. */
  readonly program?: string
}

/** The merchant that a gateway creates at its first start, and its terminal. */
export interface Owner {
  readonly merchantId: string
  readonly terminalId: string
}

/** Creates the tables with a gateway, fills them, starts the gateway again, and reports the disk space of a row. */
export async function startFilled(
  { dataDir, databaseUrl, ...build }: Database,
  rows: number,
  makeTables: (spelling: Spelling, owner: Owner) => readonly TableFill[],
): Promise<RunningServer> {
  const first = await startGateway(dataDir, databaseUrl, build)
  const ready = JSON.parse(first.firstLine) as { merchant_id: string; terminal_id: string }
  await first.stop()
  const owner = { merchantId: ready.merchant_id, terminalId: ready.terminal_id }
  const startedAtMs = performance.now()
  if (databaseUrl === null) fillSqlite(dataDir, rows, makeTables(SQLITE, owner))
  else await fillPostgres(databaseUrl, rows, makeTables(POSTGRES, owner))
  const seconds = ((performance.now() - startedAtMs) / 1000).toFixed(0)
  const bytes = await measureSize(dataDir, databaseUrl)
  console.log(
    `${rows} filled in ${seconds} s: ${Math.round(bytes / rows)} bytes for each on the disk, ${(bytes / 1e9).toFixed(2)} GB`,
  )
  return startGateway(dataDir, databaseUrl, build)
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

function fillStatement({ table, oneOf = 1, columns }: TableFill, series: string): string {
  return `insert into ${table} (${Object.keys(columns).join(', ')}) select ${Object.values(columns).join(', ')} from ${series} where n % ${oneOf} = 0`
}

function fillSqlite(dataDir: string, rows: number, fills: readonly TableFill[]): void {
  const database = new SqliteDatabase(join(dataDir, 'sluice.db'))
  database.pragma('synchronous = off')
  // If filling fails, everything is deleted. The gateway creates the log again.
  database.pragma('journal_mode = off')
  database.pragma('temp_store = memory')
  database.pragma(`cache_size = -${LOADING_CACHE_KIB}`)
  const series = `(with recursive series(n) as (select 1 union all select n + 1 from series where n < ${rows}) select n from series)`
  const names = [...new Set(fills.map(({ table }) => table))]
  // Indexes that are built once from all rows take a fraction of the time. Those of primary keys have no SQL text,
  // and remain.
  const indexes = database
    .prepare(
      `select name, sql from sqlite_master where type = 'index' and sql is not null and tbl_name in (${names.map(() => '?').join()})`,
    )
    .all(...names) as { name: string; sql: string }[]
  for (const { name } of indexes) database.exec(`drop index "${name}"`)
  for (const fill of fills) database.exec(fillStatement(fill, series))
  for (const { sql } of indexes) database.exec(sql)
  database.exec('analyze')
  database.close()
}

async function fillPostgres(databaseUrl: string, rows: number, fills: readonly TableFill[]): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(`set maintenance_work_mem = '${LOADING_CACHE_KIB}kB'`)
  const { rows: indexes } = await client.query<{ name: string; sql: string }>(
    `select indexname as name, indexdef as sql from pg_indexes where tablename = any($1)
     and indexname not in (select conname from pg_constraint)`,
    [fills.map(({ table }) => table)],
  )
  for (const { name } of indexes) await client.query(`drop index "${name}"`)
  for (const fill of fills) {
    // The log of a database that is deleted afterwards need not reach the disk.
    await client.query('begin; set local synchronous_commit = off')
    await client.query(fillStatement(fill, `generate_series(1, cast(${rows} as bigint)) as n`))
    await client.query('commit')
  }
  for (const { sql } of indexes) await client.query(sql)
  await client.query('vacuum analyze')
  await client.query('checkpoint')
  await client.end()
}
