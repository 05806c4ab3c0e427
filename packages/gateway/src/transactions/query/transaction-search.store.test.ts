import { type Insertable, type Kysely, sql } from 'kysely'
import { beforeEach, expect, it, vi } from 'vitest'

import { makeUuid } from '@sluice/platform/kernel/random'
import type { MigrationsFor, OpenDatabase } from '@sluice/platform/database/open-database'

import { describeOnBothDatabases, type OpenFresh } from '../../../test/databases.ts'
import type { DatabaseUnderTest } from '../../../../platform/test/databases.ts'
import { collectQueries, explainQuery } from '../../../../platform/test/explain-query.ts'
import { makeTransaction, NOW_MS } from '../../../test/transaction-fixtures.ts'
import { gatewayMigrations } from '../../composition/gateway-migrations.ts'
import type { Database } from '../../composition/tables.ts'
import { toTransactionRow } from '../execution/transaction-rows.store.ts'
import type { TransactionTable } from '../transactions.tables.ts'
import { createFindTransactions } from './transaction-search.store.ts'
import type { FilterName } from './transaction-filters.ts'
import type { TransactionSearch } from './transaction-search.ts'

const MERCHANT = makeTransaction().merchantId
const ROWS = 2_600
const MINUTE_MS = 60_000

const EVERYTHING = { merchantId: MERCHANT, filters: {}, referenceOrLast4: null, fromMs: null, toMs: null }

/** SQLite's own name of the index. */
const PRIMARY_KEY = 'INDEX sqlite_autoindex_transactions_1'

type Row = Insertable<TransactionTable>

const pick = <T>(from: readonly T[], index: number): T => from[index % from.length] as T

/** Rows a minute apart, whose members repeat at different intervals, so that every pair of filters has matches. */
function makeRow(index: number, merchantId: string): Row {
  const createdAtMs = NOW_MS + index * MINUTE_MS
  const random = new Uint8Array(16).fill(index % 251)
  return {
    ...toTransactionRow({ ...makeTransaction(), merchantId, createdAtMs }),
    id: makeUuid(createdAtMs, random),
    // Some orders have a four-digit number, which could be the end of a card number.
    reference: index % 100 === 1 ? pick(['4242', '1111'], index) : `order-${Math.floor(index / 2)}`,
    terminal_id: pick(['T00000000001', 'T00000000002'], index),
    session_hash: index % 5 === 0 ? `session-${Math.floor(index / 10)}` : null,
    payment_link_id: index % 6 === 0 ? `link-${index % 4}` : null,
    parent_id: index % 7 === 0 ? `parent-${Math.floor(index / 14)}` : null,
    customer_id: index % 3 === 0 ? `customer-${index % 9}` : null,
    customer_email: index % 4 === 0 ? `person-${index % 12}@example.com` : null,
    provider_reference: index % 11 === 0 ? `pi_${index % 7}` : null,
    payment_method_last4: pick(['4242', '1111', null], index),
    payment_method_type: pick(['BANK_CARD', 'BLIK'], Math.floor(index / 3)),
    transaction_type: pick(['PURCHASE', 'AUTHORIZE', 'REFUND'], Math.floor(index / 2)),
    status: index === 3 ? 'ERROR' : pick(['APPROVED', 'APPROVED', 'APPROVED', 'DECLINED', 'PENDING'], index),
    amount: 100 * (index % 50),
    currency: pick(['EUR', 'SEK', 'PLN'], Math.floor(index / 4)),
  }
}

/** The columns that the filters compare. */
const COLUMNS: Readonly<Record<FilterName, keyof Row>> = {
  provider_reference: 'provider_reference',
  reference: 'reference',
  email: 'customer_email',
  last4: 'payment_method_last4',
  status: 'status',
  transaction_type: 'transaction_type',
  payment_method_type: 'payment_method_type',
  terminal_id: 'terminal_id',
  customer_id: 'customer_id',
  parent_id: 'parent_id',
  payment_link_id: 'payment_link_id',
  session_id: 'session_hash',
  amount: 'amount',
  currency: 'currency',
}

type Search = Partial<TransactionSearch>

