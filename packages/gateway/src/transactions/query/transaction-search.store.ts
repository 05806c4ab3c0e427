import type { Kysely } from 'kysely'

import { uuidFloor } from '@sluice/platform/kernel/random'

import { fromTransactionRow } from '../execution/transaction-rows.store.ts'
import type { TransactionTable, TransactionTables } from '../transactions.tables.ts'
import type { FindTransactions, TransactionFilters, TransactionSearch } from './transaction-search.ts'

/** How many rows one request reads at most, where no index knows all that is asked for. */
const ROWS_READ_MAX = 2_000

/** A row's id is made within the same request as its time: never so far apart. */
const ID_TO_ROW_MAX_MS = 60_000

type FilterColumn = keyof TransactionTable

interface Condition {
  readonly column: FilterColumn
  readonly value: string | number
}

/** What has an index of its own, the most telling first. Approved ones are most: no index knows them. */
const INDEXED: readonly FilterColumn[] = [
  'parent_id',
  'session_hash',
  'reference',
  'customer_id',
  'customer_email',
  'payment_method_last4',
  'amount',
  'status',
]

/** Finds a merchant's transactions by one index, and looks through what it finds for everything else. */
export function createFindTransactions(db: Kysely<TransactionTables>): FindTransactions {
  return async (search) => {
    const { merchantId, limit } = search
    const { leading, others } = arrange(search)
    // One more than the page tells whether another follows.
    const wanted = limit + 1
    const candidates = selectCandidates(db, search, leading)
    const read = candidates.select(['id', ...others.map(({ column }) => column)]).limit(ROWS_READ_MAX)
    const ids =
      others.length === 0
        ? candidates.select('id').limit(wanted)
        : others.reduce(
            (rows, { column, value }) => rows.where(column, '=', value),
            db.selectFrom(read.as('read')).select('id').orderBy('id', 'desc').limit(wanted),
          )
    const rows = await db
      .selectFrom('transactions')
      .selectAll()
      .where('merchant_id', '=', merchantId)
      .where('id', 'in', ids)
      .orderBy('id', 'desc')
      .execute()
    const found = rows.slice(0, limit).map(fromTransactionRow)
    if (rows.length === wanted) return { found, nextAfterId: found.at(-1)?.id ?? null }
    if (others.length === 0) return { found, nextAfterId: null }
    const last = await db
      .selectFrom(read.as('read'))
      .select(({ fn }) => [fn.countAll().as('count'), fn.min('id').as('id')])
      .executeTakeFirstOrThrow()
    if (Number(last.count) < ROWS_READ_MAX) return { found, nextAfterId: null }
    // What was made between the two statements has moved the end up: what lies below is the next page's.
    return { found: found.filter(({ id }) => id >= last.id), nextAfterId: last.id }
  }
}

/** The index that knows most of what is asked for, and what it does not know. */
function arrange(filters: TransactionFilters): {
  readonly leading: Condition | null
  readonly others: readonly Condition[]
} {
  const asked: Partial<Record<FilterColumn, string | number | null>> = {
    reference: filters.reference,
    customer_email: filters.email,
    payment_method_last4: filters.last4,
    status: filters.status,
    transaction_type: filters.transactionType,
    payment_method_type: filters.methodType,
    terminal_id: filters.terminalId,
    customer_id: filters.customerId,
    parent_id: filters.parentId,
    session_hash: filters.sessionHash,
    amount: filters.amountMinor,
    currency: filters.currency,
  }
  const conditions = Object.entries(asked).flatMap(([column, value]) =>
    value === null ? [] : [{ column: column as FilterColumn, value }],
  )
  const known = INDEXED.flatMap((indexed) => conditions.filter(({ column }) => column === indexed))
  const leading = known.find(({ value }) => value !== 'APPROVED') ?? null
  return { leading, others: conditions.filter((condition) => condition !== leading) }
}

function selectCandidates(
  db: Kysely<TransactionTables>,
  { merchantId, fromMs, toMs, afterId }: TransactionSearch,
  leading: Condition | null,
) {
  let rows = db.selectFrom('transactions').where('merchant_id', '=', merchantId).orderBy('id', 'desc')
  if (leading !== null) {
    rows = rows.where(leading.column, '=', leading.value)
    // The conditions of the indexes.
    rows =
      leading.column === 'status'
        ? rows.where('status', '<>', 'APPROVED')
        : rows.where(leading.column, 'is not', null)
  }
  // Ids begin with their time: they find the place, and the row's own time decides.
  if (fromMs !== null)
    rows = rows.where('id', '>=', uuidFloor(fromMs - ID_TO_ROW_MAX_MS)).where('created_at', '>=', fromMs)
  if (toMs !== null)
    rows = rows.where('id', '<', uuidFloor(toMs + ID_TO_ROW_MAX_MS)).where('created_at', '<', toMs)
  if (afterId !== null) rows = rows.where('id', '<', afterId)
  return rows
}
