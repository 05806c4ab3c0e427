import { type Kysely, sql } from 'kysely'

import type { Transact } from '@sluice/platform/database/transact'

import type { TransactionTables } from '../transactions.tables.ts'
import { countableUntil, HOUR_MS, hourOf } from './count-hours.ts'
import {
  codeOfCount,
  COUNTED_COLUMNS,
  netOfPayment,
  PAYMENTS,
  transactionsBetween,
  volumeOfPayment,
} from './counted-payments.store.ts'

/** The number of rows that one commit counts, unless one hour has more. */
const ROWS_PER_STEP = 2_000

/** The number of hours that one round counts again. */
const RECOUNTS_PER_ROUND = 20

/** One round tries no more hours that fail: each may take as long as the longest statement, or as a lock is awaited. */
const FAILURES_PER_ROUND = 3

/** An hour of a merchant, counted from 1970. */
interface CountedHour {
  readonly merchant_id: string
  readonly hour: number
}

export type PaymentCounts = ReturnType<typeof createPaymentCounts>

/**
 * Counts payments by hour, so that the overview need not read them. Each commit counts a few hours that are over and moves the merchant's
 * mark behind them; the row of the mark is locked, so that processes take turns.
 *
 * @decision 0615
 */
export function createPaymentCounts({
  db,
  transact,
}: {
  readonly db: Kysely<TransactionTables>
  readonly transact: Transact<TransactionTables>
}) {
  /** The hour behind which the next round begins; null if it begins with the first. */
  let triedLast: CountedHour | null = null
  return {
    /** Counts the next hours of a merchant. Returns whether there may be more. */
    async countNext(merchantId: string, nowMs: number): Promise<boolean> {
      const fromMs = (await findCountedUntil(db, merchantId)) ?? 0
      const toMs = await findStepEnd(db, merchantId, fromMs, countableUntil(nowMs))
      if (toMs === null) return false
      await transact(async (trx) => {
        // Another process may have counted them in the meantime.
        if ((await lockMark(trx, merchantId)) !== fromMs) return
        await countHours(trx, merchantId, fromMs, toMs)
        await trx
          .updateTable('payment_count_marks')
          .set({ counted_until: toMs })
          .where('merchant_id', '=', merchantId)
          .execute()
      })
      return true
    },

    /**
     * Recounts the hours whose payments changed. Returns the number of hours.
     *
     * @throws After the others are counted, when hours could not be; the message names them. The next round begins behind them.
     */
    async recount(): Promise<number> {
      const hours = await findRecounts(db, triedLast)
      const failures: string[] = []
      let tried: CountedHour | null = null
      for (const hour of hours) {
        tried = hour
        await recountHour(transact, hour).catch((error: unknown) => {
          failures.push(`the hour ${nameHour(hour)}: ${String(error)}`)
        })
        if (failures.length === FAILURES_PER_ROUND) break
      }
      const hasMore = hours.length === RECOUNTS_PER_ROUND || tried !== hours.at(-1)
      triedLast = failures.length > 0 && hasMore ? tried : null
      if (failures.length > 0) throw new Error(`payments could not be counted again: ${failures.join('; ')}`)
      return hours.length
    },
  }
}

/** Returns the time up to which the payments of a merchant are counted; null before the first count. */
export async function findCountedUntil(
  db: Kysely<TransactionTables>,
  merchantId: string,
): Promise<number | null> {
  const mark = await db
    .selectFrom('payment_count_marks')
    .select('counted_until')
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst()
  return mark?.counted_until ?? null
}

/** Finds the next hours to be recounted, in their order. */
function findRecounts(db: Kysely<TransactionTables>, after: CountedHour | null): Promise<CountedHour[]> {
  let hours = db
    .selectFrom('payment_recounts')
    .select(['merchant_id', 'hour'])
    .distinct()
    .orderBy('merchant_id')
    .orderBy('hour')
    .limit(RECOUNTS_PER_ROUND)
  if (after !== null)
    hours = hours.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('merchant_id', 'hour'), '>', tuple(after.merchant_id, after.hour)),
    )
  return hours.execute()
}

