/**
 * Measures the time that a gateway takes to delete expired rows of each table, and the time of purchases during that
 * and afterwards. Payments older than a year are erased at the same time, a round of them each minute.
 *
 *     npm run build && node bench/gateway/retention.ts [sqlite] [postgres] [rows of each table, 200000]
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { Client } from 'pg'
import type { Footprint } from './capture-purchase.ts'
import type { Gateway } from './compare-reads.ts'
import {
  type Database,
  literal,
  type Owner,
  type Spelling,
  startFilled,
  type TableFill,
} from './fill-tables.ts'
import { captureOne, connect, isApproved } from './gateway-under-load.ts'
import { quantile } from '../../packages/gateway/test/quantile.ts'
import { measureLoad } from './measure-load.ts'
import { type Measure, onDatabases } from './on-databases.ts'

const DEFAULT_ROWS = 200_000
const RETENTION_DAYS = 365
const DAY_MS = 86_400_000
/** Older than any retention period. */
const OLD_MS = Date.now() - 2 * RETENTION_DAYS * DAY_MS
/** The interval between two checks whether something is left. */
const PURCHASES_PER_LOOK = 3
const PURCHASES_AFTERWARDS = 300

const N = (prefix: string): string => `'${prefix}-' || n`
const NOTHING = `''`

/** The tables from which old rows are deleted: the column with the age, and the other values of a row. */
const PURGED: Readonly<Record<string, { age: string; columns: Readonly<Record<string, string>> }>> = {
  stored_answers: {
    age: 'created_at',
    columns: { name: N('name'), body_lookup: NOTHING, claim_id: N('claim') },
  },
  sealed_field_uses: {
    age: 'expires_at',
    columns: { use_key: N('use'), terminal_id: NOTHING, reference: N('order') },
  },
  webhook_attempts: {
    age: 'started_at',
    columns: {
      delivery_id: N('msg'),
      number: '1',
      duration_ms: '20',
      status: '200',
      response_excerpt: literal('ok'),
    },
  },
  continuation_handles: {
    age: 'created_at',
    columns: {
      lookup: N('lookup'),
      transaction_id: N('paid'),
      attempt_id: N('attempt'),
      kind: literal('METHOD'),
      step: literal('1'),
    },
  },
  operation_requests: { age: 'created_at', columns: { request_key: N('key'), transaction_id: N('paid') } },
  provider_callbacks: {
    age: 'received_at',
    columns: {
      provider_id: literal('sim-a'),
      message_id: N('message'),
      transaction_id: N('paid'),
      status: literal('APPROVED'),
    },
  },
  risk_events: {
    age: 'expires_at',
    columns: {
      subject: N('card'),
      id: N('event'),
      transaction_id: N('paid'),
      terminal_id: NOTHING,
      state: literal('APPROVED'),
      amount: '100',
      currency: literal('EUR'),
      counted_at: String(OLD_MS),
    },
  },
  failed_requests: {
    age: 'created_at',
    columns: {
      id: N('failed'),
      endpoint: literal('authorize'),
      status: '422',
      request_id: N('request'),
      caller: NOTHING,
    },
  },
}

/** The rows of a payment that name its customer. */
const ERASED = ['transactions', 'events'] as const

/** The database fills it in. */
const NUMBERED = ['position', 'commit_order']

function makeTables(footprint: Footprint, { id }: Spelling, owner: Owner): readonly TableFill[] {
  const merchant = { merchant_id: literal(owner.merchantId) }
  const purged = Object.entries(PURGED).map(([table, { age, columns }]) => ({
    table,
    columns: { ...merchant, ...columns, [age]: String(OLD_MS) },
  }))
  const ids = id(`cast(${OLD_MS} as bigint)`)
  const made: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    transactions: { id: ids, reference: N('order'), terminal_id: literal(owner.terminalId) },
    events: { id: N('msg'), transaction_id: ids },
  }
  const erased = ERASED.flatMap((table) =>
    (footprint.rows[table] ?? []).slice(-1).map((row) => {
      const columns = Object.entries(row)
        .filter(([column]) => !NUMBERED.includes(column))
        .map(([column, value]) => [column, made[table]?.[column] ?? literal(value)])
      return { table, columns: { ...Object.fromEntries(columns), ...merchant } as Record<string, string> }
    }),
  )
  return [...purged, ...erased]
}

