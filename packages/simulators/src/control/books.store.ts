import type { Clock } from '@sluice/shared/clock'
import type { Kysely } from 'kysely'

import { codeAt, OPEN_CODE } from '../alternative-provider/order.ts'
import { fromOrderRow, fromRefundRow } from '../alternative-provider/order-rows.store.ts'
import { readLedgerEntry } from '../card-provider/provider-ledger.ts'
import { toEntry } from '../card-provider/provider-ledger.store.ts'
import { SIMULATED_ACCOUNTS } from '../simulated-accounts.ts'
import type { SimulatorTables } from '../simulator.tables.ts'
import type { BookEntry, BooksQuery, ReadBooks } from './control.ts'

/** As many as SQLite takes values in one statement, by far. */
const BATCH = 500

/** Keys are unique for a provider: with all of them named, an index finds the rows. */
const PROVIDER_IDS = SIMULATED_ACCOUNTS.map(({ providerId }) => providerId)

/** Reads what all providers wrote down, from a database that no process needs to serve. */
export function createReadBooks(db: Kysely<SimulatorTables>, clock: Clock): ReadBooks {
  return async (query) => {
    const wanted = idsOf(query)
    const entries: BookEntry[] = []
    for (let start = 0; start < wanted.length; start += BATCH) {
      const batch = wanted.slice(start, start + BATCH)
      const some = 'keys' in query ? { keys: batch } : { transactionIds: batch }
      entries.push(...(await readCards(db, some, clock.now())))
      entries.push(...(await readOrders(db, some, clock.now())))
    }
    return entries
  }
}

async function readCards(
  db: Kysely<SimulatorTables>,
  query: BooksQuery,
  nowMs: number,
): Promise<readonly BookEntry[]> {
  const rows = await db
    .selectFrom('simulated_authorizations')
    .selectAll()
    .where('provider_id', 'in', PROVIDER_IDS)
    .where(columnOf(query), 'in', idsOf(query))
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
  query: BooksQuery,
  nowMs: number,
): Promise<readonly BookEntry[]> {
  const orders = await db
    .selectFrom('simulated_orders')
    .selectAll()
    .where('provider_id', 'in', PROVIDER_IDS)
    .where(columnOf(query), 'in', idsOf(query))
    .execute()
  const refunds = await db
    .selectFrom('simulated_refunds')
    .selectAll()
    .where('provider_id', 'in', PROVIDER_IDS)
    .where(columnOf(query), 'in', idsOf(query))
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
    ...('keys' in query ? await readFences(db, query.keys) : []),
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

function columnOf(query: BooksQuery): 'idempotency_key' | 'transaction_id' {
  return 'keys' in query ? 'idempotency_key' : 'transaction_id'
}

function idsOf(query: BooksQuery): readonly string[] {
  return 'keys' in query ? query.keys : query.transactionIds
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