async function recountHour(
  transact: Transact<TransactionTables>,
  { merchant_id: merchantId, hour }: CountedHour,
): Promise<void> {
  await transact(async (trx) => {
    const countedUntilMs = await lockMark(trx, merchantId)
    // Runs before the payments are read, so that a later request remains for the next round.
    await trx
      .deleteFrom('payment_recounts')
      .where('merchant_id', '=', merchantId)
      .where('hour', '=', hour)
      .execute()
    const fromMs = hour * HOUR_MS
    if (fromMs < countedUntilMs) await countHours(trx, merchantId, fromMs, fromMs + HOUR_MS)
  })
}

/** Names an hour as an operator looks it up: `2026-01-01T13:00:00.000Z of merchant 0197…`. */
function nameHour({ merchant_id: merchantId, hour }: CountedHour): string {
  return `${new Date(hour * HOUR_MS).toISOString()} of merchant ${merchantId}`
}

/** The end of the hours that the next commit counts; null if nothing is left to count. */
async function findStepEnd(
  db: Kysely<TransactionTables>,
  merchantId: string,
  fromMs: number,
  untilMs: number,
): Promise<number | null> {
  if (fromMs >= untilMs) return null
  const rows = transactionsBetween(db, merchantId, { fromMs, toMs: untilMs })
    .select('created_at')
    .orderBy('id')
    .limit(1)
  const first = await rows.executeTakeFirst()
  if (!first) return null
  const next = await rows.offset(ROWS_PER_STEP).executeTakeFirst()
  if (!next) return untilMs
  return Math.min(untilMs, Math.max(hourOf(next.created_at), hourOf(first.created_at) + HOUR_MS))
}

/** Locks the mark of a merchant until the commit, by an update that changes nothing. Returns until when payments are counted. */
async function lockMark(trx: Kysely<TransactionTables>, merchantId: string): Promise<number> {
  await trx
    .insertInto('payment_count_marks')
    .values({ merchant_id: merchantId, counted_until: 0 })
    .onConflict((conflict) => conflict.column('merchant_id').doNothing())
    .execute()
  const { counted_until: countedUntilMs } = await trx
    .updateTable('payment_count_marks')
    .set((eb) => ({ counted_until: eb.ref('counted_until') }))
    .where('merchant_id', '=', merchantId)
    .returning('counted_until')
    .executeTakeFirstOrThrow()
  return countedUntilMs
}

/** Replaces the counts of hours by those of the payments as they are now. */
async function countHours(
  trx: Kysely<TransactionTables>,
  merchantId: string,
  fromMs: number,
  toMs: number,
): Promise<void> {
  await trx
    .deleteFrom('payment_counts')
    .where('merchant_id', '=', merchantId)
    .where('hour', '>=', fromMs / HOUR_MS)
    .where('hour', '<', toMs / HOUR_MS)
    .execute()
  const hour = sql<number>`created_at / ${sql.lit(HOUR_MS)}`
  const counted = transactionsBetween(trx, merchantId, { fromMs, toMs })
    .where('transaction_type', 'in', PAYMENTS)
    .select(({ fn }) => [
      'merchant_id',
      hour.as('hour'),
      ...COUNTED_COLUMNS,
      codeOfCount.as('processing_code'),
      fn.countAll<number>().as('payments'),
      fn.sum<number>(volumeOfPayment).as('volume_amount'),
      fn.sum<number>(netOfPayment).as('net_amount'),
    ])
    .groupBy(['merchant_id', hour, ...COUNTED_COLUMNS, codeOfCount])
  await trx
    .insertInto('payment_counts')
    .columns([
      'merchant_id',
      'hour',
      ...COUNTED_COLUMNS,
      'processing_code',
      'payments',
      'volume_amount',
      'net_amount',
    ])
    .expression(counted)
    .execute()
}