const SINGLE: readonly (readonly [string, Search])[] = [
  ['nothing', {}],
  ['a reference', { filters: { reference: 'order-17' } }],
  ['an e-mail address', { filters: { email: 'person-8@example.com' } }],
  ['the last four digits', { filters: { last4: '1111' } }],
  ['a reference, or digits', { referenceOrLast4: 'order-17' }],
  ['digits, or a reference', { referenceOrLast4: '1111' }],
  ['a rare status', { filters: { status: 'ERROR' } }],
  ['the usual status', { filters: { status: 'APPROVED' } }],
  ['a type', { filters: { transaction_type: 'REFUND' } }],
  ['a method', { filters: { payment_method_type: 'BLIK' } }],
  ['a terminal', { filters: { terminal_id: 'T00000000002' } }],
  ['a customer', { filters: { customer_id: 'customer-3' } }],
  ['a parent', { filters: { parent_id: 'parent-4' } }],
  ['a name of its provider', { filters: { provider_reference: 'pi_3' } }],
  ['a payment link', { filters: { payment_link_id: 'link-2' } }],
  ['a session', { filters: { session_id: 'session-12' } }],
  ['an amount', { filters: { amount: 700 } }],
  ['a currency', { filters: { currency: 'PLN' } }],
  ['a beginning', { fromMs: NOW_MS + 2_000 * MINUTE_MS }],
  ['an end', { toMs: NOW_MS + 100 * MINUTE_MS }],
  ['a time', { fromMs: NOW_MS + 100 * MINUTE_MS, toMs: NOW_MS + 140 * MINUTE_MS }],
]

const SEVERAL: readonly (readonly [string, Search])[] = [
  ['a name of its provider, and a currency', { filters: { provider_reference: 'pi_3', currency: 'PLN' } }],
  ['digits and an amount', { filters: { last4: '4242', amount: 1_200 } }],
  ['an address and a status', { filters: { email: 'person-0@example.com', status: 'DECLINED' } }],
  [
    'three without an index',
    { filters: { currency: 'SEK', transaction_type: 'REFUND', payment_method_type: 'BLIK' } },
  ],
  ['only the oldest transactions', { filters: { currency: 'EUR', reference: 'order-1' } }],
  ['no transaction', { filters: { status: 'APPROVED', terminal_id: 'T00000000009' } }],
  ['a reference or digits, and a currency', { referenceOrLast4: '4242', filters: { currency: 'SEK' } }],
  ['a reference or digits, and those digits', { referenceOrLast4: '4242', filters: { last4: '4242' } }],
  ['a reference or digits, and other digits', { referenceOrLast4: '4242', filters: { last4: '1111' } }],
]

const rows = Array.from({ length: ROWS }, (_, index) => makeRow(index, MERCHANT))

/** Every test uses a copy of the same rows, which are stored once. */
const withRows: MigrationsFor = (dialect) => ({
  ...gatewayMigrations(dialect),
  '9999-rows': {
    async up(db: Kysely<Database>) {
      // The plans of a copy must not depend on statistics of a vacuum in the meantime.
      if (dialect === 'postgres')
        await sql`alter table transactions set (autovacuum_enabled = false)`.execute(db)
      const others = Array.from({ length: 50 }, (_, index) => makeRow(index, 'another'))
      const all = [...rows, ...others]
      for (let at = 0; at < all.length; at += 100)
        await db
          .insertInto('transactions')
          .values(all.slice(at, at + 100))
          .execute()
      const named = [...rows, makeRow(0, 'another')].flatMap(nameOf)
      for (let at = 0; at < named.length; at += 100)
        await db
          .insertInto('provider_references')
          .values(named.slice(at, at + 100))
          .execute()
    },
  },
})

/** Returns the provider's reference of a transaction, if any. */
function nameOf({ merchant_id, id, provider_reference: ref }: Row) {
  if (!ref) return []
  const provider = { provider_id: 'sim-a', provider_account_id: 'sim-a-eur' }
  return [{ ...provider, merchant_id, transaction_id: id, attempt_id: id, ref, created_at: NOW_MS }]
}

describeOnBothDatabases('finding transactions', testFinding, withRows)

