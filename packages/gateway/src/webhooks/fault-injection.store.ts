import type { Kysely } from 'kysely'

import type { Clock } from '@sluice/platform/kernel/clock'
import { afterCommit } from '@sluice/platform/database/after-commit'
import type { Transact } from '@sluice/platform/database/transact'

import type { WebhookTables } from './webhooks.tables.ts'
import { writeFaultInjection } from './fault-injection-json.ts'
import { insertEvent } from './outbox.store.ts'
import type { FaultInjection } from './plan-faults.ts'

export interface FaultInjectionStoreOptions {
  readonly db: Kysely<WebhookTables>
  readonly transact: Transact<WebhookTables>
  readonly clock: Clock
  /** Notifies the dispatcher that a delivery is due. */
  readonly onDue: (merchantId: string) => void
}

/** An edited copy of an event, for one subscription. */
export interface EditedCopy {
  readonly merchantId: string
  readonly subscriptionId: string
  /** Its own `webhook-id`. */
  readonly eventId: string
  /** The event name in the edited message. */
  readonly eventType: string
  readonly payload: string
}

/** Stores the webhook data that only the test environment has. */
export type FaultInjectionStore = ReturnType<typeof createFaultInjectionStore>

export function createFaultInjectionStore({ db, transact, clock, onDue }: FaultInjectionStoreOptions) {
  return {
    /** Returns false if the merchant does not have the subscription. */
    async setSwitches(
      merchantId: string,
      subscriptionId: string,
      switches: FaultInjection,
    ): Promise<boolean> {
      const updated = await db
        .updateTable('webhook_subscriptions')
        .set({ laboratory: writeFaultInjection(switches) })
        .where('merchant_id', '=', merchantId)
        .where('id', '=', subscriptionId)
        .executeTakeFirst()
      return updated.numUpdatedRows > 0n
    },

    /** Returns the last event of a transaction; null if the transaction is unknown, or not final. */
    async findLastEvent(
      merchantId: string,
      transactionId: string,
    ): Promise<{ readonly eventType: string; readonly payload: string } | null> {
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

    /** Inserts the copy, due immediately. Returns the id of its delivery. */
    addCopy: ({ merchantId, subscriptionId, eventId, eventType, payload }: EditedCopy): Promise<string> =>
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

    /** Removes the subscription and its deliveries. Returns false if the merchant does not have the subscription. */
    removeSubscription: (merchantId: string, subscriptionId: string): Promise<boolean> =>
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
