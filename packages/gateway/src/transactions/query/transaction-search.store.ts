import type { Kysely } from 'kysely'

import { uuidFloor } from '@sluice/platform/kernel/random'

import { fromTransactionRow } from '../execution/transaction-rows.store.ts'
import type { TransactionTables } from '../transactions.tables.ts'
import { arrangeConditions, type Condition } from './transaction-filters.ts'
import {
  type FindTransactions,
  ID_TO_ROW_MAX_MS,
  joinPages,
  type TransactionPage,
  type TransactionSearch,
} from './transaction-search.ts'

/** The maximum number of rows that a request reads to check conditions outside its index. */
const ROWS_READ_MAX = 2_000

type PageSearch = Omit<TransactionSearch, 'referenceOrLast4'>

/** Finds a merchant's transactions by one index, and checks the other conditions on each row. */
export function createFindTransactions(db: Kysely<TransactionTables>): FindTransactions {
  return async ({ referenceOrLast4: text, ...search }) => {
    if (text === null) return findPage(db, search)
    const pages: TransactionPage[] = []
    for (const name of ['reference', 'last4'] as const)
      // A filter with the same name also applies.
      if ((search.filters[name] ?? text) === text)
        pages.push(await findPage(db, { ...search, filters: { ...search.filters, [name]: text } }))
    return joinPages(pages, search.limit)
  }
}

async function findPage(db: Kysely<TransactionTables>, search: PageSearch): Promise<TransactionPage> {
  const { merchantId, limit } = search
  const { leading, others } = arrangeConditions(search.filters)
  // One row more than the page shows whether another page follows.
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
  // Rows inserted between the two statements move the end up; rows below it belong to the next page.
  return { found: found.filter(({ id }) => id >= last.id), nextAfterId: last.id }
}

function selectCandidates(
  db: Kysely<TransactionTables>,
  { merchantId, fromMs, toMs, afterId }: PageSearch,
  leading: Condition | null,
) {
  let rows = db.selectFrom('transactions').where('merchant_id', '=', merchantId).orderBy('id', 'desc')
  if (leading?.isReference) {
    const named = db
      .selectFrom('provider_references')
      .select('transaction_id')
      .where('merchant_id', '=', merchantId)
      .where('ref', '=', String(leading.value))
    rows = rows.where('id', 'in', named)
  } else if (leading !== null) {
    rows = rows.where(leading.column, '=', leading.value)
    // The conditions of the indexes.
    rows =
      leading.column === 'status'
        ? rows.where('status', '<>', 'APPROVED')
        : rows.where(leading.column, 'is not', null)
  }
  // Ids begin with their time, which bounds the range of the key; the row's own time decides.
  if (fromMs !== null)
    rows = rows.where('id', '>=', uuidFloor(fromMs - ID_TO_ROW_MAX_MS)).where('created_at', '>=', fromMs)
  if (toMs !== null)
    rows = rows.where('id', '<', uuidFloor(toMs + ID_TO_ROW_MAX_MS)).where('created_at', '<', toMs)
  if (afterId !== null) rows = rows.where('id', '<', afterId)
  return rows
}
