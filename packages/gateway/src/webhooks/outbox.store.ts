import { type Insertable, type Kysely, sql } from 'kysely'

import { addToCommit } from '@sluice/platform/database/add-to-commit'
import { prepareWrite } from '@sluice/platform/database/prepare-write'
import { afterCommit } from '@sluice/platform/database/after-commit'
import { withTables } from '@sluice/platform/database/connection'
import type { AddToOutbox, NewEvent } from '@sluice/platform/database/outbox-event'

import type { EventTable, WebhookTables } from './webhooks.tables.ts'

/**
 * Creates the outbox. An event and its deliveries are written in the transaction that made them true, or not at all.
 *
 * @param onDue - called after the commit when a delivery is due. It is only a hint; nothing depends on it.
 * @param onEvent - called after the commit: a hint, as the other.
 * @decision 0028
 */
export function createAddToOutbox(
  onDue: (merchantId: string) => void,
  onEvent: (merchantId: string) => void = () => undefined,
): AddToOutbox {
  return async (trx, event) => {
    const own = withTables<WebhookTables>(trx)
    await insertEvent(own, event)
    afterCommit(trx, () => onEvent(event.merchantId))
    await insertDeliveries(own, event, () => afterCommit(trx, () => onDue(event.merchantId)))
  }
}

/** The event alone, for callers that choose its deliveries. */
export async function insertEvent(trx: Kysely<WebhookTables>, event: NewEvent): Promise<void> {
  const row = {
    merchant_id: event.merchantId,
    id: event.id,
    transaction_id: event.transactionId,
    type: event.type,
    payload: event.payload,
    created_at: event.createdAtMs,
    ...(event.subject !== undefined && { subject: event.subject }),
  }
  await addToCommit(trx, insertRow(trx, row))
}

const insertRow = prepareWrite<WebhookTables, Insertable<EventTable>>((db, row) =>
  db.insertInto('events').values(row),
)

/**
 * One statement for any number of subscribers, and one index lookup if there are none. Deliveries for disabled
 * subscriptions are recorded too, so that they can be replayed.
 */
async function insertDeliveries(
  trx: Kysely<WebhookTables>,
  { merchantId, id, type, createdAtMs }: NewEvent,
  onInserted: () => void,
): Promise<void> {
  const query = insertDeliveriesOf(trx, { merchantId, id, type, createdAtMs })
  await addToCommit(trx, query, { onRows: (rows) => void (rows > 0 && onInserted()) })
}

type DeliverableEvent = Pick<NewEvent, 'merchantId' | 'id' | 'type' | 'createdAtMs'>

const insertDeliveriesOf = prepareWrite<WebhookTables, DeliverableEvent>((db, event) => {
  const { merchantId, id, type, createdAtMs } = event
  return db
    .insertInto('webhook_deliveries')
    .columns(['merchant_id', 'id', 'event_id', 'subscription_id', 'status', 'next_at', 'created_at'])
    .expression((eb) =>
      eb
        .selectFrom('webhook_subscription_events as asked')
        .innerJoin('webhook_subscriptions as subscription', (join) =>
          join
            .onRef('subscription.merchant_id', '=', 'asked.merchant_id')
            .onRef('subscription.id', '=', 'asked.subscription_id'),
        )
        .select([
          'asked.merchant_id',
          sql<string>`cast(${id} as text) || '.' || subscription.id`.as('id'),
          sql<string>`cast(${id} as text)`.as('event_id'),
          'subscription.id as subscription_id',
          sql<string>`case subscription.status when 'ACTIVE' then 'DUE' else 'CANCELED' end`.as('status'),
          sql<number>`cast(${createdAtMs} as bigint)`.as('next_at'),
          sql<number>`cast(${createdAtMs} as bigint)`.as('created_at'),
        ])
        .where('asked.merchant_id', '=', merchantId)
        .where('asked.event_type', '=', type),
    )
})
