import type { Kysely, Transaction } from 'kysely'

import type { SimulatorTables } from '../simulator.tables.ts'
import { OPEN_CODE } from './order.ts'
import { addCallbacks, createOrderCallbacks } from './order-callbacks.store.ts'
import type { OrderKey, OrderLedger } from './order-ledger.ts'
import { fromOrderRow, fromRefundRow, toOrderRow, toRefundRow } from './order-rows.store.ts'

/** Orders that are settled in one round. The rest waits for the next round, a second later. */
const BATCH = 100

export interface OrderLedgerOptions {
  readonly db: Kysely<SimulatorTables>
  /** Makes a `webhook-id`. */
  readonly makeMessageId: () => string
  /** Runs work in one database transaction. */
  readonly transact: <T>(work: (trx: Transaction<SimulatorTables>) => Promise<T>) => Promise<T>
}

export function createOrderLedgerStore({ db, makeMessageId, transact }: OrderLedgerOptions): OrderLedger {
  return {
    record: (order) =>
      transact(async (trx) => {
        if (await claim(trx, order, order.merchantId)) {
          await trx.insertInto('simulated_orders').values(toOrderRow(order)).execute()
        }
        const row = await selectOrder(trx, order).executeTakeFirst()
        return row ? fromOrderRow(row) : null
      }),

    fence: (key) =>
      transact(async (trx) => {
        if (await claim(trx, key, null)) return true
        const { is_fenced } = await trx
          .selectFrom('simulated_order_keys')
          .select('is_fenced')
          .where('provider_id', '=', key.providerId)
          .where('idempotency_key', '=', key.idempotencyKey)
          .executeTakeFirstOrThrow()
        return is_fenced === 1
      }),

    async find(key) {
      const row = await selectOrder(db, key).executeTakeFirst()
      return row ? fromOrderRow(row) : null
    },

    async findByTransaction(transactionId) {
      const row = await db
        .selectFrom('simulated_orders')
        .selectAll()
        .where('transaction_id', '=', transactionId)
        .orderBy('created_at', 'desc')
        .limit(1)
        .executeTakeFirst()
      return row ? fromOrderRow(row) : null
    },

    async progress(order, { plannedCode, settleAtMs, isAsked, wrongCodes }) {
      await db
        .updateTable('simulated_orders')
        .set({
          ...(plannedCode === undefined ? {} : { planned_code: plannedCode }),
          ...(settleAtMs === undefined ? {} : { settle_at: settleAtMs }),
          ...(isAsked === undefined ? {} : { is_asked: isAsked ? 1 : 0 }),
          ...(wrongCodes === undefined ? {} : { wrong_codes: wrongCodes }),
        })
        .where('provider_id', '=', order.providerId)
        .where('idempotency_key', '=', order.idempotencyKey)
        .where('processing_code', '=', OPEN_CODE)
        .where('is_asked', '=', order.isAsked ? 1 : 0)
        .where('wrong_codes', '=', order.wrongCodes)
        .execute()
      return fromOrderRow(await selectOrder(db, order).executeTakeFirstOrThrow())
    },

    settle: (order, code, nowMs) =>
      transact(async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable('simulated_orders')
          .set({ processing_code: code, settle_at: null, settled_at: nowMs })
          .where('provider_id', '=', order.providerId)
          .where('idempotency_key', '=', order.idempotencyKey)
          .where('processing_code', '=', OPEN_CODE)
          .executeTakeFirst()
        if (numUpdatedRows > 0n) await addCallbacks(trx, { order, code, makeMessageId, nowMs })
        return fromOrderRow(await selectOrder(trx, order).executeTakeFirstOrThrow())
      }),

    async listDue(nowMs) {
      const rows = await db
        .selectFrom('simulated_orders')
        .selectAll()
        .where('settle_at', '<=', nowMs)
        .where('processing_code', '=', OPEN_CODE)
        .orderBy('settle_at')
        .limit(BATCH)
        .execute()
      return rows.map(fromOrderRow)
    },

    refund: ({ originalKey, merchantId, ...key }, decide) =>
      transact(async (trx) => {
        const original = { ...key, idempotencyKey: originalKey }
        // An update that changes nothing locks the order in both databases.
        await updateOrder(trx, original)
          .set((row) => ({ reversed_at: row.ref('reversed_at') }))
          .execute()
        const known = await selectRefund(trx, key).executeTakeFirst()
        if (known) return fromRefundRow(known)
        if (!(await claim(trx, key, merchantId))) return null
        const order = await selectOrder(trx, original).executeTakeFirst()
        const refunds = await trx
          .selectFrom('simulated_refunds')
          .selectAll()
          .where('provider_id', '=', key.providerId)
          .where('original_key', '=', originalKey)
          .execute()
        const refund = decide(order ? fromOrderRow(order) : null, refunds.map(fromRefundRow))
        await trx.insertInto('simulated_refunds').values(toRefundRow(refund)).execute()
        if (refund.operation === 'VOID' && refund.processingCode === '0000') {
          await updateOrder(trx, original).set({ reversed_at: refund.createdAtMs }).execute()
        }
        return refund
      }),

    async findRefund(key) {
      const row = await selectRefund(db, key).executeTakeFirst()
      return row ? fromRefundRow(row) : null
    },

    ...createOrderCallbacks(db),
  }
}

function selectOrder(from: Kysely<SimulatorTables>, { providerId, idempotencyKey }: OrderKey) {
  return from
    .selectFrom('simulated_orders')
    .selectAll()
    .where('provider_id', '=', providerId)
    .where('idempotency_key', '=', idempotencyKey)
}

function selectRefund(from: Kysely<SimulatorTables>, { providerId, idempotencyKey }: OrderKey) {
  return from
    .selectFrom('simulated_refunds')
    .selectAll()
    .where('provider_id', '=', providerId)
    .where('idempotency_key', '=', idempotencyKey)
}

function updateOrder(trx: Kysely<SimulatorTables>, { providerId, idempotencyKey }: OrderKey) {
  return trx
    .updateTable('simulated_orders')
    .where('provider_id', '=', providerId)
    .where('idempotency_key', '=', idempotencyKey)
}

/** Claims a key for a merchant's execution, or for a fence if the merchant is null. Returns false if the key is taken. */
async function claim(
  trx: Kysely<SimulatorTables>,
  { providerId, idempotencyKey }: OrderKey,
  merchantId: string | null,
): Promise<boolean> {
  const claimed = await trx
    .insertInto('simulated_order_keys')
    .values({
      provider_id: providerId,
      idempotency_key: idempotencyKey,
      merchant_id: merchantId,
      is_fenced: merchantId === null ? 1 : 0,
    })
    .onConflict((conflict) => conflict.columns(['provider_id', 'idempotency_key']).doNothing())
    .returning('idempotency_key')
    .executeTakeFirst()
  return claimed !== undefined
}
