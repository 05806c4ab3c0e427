/**
 * What the portal's questions cost when millions of payments are there, beside a thousand of them: the first page of each
 * single filter, what the search field asks, the status and the timeline of one payment, and the overview.
 *
 *     npm run build && node bench/gateway/portal-rows.ts [sqlite] [postgres] [rows, 5000000]
 *
 * The rows are slim, so that five million fit 10 GB: only the tables that these questions read, with all their indexes, and
 * without the texts that no question looks for. Both gateways answer in turns. Ends with 1 when a question takes more than
 * 1.5 times as long; the overview of a busy merchant has more to show, so it is only shown.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

import type { TransactionList } from '@sluice/types'
import { sha256Base64Url } from '@sluice/platform/crypto/aead'

import type { Footprint, Row } from './capture-purchase.ts'
import { compareReads, type Gateway, type Reads } from './compare-reads.ts'
import { literal, type Owner, type Spelling, startFilled, type TableFill } from './fill-tables.ts'
import { captureOne, connect } from './gateway-under-load.ts'
import type { RunningServer } from './start-server.ts'
import { onDatabases } from './on-databases.ts'
import { openOverview, untilCounted } from './portal-overview.ts'

const FEW_ROWS = 1_000
const DEFAULT_ROWS = 5_000_000
const TURNS = 41
const FEW_TURNS = 5
const OVERVIEW = 'the overview'
const RATIO_MAX = 1.5
const DAY_MS = 86_400_000

/** The payments are spread over the year that ends now. */
const SPREAD_MS = 350 * DAY_MS

/** The share of payments with a rare value: more than a page, spread over all of them. */
const RARE_ROWS = 25

/** The tables of a payment that the requests read, each with the share of payments that have a row there. */
const FILLED = {
  transactions: 1,
  attempts: 1,
  attempt_authentications: 10,
  transaction_history: 1,
} as const

/** Texts that no request searches for. */
const LEFT_OUT = [
  'approval_code',
  'browser_info',
  'customer',
  'customer_ip',
  'data',
  'description',
  'ds_trans_id',
  'metadata',
  'network_transaction_id',
  'payment_method_hash',
  'provider_response_message',
  'reference_number',
  'request_id',
]

/** The one rare value that is searched for. */
const WANTED = 10

const OTHER_TERMINAL = 'T00000000002'
const SESSION = 'wanted'

interface Spread {
  readonly rows: number
  readonly footprint: Footprint
  readonly startMs: number
}

/** Makes payments like a captured one, whose searched columns repeat at different intervals. */
function makeTables(
  { rows, footprint, startMs }: Spread,
  { id }: Spelling,
  { merchantId, terminalId }: Owner,
): readonly TableFill[] {
  const atMs = `cast(${startMs} as bigint) + n * ${Math.floor(SPREAD_MS / rows)}`
  // The rare values of a row.
  const rare = `n % ${rows / RARE_ROWS}`
  const digits = `'0000' || n % ${Math.min(rows / RARE_ROWS, 10_000)}`
  const oneOfTen = (usual: string, other: string): string =>
    `case when n % 10 = 0 then ${literal(other)} else ${literal(usual)} end`
  const everywhere: Readonly<Record<string, string>> = {
    merchant_id: literal(merchantId),
    ...Object.fromEntries(
      ['id', 'transaction_id', 'attempt_id', 'order_id', 'three_ds_server_trans_id'].map((key) => [
        key,
        id(atMs),
      ]),
    ),
    created_at: atMs,
    updated_at: atMs,
    ...Object.fromEntries(LEFT_OUT.map((column) => [column, 'null'])),
  }
  const ofTransactions: Readonly<Record<string, string>> = {
    terminal_id: `case when n % 3 = 1 then ${literal(OTHER_TERMINAL)} else ${literal(terminalId)} end`,
    session_hash: `case when ${rare} = ${WANTED} then ${literal(sha256Base64Url('session', SESSION))} when n % 2 = 0 then 'session-' || n end`,
    reference: `'order-' || n`,
    currency: oneOfTen('EUR', 'SEK'),
    amount: `100 + ${rare}`,
    transaction_type: oneOfTen('PURCHASE', 'AUTHORIZE'),
    status: `case when ${rare} = ${WANTED} then 'CANCELED' when n % 10 = 5 then 'DECLINED' else 'APPROVED' end`,
    customer_id: `'customer-' || ${rare}`,
    customer_email: `'person-' || ${rare} || '@example.com'`,
    payment_method_type: oneOfTen('card', 'partner-blik'),
    payment_method_last4: `substr(${digits}, length(${digits}) - 3)`,
    parent_id: `case when n % 10 = 0 then 'parent-' || ${rare} end`,
  }
  const fill = (table: string, oneOf: number, row: Row): TableFill => {
    const made = { ...everywhere, ...(table === 'transactions' && ofTransactions) }
    const columns = Object.entries(row).map(([column, value]) => {
      const isKept = value === null && !(column in ofTransactions && table === 'transactions')
      return [column, isKept ? 'null' : (made[column] ?? literal(value))]
    })
    return { table, oneOf, columns: Object.fromEntries(columns) as Readonly<Record<string, string>> }
  }
  // The last row of each, because a payment has two rows of history.
  return Object.entries(FILLED).flatMap(([table, oneOf]) =>
    (footprint.rows[table] ?? []).slice(-1).map((row) => fill(table, oneOf, row)),
  )
}

/** Lists the requests, for payments of which both gateways have the same number on a first page. */
async function listReads({ url, headers, terminalId }: Gateway, rows: number): Promise<Reads> {
  const { origin } = new URL(url)
  const list = `${origin}/api/transactions`
  const middle = `reference=order-${rows / 2}`
  const answer = await fetch(`${list}?${middle}`, { headers: { 'user-agent': 'bench', ...headers } })
  const [found] = ((await answer.json()) as TransactionList).data
  if (!found) throw new Error('the payment in the middle was not found')
  const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString()
  const filters: Reads = {
    'without a filter': '',
    'by reference': middle,
    'by e-mail address': `email=person-${WANTED}@example.com`,
    'by last four digits': `last4=${String(WANTED).padStart(4, '0')}`,
    'by amount': `amount=${100 + WANTED}`,
    'by amount and currency, as searched': `amount=${100 + WANTED}&currency=SEK`,
    'by customer': `customer_id=customer-${WANTED}`,
    'by parent': `parent_id=parent-${WANTED}`,
    'by session': `session_id=${SESSION}`,
    'by a rare status': 'status=CANCELED',
    'by a status of one in ten': 'status=DECLINED',
    'by the usual status': 'status=APPROVED',
    'by a status that none has': 'status=PENDING',
    'by type': 'transaction_type=AUTHORIZE',
    'by method': 'payment_method_type=partner-blik',
    'by terminal': `terminal_id=${terminalId}`,
    'by currency': 'currency=SEK',
    'by a currency that none has': 'currency=USD',
    'from a time on': `from=${daysAgo(100)}`,
    'until a time': `to=${daysAgo(100)}`,
    'between two times': `from=${daysAgo(200)}&to=${daysAgo(100)}`,
  }
  return {
    ...Object.fromEntries(Object.entries(filters).map(([name, query]) => [name, `${list}?${query}`])),
    'the status of one': `${list}/${found.id}/status`,
    'the timeline of one': `${list}/${found.id}/timeline`,
  }
}

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
    const overviews = await Promise.all(gateways.map(openOverview))
    // Until they are counted, the overview reads the newest payments themselves.
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