/** Queries the database in parallel with the gateway. */
type Ask = (text: string) => Promise<number>

async function openWaitingDatabase({
  dataDir,
  databaseUrl,
}: Database): Promise<{ ask: Ask; close: () => unknown }> {
  if (databaseUrl !== null) {
    const client = new Client({ connectionString: databaseUrl })
    await client.connect()
    const ask: Ask = async (text) =>
      Number((await client.query<{ found: string }>(`select (${text}) as found`)).rows[0]?.found)
    return { ask, close: () => client.end() }
  }
  const database = new SqliteDatabase(join(dataDir, 'sluice.db'), { readonly: true })
  return {
    ask: (text) => Promise.resolve(Number(database.prepare(`select (${text})`).pluck().get())),
    close: () => database.close(),
  }
}

async function listLeft(ask: Ask): Promise<readonly string[]> {
  const left: string[] = []
  for (const [table, { age }] of Object.entries(PURGED)) {
    const isLeft = `select count(*) from (select 1 from ${table} where ${age} <= ${OLD_MS} limit 1) as old`
    if ((await ask(isLeft)) > 0) left.push(table)
  }
  return left
}

/** Executes purchases with one client, a few at a time. Returns the milliseconds of each. */
async function buy(gateway: Gateway, count: number): Promise<readonly number[]> {
  const durationsMs: number[] = []
  for (const body of await gateway.make(count)) {
    const sentAtMs = performance.now()
    await measureLoad({ ...gateway, bodies: [body], clients: 1, check: isApproved })
    durationsMs.push(performance.now() - sentAtMs)
  }
  return durationsMs
}

function describe(durationsMs: readonly number[]): string {
  return [0.5, 0.99, 1].map((share) => quantile(durationsMs, share).toFixed(1)).join(' | ')
}

const measure: Measure = async (name, directory, rows, makeUrl) => {
  mkdirSync(directory)
  const { footprint } = await captureOne(directory)
  const database = { dataDir: join(directory, 'filled'), databaseUrl: (await makeUrl?.()) ?? null }
  process.env['SLUICE_RETENTION_DAYS'] = String(RETENTION_DAYS)
  const server = await startFilled(database, rows, (spelling, owner) =>
    makeTables(footprint, spelling, owner),
  )
  const beganAtMs = performance.now()
  const gateway = await connect(server.firstLine)
  const { ask, close } = await openWaitingDatabase(database)

  console.log(`\n| ${name}, ${rows} rows of | Deleted after, s |\n| --- | --- |`)
  const meanwhile: number[] = []
  let left = await listLeft(ask)
  while (left.length > 0) {
    meanwhile.push(...(await buy(gateway, PURCHASES_PER_LOOK)))
    const still = await listLeft(ask)
    const seconds = ((performance.now() - beganAtMs) / 1000).toFixed(0)
    for (const table of left) if (!still.includes(table)) console.log(`| ${table} | ${seconds} |`)
    left = still
  }
  const erased = await ask('select count(*) from transactions where customer_email is null')
  const afterwards = await buy(gateway, PURCHASES_AFTERWARDS)
  console.log(`\n${erased} payments erased by then\n`)
  console.log(`| ${name}, a purchase, ms | Median | 99 of 100 | Longest |\n| --- | --- | --- | --- |`)
  console.log(`| while rows are deleted (${meanwhile.length}) | ${describe(meanwhile)} |`)
  console.log(`| afterwards (${afterwards.length}) | ${describe(afterwards)} |`)
  await close()
  await server.stop()
}

await onDatabases(DEFAULT_ROWS, measure)