function testFinding(openFresh: OpenFresh, { dialect }: DatabaseUnderTest): void {
  let database: OpenDatabase<Database>

  beforeEach(async () => {
    database = await openFresh()
  })

  async function readAll(search: Search, limit: number) {
    const find = createFindTransactions(database.db)
    const ids: string[] = []
    let pages = 0
    for (let afterId: string | null = null; ; pages += 1) {
      const page: Awaited<ReturnType<typeof find>> = await find({
        ...EVERYTHING,
        ...search,
        afterId,
        limit,
      })
      expect(page.found.length).toBeLessThanOrEqual(limit)
      ids.push(...page.found.map(({ id }) => id))
      afterId = page.nextAfterId
      if (afterId === null) return { ids, pages: pages + 1 }
    }
  }

  /** Finds the same rows with a full scan. */
  function expected({ fromMs, toMs, referenceOrLast4: text, filters = {} }: Search): readonly string[] {
    return rows
      .filter((row) =>
        Object.entries(filters).every(([name, value]) => row[COLUMNS[name as FilterName]] === value),
      )
      .filter((row) => !text || row.reference === text || row.payment_method_last4 === text)
      .filter((row) => row.created_at >= (fromMs ?? 0) && row.created_at < (toMs ?? Infinity))
      .map(({ id }) => id)
      .toReversed()
  }

  it('returns the rows for every filter and combination of filters once, newest first, over several pages', async () => {
    for (const [name, search] of [...SINGLE, ...SEVERAL]) {
      const { ids } = await readAll(search, 100)
      expect(ids, name).toEqual(expected(search))
    }
  })

  it('continues after each page of any length', async () => {
    for (const limit of [1, 7, 100]) {
      for (const search of [{ filters: { email: 'person-4@example.com' } }, { referenceOrLast4: '1111' }]) {
        const { ids, pages } = await readAll(search, limit)
        expect(ids).toEqual(expected(search))
        expect(pages).toBe(Math.ceil(ids.length / limit))
      }
    }
  })

  it('reads a bounded number of rows for a page, and a short page has a next cursor', async () => {
    const find = createFindTransactions(database.db)
    const search = { ...EVERYTHING, filters: { currency: 'EUR', payment_method_type: 'NONE' }, limit: 20 }
    const first = await find({ ...search, afterId: null })
    expect(first).toEqual({ found: [], nextAfterId: rows[ROWS - 2_000]?.id })
    expect(await find({ ...search, afterId: first.nextAfterId })).toEqual({ found: [], nextAfterId: null })
  })

  it('returns no row twice while others are inserted', async () => {
    const { db } = database
    const rare = rows.slice(ROWS - 2_000, ROWS - 1_995).map(({ id }) => id)
    await sql`update transactions set currency = 'CHF' where id in (${sql.join(rare)})`.execute(db)
    const executor = db.getExecutor()
    const execute = executor.executeQuery.bind(executor)
    const later = [0, 1, 2].map((index) => makeRow(ROWS + index, MERCHANT))
    // Runs after the first statement of the first page.
    vi.spyOn(executor, 'executeQuery').mockImplementationOnce(async (query) => {
      const answer = await execute<never>(query)
      await db.insertInto('transactions').values(later).execute()
      return answer
    })
    const { ids } = await readAll({ filters: { currency: 'CHF' } }, 100)
    expect(ids).toEqual(rare.toReversed())
  })

  it.each([
    ['transactions_reference', { filters: { reference: 'order-17' } }],
    ['transactions_email', { filters: { email: 'person-8@example.com' } }],
    ['transactions_last4', { filters: { last4: '1111' } }],
    ['transactions_unapproved', { filters: { status: 'ERROR' } }],
    ['transactions_customer', { filters: { customer_id: 'customer-3' } }],
    ['transactions_children', { filters: { parent_id: 'parent-4' } }],
    ['transactions_payment_link', { filters: { payment_link_id: 'link-2' } }],
    ['transactions_session', { filters: { session_id: 'session-12' } }],
    ['transactions_amount', { filters: { amount: 700 } }],
    ['transactions_pk', { fromMs: NOW_MS, toMs: NOW_MS + MINUTE_MS }],
  ] as const)('finds by %s: %j', async (index, search) => {
    const [query] = await collectQueries(database.db, () =>
      createFindTransactions(database.db)({
        ...EVERYTHING,
        ...search,
        afterId: null,
        limit: 20,
      }),
    )
    if (!query) throw new Error('nothing was asked')
    const plan = await explainQuery(database.db, dialect, query)
    // SQLite keeps no name for the index of a primary key.
    expect(plan).toContain(index === 'transactions_pk' && dialect === 'sqlite' ? 'id>? AND id<?' : index)
  })

  it.each([
    ['nothing', { filters: {} }],
    ['the usual status', { filters: { status: 'APPROVED' } }],
    ['a type', { filters: { transaction_type: 'REFUND' } }],
    ['a method', { filters: { payment_method_type: 'NONE' } }],
    ['a terminal', { filters: { terminal_id: 'T00000000002' } }],
    ['a currency', { filters: { currency: 'PLN' } }],
  ] as const)('reads the newest transactions by their key, for %s', async (_, given) => {
    const find = createFindTransactions(database.db)
    const search = { ...EVERYTHING, ...given, afterId: null, limit: 20 }
    const queries = await collectQueries(database.db, () => find(search))
    // Without statistics of the table PostgreSQL uses any index, and sorts.
    if (dialect === 'postgres') await sql`analyze transactions`.execute(database.db)
    expect(queries.length).toBeGreaterThan(0)
    for (const query of queries) {
      const plan = await explainQuery(database.db, dialect, query)
      expect(plan).toContain(
        dialect === 'sqlite' ? `${PRIMARY_KEY} (merchant_id=?)` : 'Backward using transactions_pk',
      )
      expect(plan).not.toMatch(/TEMP B-TREE|SCAN transactions|Seq Scan|Bitmap/)
    }
  })
}
