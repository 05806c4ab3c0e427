import type { Kysely } from 'kysely'

import type { Clock } from '@sluice/platform/kernel/clock'
import { afterCommit } from '@sluice/platform/database/after-commit'
import type { Transact } from '@sluice/platform/database/transact'

import type { WebhookTables } from './webhooks.tables.ts'
import { writeLaboratory } from './laboratory-json.ts'
import type { LaboratoryStore } from './laboratory-store.ts'
import { insertEvent } from './outbox.store.ts'

export interface LaboratoryStoreOptions {
  readonly db: Kysely<WebhookTables>
  readonly transact: Transact<WebhookTables>
  readonly clock: Clock
  /** Tells the dispatcher that there is something to send. */
  readonly onDue: (merchantId: string) => void
}

export function createLaboratoryStore({
  db,
  transact,
  clock,
  onDue,
}: LaboratoryStoreOptions): LaboratoryStore {
  return {
    async setSwitches(merchantId, subscriptionId, switches) {
      const updated = await db
        .updateTable('webhook_subscriptions')
        .set({ laboratory: writeLaboratory(switches) })
        .where('merchant_id', '=', merchantId)
        .where('id', '=', subscriptionId)
        .executeTakeFirst()
      return updated.numUpdatedRows > 0n
    },

    async findLastEvent(merchantId, transactionId) {
      const row = await db
        .selectFrom('events')
        .select(['type', 'payload'])
        .where('merchant_id', '=', merchantId)
        .where('transaction_id', '=', transactionId)
        .orderBy('created_at', 'desc')
        .orderBy('position', 'desc')
        .executeTakeFirst()
      return row ? { eventType: row.type, payload: row.payload } : null
    },

    addCopy: ({ merchantId, subscriptionId, eventId, eventType, payload }) =>
      transact(async (trx) => {
        const nowMs = clock.now()
        const id = `${eventId}.${subscriptionId}`
        await insertEvent(trx, {
          merchantId,
          id: eventId,
          // A transaction has each of its events once; a copy belongs to none.
          transactionId: eventId,
          type: eventType,
          payload,
          createdAtMs: nowMs,
        })
        await trx
          .insertInto('webhook_deliveries')
          .values({
            merchant_id: merchantId,
            id,
            event_id: eventId,
            subscription_id: subscriptionId,
            status: 'DUE',
            next_at: nowMs,
            created_at: nowMs,
          })
          .execute()
        afterCommit(trx, () => onDue(merchantId))
        return id
      }),

    removeSubscription: (merchantId, subscriptionId) =>
      transact(async (trx) => {
        const deliveries = trx
          .selectFrom('webhook_deliveries')
          .select('id')
          .where('merchant_id', '=', merchantId)
          .where('subscription_id', '=', subscriptionId)
        await trx
          .deleteFrom('webhook_attempts')
          .where('merchant_id', '=', merchantId)
          .where('delivery_id', 'in', deliveries)
          .execute()
        for (const table of ['webhook_deliveries', 'webhook_subscription_events'] as const) {
          await trx
            .deleteFrom(table)
            .where('merchant_id', '=', merchantId)
            .where('subscription_id', '=', subscriptionId)
            .execute()
        }
        const removed = await trx
          .deleteFrom('webhook_subscriptions')
          .where('merchant_id', '=', merchantId)
          .where('id', '=', subscriptionId)
          .executeTakeFirst()
        return removed.numDeletedRows > 0n
      }),
  }
}
