import { type Kysely, type RawBuilder, sql } from 'kysely'

import { uuidFloor } from '@sluice/platform/kernel/random'

import type { TransactionTable, TransactionTables } from '../transactions.tables.ts'
import { type CountTransactions, DAY_MS } from './transaction-counts.ts'

/** The maximum number of rows that one request reads, about a tenth of a second. */
const ROWS_READ_MAX = 20_000

/**
 * The types of customer payments. Captures, refunds and payouts are not approved or declined by the customer's bank.
 */
const PAYMENTS = ['PURCHASE', 'AUTHORIZE', 'PAYMENT'] as const

type MoneyColumn = Extract<keyof TransactionTable, `${string}_amount`>

/**
 * The columns that add to the captured amount of a payment, and those that subtract from it. A payment without money
 * has nulls there.
 */
const VOLUME = { captured_amount: 1, capture_failed_amount: -1 } as const satisfies Signs
const NET = {
  ...VOLUME,
  refunded_amount: -1,
  refund_failed_amount: 1,
  returned_amount: -1,
  disputed_amount: -1,
} as const satisfies Signs

type Signs = Readonly<Partial<Record<MoneyColumn, 1 | -1>>>

export function createCountTransactions(db: Kysely<TransactionTables>): CountTransactions {
  return async (merchantId, sinceMs) => {
    const read = db
      .selectFrom('transactions')
      .select([
        'id',
        'created_at',
        'status',
        'processing_code',
        'payment_method_type',
        'transaction_type',
        'currency',
        addUp(VOLUME).as('volume'),
        addUp(NET).as('net'),
      ])
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
        'currency',
        fn.countAll().as('count'),
        fn.sum('volume').as('volume'),
        fn.sum('net').as('net'),
      ])
      .groupBy(['day', 'status', 'processing_code', 'payment_method_type', 'currency'])
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
        currency: row.currency,
        count: Number(row.count),
        volumeMinor: Number(row.volume),
        netMinor: Number(row.net),
      })),
      countedSinceMs: Number(count) === ROWS_READ_MAX && oldest !== null ? Number(oldest) : null,
    }
  }
}

/** Builds the SQL for a sum of columns. */
function addUp(signs: Signs): RawBuilder<number> {
  const terms = Object.entries(signs).map(
    ([column, sign]) => sql`${sql.lit(sign)} * coalesce(${sql.ref(column)}, 0)`,
  )
  return sql<number>`${sql.join(terms, sql` + `)}`
}
