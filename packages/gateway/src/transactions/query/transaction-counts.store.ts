import { type Kysely, sql } from 'kysely'

import { uuidFloor } from '@sluice/platform/kernel/random'

import type { TransactionTables } from '../transactions.tables.ts'
import { type CountTransactions, DAY_MS } from './transaction-counts.ts'

/** How many rows one request reads at most: about a tenth of a second. */
const ROWS_READ_MAX = 20_000

/** What customers pay; captures, refunds and payouts are not approved or declined by their banks. */
const PAYMENTS = ['PURCHASE', 'AUTHORIZE', 'PAYMENT'] as const

export function createCountTransactions(db: Kysely<TransactionTables>): CountTransactions {
  return async (merchantId, sinceMs) => {
    const read = db
      .selectFrom('transactions')
      .select(['id', 'created_at', 'status', 'processing_code', 'payment_method_type', 'transaction_type'])
      .where('merchant_id', '=', merchantId)
      .where('id', '>=', uuidFloor(sinceMs))
      .orderBy('id', 'desc')
      .limit(ROWS_READ_MAX)
    const rows = await db
      .selectFrom(read.as('read'))
      .where('transaction_type', 'in', PAYMENTS)
      .select(({ fn, ref }) => [
        sql<number>`${ref('created_at')} / ${sql.lit(DAY_MS)}`.as('day'),
        'status',
        'processing_code',
        'payment_method_type',
        fn.countAll().as('count'),
      ])
      .groupBy(['day', 'status', 'processing_code', 'payment_method_type'])
      .execute()
    const { count, oldest } = await db
      .selectFrom(read.as('read'))
      .select(({ fn }) => [fn.countAll().as('count'), fn.min('created_at').as('oldest')])
      .executeTakeFirstOrThrow()
    return {
      counts: rows.map((row) => ({
        day: Number(row.day),
        status: row.status,
        processingCode: row.processing_code,
        methodType: row.payment_method_type,
        count: Number(row.count),
      })),
      countedSinceMs: Number(count) === ROWS_READ_MAX && oldest !== null ? Number(oldest) : null,
    }
  }
}
