import { type Kysely, sql } from 'kysely'
import { expect, it } from 'vitest'

import { describeOnBothDatabases } from '../../../test/databases.ts'
import { collectQueries, explainQuery } from '../../../../platform/test/explain-query.ts'
import { makeTransaction } from '../../../test/transaction-fixtures.ts'
import type { Database } from '../../composition/tables.ts'
import { createFindDeliveriesOf } from '../../webhooks/index.ts'
import { toTransactionRow } from '../execution/transaction-rows.store.ts'
import { createFindPast } from './timeline.store.ts'

const LIMIT = 100

describeOnBothDatabases('the history of a transaction', (openFresh, { dialect }) => {
  const transaction = makeTransaction()
  const { merchantId, id } = transaction

  /**
   * The query plan of each statement: the index or key that SQLite names, and the condition of PostgreSQL's index scan.
   */
  const PLANS: readonly (readonly [about: string, sqlite: string, condition: string])[] = [
    ['"transactions"', 'transactions USING INDEX sqlite_autoindex_transactions_1', 'id'],
    ['"transaction_history"', 'transaction_history USING INDEX sqlite_autoindex', 'transaction_id'],
    ['"attempts"', 'SEARCH attempts USING INDEX', 'transaction_id'],
    ['"continuation_handles"', 'continuation_handles_transaction', 'transaction_id'],
    ['"continuations"', 'continuations USING INDEX sqlite_autoindex', 'transaction_id'],
    ['"provider_callbacks"', 'provider_callbacks_transaction', 'transaction_id'],
    ['"reconciliation_alerts"', 'reconciliation_alerts USING INDEX', 'transaction_id'],
    ['from "transaction_records"', 'transaction_records_transaction', 'transaction_id'],
    ['"parent_id" =', 'transactions_children', 'parent_id'],
    ['from "events"', 'events USING INDEX', 'transaction_id'],
    ['from "webhook_deliveries"', 'SEARCH delivery USING INDEX', 'id'],
  ]

  it('takes eleven statements, each using a key or an index', async () => {
    const { db } = await openFresh()
    await db.insertInto('transactions').values(toTransactionRow(transaction)).execute()
    await insertOthers(db, merchantId)
    if (dialect === 'postgres') await sql`analyze transactions, events, webhook_deliveries`.execute(db)
    const queries = await collectQueries(db, () =>
      Promise.all([
        createFindPast(db)(merchantId, id, LIMIT),
        createFindDeliveriesOf(db)(merchantId, id, LIMIT),
      ]),
    )
    expect(queries).toHaveLength(PLANS.length)
    for (const [about, sqlite, condition] of PLANS) {
      // The last match counts, because children are in the same table as their parent.
      const query = queries.findLast(({ sql: text }) => text.includes(about) && fits(text, about))
      if (query === undefined) throw new Error(`no statement is about ${about}`)
      const plan = await explainQuery(db, dialect, query)
      if (dialect === 'sqlite') expect(plan, query.sql).toContain(sqlite)
      else expect(plan, query.sql).toMatch(new RegExp(`Index Cond: .*[(.]${condition} = `))
      expect(plan, query.sql).not.toMatch(/"SCAN |Seq Scan/)
    }
  })

  it('is null for another merchant’s transaction, and nothing else is read', async () => {
    const { db } = await openFresh()
    await db.insertInto('transactions').values(toTransactionRow(transaction)).execute()
    const queries = await collectQueries(db, async () =>
      expect(await createFindPast(db)('another', id, LIMIT)).toBeNull(),
    )
    expect(queries).toHaveLength(1)
  })
})

/** Enough other rows of the merchant for the planner to see a difference between its indexes. */
async function insertOthers(db: Kysely<Database>, merchantId: string): Promise<void> {
  const ids = Array.from({ length: 500 }, (_, index) => `msg_${index}`)
  const created = { merchant_id: merchantId, created_at: 1 }
  const transactions = ids.map(() => ({ ...makeTransaction(), merchantId }))
  await db.insertInto('transactions').values(transactions.map(toTransactionRow)).execute()
  await db
    .insertInto('events')
    .values(ids.map((id) => ({ ...created, id, transaction_id: `t-${id}`, type: 'x', payload: '{}' })))
    .execute()
  await db
    .insertInto('webhook_deliveries')
    .values(
      ids.map((id) => ({
        ...created,
        id: `${id}.s`,
        event_id: id,
        subscription_id: 's',
        status: 'DELIVERED',
        next_at: 1,
      })),
    )
    .execute()
}

/**
 * A statement is identified by the table that it begins with; those of the parent and the children differ in their
 * condition.
 */
function fits(text: string, about: string): boolean {
  if (about === '"transactions"')
    return text.includes('from "transactions"') && !text.includes('"parent_id" =')
  return about.startsWith('from') || about.includes('parent_id') || text.includes(`from ${about}`)
}
