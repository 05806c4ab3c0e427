/**
 * Payments without the texts that no request of the portal searches, so that five million fit 10 GB: only the tables that these
 * requests read, with all their indexes.
 */
import { sha256Base64Url } from '@sluice/platform/crypto/aead'

import type { Footprint, Row } from './capture-purchase.ts'
import { literal, type Owner, type Spelling, type TableFill } from './fill-tables.ts'

const DAY_MS = 86_400_000

/** The payments are spread over the year that ends now. */
export const SPREAD_MS = 350 * DAY_MS

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
export const WANTED = 10

const OTHER_TERMINAL = 'T00000000002'
export const SESSION = 'wanted'

export interface Spread {
  readonly rows: number
  readonly footprint: Footprint
  readonly startMs: number
}

/** Creates payments like a captured one, whose searched columns repeat at different intervals. */
export function makeTables(
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
