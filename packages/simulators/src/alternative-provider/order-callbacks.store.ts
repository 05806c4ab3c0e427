import type { ProcessingCode } from '@sluice/types/vocabulary'
import type { Kysely } from 'kysely'

import type { SimulatorTables } from '../simulator.tables.ts'
import { planCallbacks } from './callback.ts'
import type { SimulatedOrder } from './order.ts'
import type { DueCallback, OrderLedger } from './order-ledger.ts'

/** Callbacks that are sent in one round. The rest waits for the next round, a second later. */
const BATCH = 100

interface Settled {
  readonly order: SimulatedOrder
  readonly code: ProcessingCode
  /** Makes a `webhook-id`. A repeated callback carries the id of the callback that it repeats. */
  readonly makeMessageId: () => string
  readonly nowMs: number
}

/** Stores the callbacks of an order that was settled, all due at once. */
export async function addCallbacks(
  trx: Kysely<SimulatorTables>,
  { order, code, makeMessageId, nowMs }: Settled,
): Promise<void> {
  let messageId = ''
  const callbacks = planCallbacks(order, code).map(({ body, isRepeat }, sequence) => {
    if (!isRepeat) messageId = makeMessageId()
    return {
      provider_id: order.providerId,
      idempotency_key: order.idempotencyKey,
      sequence,
      merchant_id: order.merchantId,
      message_id: messageId,
      url: order.callbackUrl,
      body,
      tries: 0,
      due_at: nowMs,
      delivered_at: null,
    }
  })
  await trx.insertInto('simulated_callbacks').values(callbacks).execute()
}

export function createOrderCallbacks(
  db: Kysely<SimulatorTables>,
): Pick<OrderLedger, 'listDueCallbacks' | 'claimCallback' | 'markDelivered'> {
  const updateCallback = ({ providerId, idempotencyKey, sequence }: DueCallback) =>
    db
      .updateTable('simulated_callbacks')
      .where('provider_id', '=', providerId)
      .where('idempotency_key', '=', idempotencyKey)
      .where('sequence', '=', sequence)

  return {
    async listDueCallbacks(nowMs, key) {
      let query = db.selectFrom('simulated_callbacks').selectAll().where('due_at', '<=', nowMs)
      if (key) {
        query = query
          .where('provider_id', '=', key.providerId)
          .where('idempotency_key', '=', key.idempotencyKey)
      }
      const rows = await query.orderBy('due_at').orderBy('sequence').limit(BATCH).execute()
      return rows.map((row) => ({
        providerId: row.provider_id,
        idempotencyKey: row.idempotency_key,
        sequence: row.sequence,
        messageId: row.message_id,
        url: row.url,
        body: row.body,
        tries: row.tries,
      }))
    },

    async claimCallback(callback, nextDueMs) {
      const { numUpdatedRows } = await updateCallback(callback)
        .set({ tries: callback.tries + 1, due_at: nextDueMs })
        .where('tries', '=', callback.tries)
        .where('delivered_at', 'is', null)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    async markDelivered(callback, nowMs) {
      await updateCallback(callback).set({ due_at: null, delivered_at: nowMs }).execute()
    },
  }
}
