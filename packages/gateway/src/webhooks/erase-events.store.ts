import { sql } from 'kysely'

import { addToCommit } from '@sluice/platform/database/add-to-commit'
import { type Connection, withTables } from '@sluice/platform/database/connection'

import type { WebhookTables } from './webhooks.tables.ts'

/**
 * A personal member of an event's payload with its value, a string. It is replaced in the JSON text, so that adjacent
 * numbers keep their digits.
 */
const PERSONAL_MEMBER =
  /"(customer_(?:first_name|last_name|address|city|country|postal_code|email|phone_number)|payment_method_(?:hash|expiry))":"(?:[^"\\]|\\.)*"/g

/** Removes the customer's data from the events of transactions, and deletes what receivers answered to them. */
export async function eraseEventsOf(
  trx: Connection,
  merchantId: string,
  transactionIds: readonly string[],
): Promise<void> {
  const db = withTables<WebhookTables>(trx)
  const events = await db
    .selectFrom('events')
    .select(['id', 'payload'])
    .where('merchant_id', '=', merchantId)
    .where('transaction_id', 'in', transactionIds)
    .execute()
  for (const { id, payload } of events) {
    const erased = payload.replaceAll(PERSONAL_MEMBER, '"$1":null')
    if (erased === payload) continue
    const update = db
      .updateTable('events')
      .set({ payload: erased })
      .where('merchant_id', '=', merchantId)
      .where('id', '=', id)
    await addToCommit(trx, update)
  }
  if (events.length === 0) return
  await db
    .updateTable('webhook_attempts')
    .set({ response_excerpt: null })
    .where('merchant_id', '=', merchantId)
    // Finds deliveries by the parts of their ids: an index of deliveries by event would be written with every
    // payment.
    .where('delivery_id', 'in', (eb) =>
      eb
        .selectFrom('events as event')
        .innerJoin('webhook_subscriptions as subscription', 'subscription.merchant_id', 'event.merchant_id')
        .select(sql<string>`event.id || '.' || subscription.id`.as('delivery_id'))
        .where('event.merchant_id', '=', merchantId)
        .where(
          'event.id',
          'in',
          events.map(({ id }) => id),
        ),
    )
    .execute()
}
