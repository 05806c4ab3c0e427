import type { Kysely } from 'kysely'

import { idsOfTransaction } from './delivery-log.store.ts'
import type { WebhookTables } from './webhooks.tables.ts'

/** The webhook deliveries of one transaction, oldest first, without payloads and answers. */
export interface TransactionDeliveries {
  readonly events: readonly {
    readonly id: string
    readonly type: string
    /** The number of subscriptions that receive it. */
    readonly deliveries: number
    readonly atMs: number
  }[]
  readonly attempts: readonly {
    readonly deliveryId: string
    readonly subscriptionId: string
    /** 1 for the first. */
    readonly number: number
    /** HTTP status; null if there is no answer. */
    readonly status: number | null
    /** The error in words; null after a success. */
    readonly error: string | null
    readonly durationMs: number
    readonly atMs: number
  }[]
}

/** Finds the webhook deliveries of a merchant's transaction, at most `limit` events and `limit` attempts. */
export type FindDeliveriesOf = (
  merchantId: string,
  transactionId: string,
  limit: number,
) => Promise<TransactionDeliveries>

/** Binds {@link FindDeliveriesOf} to a database: two statements, each by keys alone. */
export function createFindDeliveriesOf(db: Kysely<WebhookTables>): FindDeliveriesOf {
  return async (merchantId, transactionId, limit) => {
    const [events, sent] = await Promise.all([
      db
        .selectFrom('events')
        .select(['id', 'type', 'created_at'])
        .where('merchant_id', '=', merchantId)
        .where('transaction_id', '=', transactionId)
        .orderBy('created_at')
        .limit(limit)
        .execute(),
      readSent(db, merchantId, transactionId, limit),
    ])
    return {
      events: events.map(({ id, type, created_at: atMs }) => ({
        id,
        type,
        deliveries: new Set(sent.filter((row) => row.event_id === id).map((row) => row.delivery_id)).size,
        atMs,
      })),
      attempts: sent.flatMap(
        ({ delivery_id, subscription_id, number, status, error, duration_ms, started_at }) =>
          number === null || duration_ms === null || started_at === null
            ? []
            : [
                {
                  deliveryId: delivery_id,
                  subscriptionId: subscription_id,
                  number,
                  status,
                  error,
                  durationMs: duration_ms,
                  atMs: started_at,
                },
              ],
      ),
    }
  }
}

/** Returns a row for each attempt, and one for a delivery that was not attempted yet. */
function readSent(db: Kysely<WebhookTables>, merchantId: string, transactionId: string, limit: number) {
  return db
    .selectFrom('webhook_deliveries as delivery')
    .leftJoin('webhook_attempts as attempt', (join) =>
      join
        .onRef('attempt.merchant_id', '=', 'delivery.merchant_id')
        .onRef('attempt.delivery_id', '=', 'delivery.id'),
    )
    .select(['delivery.id as delivery_id', 'delivery.event_id', 'delivery.subscription_id'])
    .select([
      'attempt.number',
      'attempt.status',
      'attempt.error',
      'attempt.duration_ms',
      'attempt.started_at',
    ])
    .where('delivery.merchant_id', '=', merchantId)
    .where('delivery.id', 'in', idsOfTransaction(db, merchantId, transactionId))
    .orderBy('delivery.created_at')
    .orderBy('attempt.number')
    .limit(limit)
    .execute()
}
