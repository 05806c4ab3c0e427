/**
 * Measures the cost of a purchase, and of each way to find transactions, with millions of others in the tables and
 * with a thousand, in one run; and the disk space of a payment.
 *
 *     npm run build && node bench/gateway/growth.ts [sqlite] [postgres] [rows, 1000000]
 *
 * Two gateways with the same load take turns, each on its own database, which was filled with the rows that so many
 * purchases leave, except their events, which are deleted once they are delivered.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { TransactionList } from '@sluice/types'
import type { Footprint, Row } from './capture-purchase.ts'
import { compareReads, describeFigures, type Gateway, type Reads } from './compare-reads.ts'
import { literal, type Owner, type Spelling, startFilled, type TableFill } from './fill-tables.ts'
import { captureOne, connect, isApproved } from './gateway-under-load.ts'
import { measureLoad } from './measure-load.ts'
import { type Measure, onDatabases } from './on-databases.ts'

/** The number of rows with which the others are compared. */
const FEW_ROWS = 1_000
const DEFAULT_ROWS = 1_000_000
const ROUNDS = 15
const PURCHASES_PER_ROUND = 200
const WARM_UP_PURCHASES = 300
const READS_PER_WAY = 41
const HOUR_MS = 3_600_000

const FILLED = [
  'reference_holds',
  'transactions',
  'attempts',
  'attempt_authentications',
  'continuations',
  'transaction_history',
]

/** Ids sort by time, so earlier purchases sort before the measured ones. */
const FILLED_COLUMNS: Readonly<Record<string, string>> = {
  id: 'id',
  transaction_id: 'id',
  holder_id: 'id',
  attempt_id: 'id',
  order_id: 'id',
  three_ds_server_trans_id: 'id',
  reference: 'reference',
}

/** All of them are unique, because ids differ by their number. */
const FILLED_AT_MS = Date.UTC(2025, 0, 1)

/** Creates one row a million times, with keys made from its number. */
function makeTables(footprint: Footprint, { id }: Spelling, { merchantId, terminalId }: Owner): TableFill[] {
  const keys: Readonly<Record<string, string>> = {
    id: id(`cast(${FILLED_AT_MS} as bigint)`),
    reference: `'filled-' || n`,
  }
  return FILLED.flatMap((table) =>
    (footprint.rows[table] ?? []).map((row) => {
      const whole: Row = {
        ...row,
        merchant_id: merchantId,
        ...('terminal_id' in row && { terminal_id: terminalId }),
      }
      const columns = Object.entries(whole).map(([column, value]) => {
        const kind = value === null ? undefined : FILLED_COLUMNS[column]
        return [column, (kind && keys[kind]) ?? literal(value)]
      })
      return { table, columns: Object.fromEntries(columns) as Readonly<Record<string, string>> }
    }),
  )
}

const compare: Measure = async (name, directory, rows, makeUrl) => {
  mkdirSync(directory)
  const { footprint } = await captureOne(directory)
  const sizes = [rows, FEW_ROWS]
  const servers = []
  for (const [place, size] of sizes.entries()) {
    const databaseUrl = (await makeUrl?.()) ?? null
    const database = { dataDir: join(directory, String(place)), databaseUrl }
    servers.push(
      await startFilled(database, size, (spelling, owner) => makeTables(footprint, spelling, owner)),
    )
  }
  const gateways = await Promise.all(servers.map((server) => connect(server.firstLine)))
  console.log(`\n| ${name}, ms | With ${rows} | With ${FEW_ROWS} | Cost |\n| --- | --- | --- | --- |`)

  const purchases: number[][] = [[], []]
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const [place, gateway] of gateways.entries()) {
      const bodies = await gateway.make(round < 0 ? WARM_UP_PURCHASES : PURCHASES_PER_ROUND)
      const { medianMs } = await measureLoad({ ...gateway, bodies, clients: 1, check: isApproved })
      if (round >= 0) purchases[place]?.push(medianMs)
    }
  }
  console.log(`| a purchase | ${describeFigures(purchases).cells} |`)

  await compareReads(gateways, await Promise.all(gateways.map(listReads)), READS_PER_WAY)
  for (const server of servers) await server.stop()
}

/** Lists all ways to find transactions, each with a value of the newest transaction. */
async function listReads({ url, headers }: Gateway): Promise<Reads> {
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
  }
}

await onDatabases(DEFAULT_ROWS, compare)
