import { type Kysely, sql } from 'kysely'

import type { TransactionTables } from '../transactions.tables.ts'
import {
  codeOfCount,
  COUNTED_COLUMNS,
  netOfPayment,
  PAYMENTS,
  transactionsBetween,
  volumeOfPayment,
} from './counted-payments.store.ts'
import { findCountedUntil } from './payment-counts.store.ts'
import { HOUR_MS } from './count-hours.ts'
import { type CountTransactions, DAY_MS } from './transaction-counts.ts'

/** The maximum number of rows that one request reads, about a tenth of a second. */
const ROWS_READ_MAX = 20_000

/** Adds up the hours that are counted and the payments since then. */
export function createCountTransactions(db: Kysely<TransactionTables>): CountTransactions {
  return async (merchantId, sinceMs) => {
    const countedUntilMs = (await findCountedUntil(db, merchantId)) ?? 0
    const fromMs = Math.max(sinceMs, countedUntilMs)
    const read = transactionsBetween(db, merchantId, { fromMs, toMs: null })
      .select([
        'created_at',
        'transaction_type',
        ...COUNTED_COLUMNS,
        codeOfCount.as('processing_code'),
        volumeOfPayment.as('volume'),
        netOfPayment.as('net'),
      ])
      .orderBy('id', 'desc')
      .limit(ROWS_READ_MAX)
    const recent = db
      .selectFrom(read.as('read'))
      .where('transaction_type', 'in', PAYMENTS)
      .select([
        sql<number>`${sql.ref('created_at')} / ${sql.lit(DAY_MS)}`.as('day'),
        ...COUNTED_COLUMNS,
        'processing_code',
        sql.lit<number>(1).as('payments'),
        'volume',
        'net',
      ])
    const counted = db
      .selectFrom('payment_counts')
      .where('merchant_id', '=', merchantId)
      .where('hour', '>=', sinceMs / HOUR_MS)
      .where('hour', '<', fromMs / HOUR_MS)
      .select([
        sql<number>`${sql.ref('hour')} / 24`.as('day'),
        ...COUNTED_COLUMNS,
        'processing_code',
        'payments',
        'volume_amount as volume',
        'net_amount as net',
      ])
    const rows = await db
      .selectFrom(recent.unionAll(counted).as('counted'))
      .select(({ fn }) => [
        'day',
        ...COUNTED_COLUMNS,
        'processing_code',
        fn.sum('payments').as('count'),
        fn.sum('volume').as('volume'),
        fn.sum('net').as('net'),
      ])
      .groupBy(['day', ...COUNTED_COLUMNS, 'processing_code'])
      .execute()
    const { count, oldest } = await db
      .selectFrom(read.as('read'))
      .select(({ fn }) => [fn.countAll().as('count'), fn.min('created_at').as('oldest')])
      .executeTakeFirstOrThrow()
    return {
      counts: rows.map((row) => ({
        day: Number(row.day),
        status: row.status,
        processingCode: row.processing_code === '' ? null : row.processing_code,
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
