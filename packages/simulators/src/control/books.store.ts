import type { Clock } from '@sluice/shared/clock'
import type { Kysely } from 'kysely'

import { codeAt, OPEN_CODE } from '../alternative-provider/order.ts'
import { fromOrderRow, fromRefundRow } from '../alternative-provider/order-rows.store.ts'
import { readLedgerEntry } from '../card-provider/provider-ledger.ts'
import { toEntry } from '../card-provider/provider-ledger.store.ts'
import { SIMULATED_ACCOUNTS } from '../simulated-accounts.ts'
import type { SimulatorTables } from '../simulator.tables.ts'
import type { BookEntry, ReadBooks } from './control.ts'

/** Well below the number of values that SQLite accepts in one statement. */
const BATCH = 500

/** Keys are unique per provider, so naming all providers lets an index find the rows. */
const PROVIDER_IDS = SIMULATED_ACCOUNTS.map(({ providerId }) => providerId)

/** Selects the rows whose column has one of the values. */
interface Rows {
  readonly column: 'idempotency_key' | 'transaction_id'
  readonly ids: readonly string[]
}

/** Reads the ledgers of all providers from a database, even if no process serves it. */
export function createReadBooks(db: Kysely<SimulatorTables>, clock: Clock): ReadBooks {
  return async (query) => {
    const { column, ids }: Rows =
      'keys' in query
        ? { column: 'idempotency_key', ids: query.keys }
        : { column: 'transaction_id', ids: query.transactionIds }
    const entries: BookEntry[] = []
    for (let start = 0; start < ids.length; start += BATCH) {
      const rows = { column, ids: ids.slice(start, start + BATCH) }
      entries.push(...(await readCards(db, rows, clock.now())))
      entries.push(...(await readOrders(db, rows, clock.now())))
    }
    return entries
  }
}

async function readCards(
  db: Kysely<SimulatorTables>,
  { column, ids }: Rows,
  nowMs: number,
): Promise<readonly BookEntry[]> {
  const rows = await db
    .selectFrom('simulated_authorizations')
    .selectAll()
    .where('provider_id', 'in', PROVIDER_IDS)
    .where(column, 'in', ids)
    .execute()
  return rows.map((row) => {
    const entry = toEntry(row)
    if (entry === null) return toFence(row)
    const { processingCode } = readLedgerEntry(entry, nowMs)
    return toBookEntry(entry, { processingCode, isSettled: entry.processingCode !== OPEN_CODE })
  })
}

async function readOrders(
  db: Kysely<SimulatorTables>,
  { column, ids }: Rows,
  nowMs: number,
): Promise<readonly BookEntry[]> {
  const orders = await db
    .selectFrom('simulated_orders')
    .selectAll()
    .where('provider_id', 'in', PROVIDER_IDS)
    .where(column, 'in', ids)
    .execute()
  const refunds = await db
    .selectFrom('simulated_refunds')
    .selectAll()
    .where('provider_id', 'in', PROVIDER_IDS)
    .where(column, 'in', ids)
    .execute()
  return [
    ...orders
      .map(fromOrderRow)
      .map((order) =>
        toBookEntry(
          { ...order, originalKey: null },
          { processingCode: codeAt(order, nowMs), isSettled: order.processingCode !== OPEN_CODE },
        ),
      ),
    ...refunds
      .map(fromRefundRow)
      .map((refund) =>
        toBookEntry(
          { ...refund, type: refund.operation },
          { processingCode: refund.processingCode, isSettled: true },
        ),
      ),
    ...(column === 'idempotency_key' ? await readFences(db, ids) : []),
  ]
}

async function readFences(
  db: Kysely<SimulatorTables>,
  keys: readonly string[],
): Promise<readonly BookEntry[]> {
  const fences = await db
    .selectFrom('simulated_order_keys')
    .selectAll()
    .where('provider_id', 'in', PROVIDER_IDS)
    .where('idempotency_key', 'in', keys)
    .where('is_fenced', '=', 1)
    .execute()
  return fences.map(toFence)
}

type Written = Omit<BookEntry, 'processingCode' | 'isSettled'>

function toBookEntry(
  {
    providerId,
    idempotencyKey,
    type,
    merchantId,
    transactionId,
    amountMinor,
    currency,
    originalKey,
  }: Written,
  outcome: Pick<BookEntry, 'processingCode' | 'isSettled'>,
): BookEntry {
  return {
    providerId,
    idempotencyKey,
    type,
    merchantId,
    transactionId,
    amountMinor,
    currency,
    originalKey,
    ...outcome,
  }
}

function toFence(row: { readonly provider_id: string; readonly idempotency_key: string }): BookEntry {
  return {
    providerId: row.provider_id,
    idempotencyKey: row.idempotency_key,
    type: 'FENCE',
    merchantId: null,
    transactionId: null,
    amountMinor: null,
    currency: null,
    originalKey: null,
    processingCode: null,
    isSettled: true,
  }
}
