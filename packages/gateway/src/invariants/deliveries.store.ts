import { sql } from 'kysely'

import { findViolations } from './ask.store.ts'
import type { Invariant } from './invariant.ts'

/**
 * A live dispatcher has long begun deliveries that were due then: an attempt takes 15 s, and its lease is twice that.
 */
const OVERDUE_MS = 120_000

/** A payment that was committed while a subscription was created may have no delivery for it. */
const SUBSCRIBING_MS = 60_000

export const DELIVERIES: Invariant = {
  id: 'I5',
  title: 'Every event is delivered, or due for delivery, to each of its subscriptions',
  find: async (ports) => [
    ...(await findViolations(
      ports,
      'it is not delivered to a subscription that subscribes to it',
      // A copy that is sent to one subscription has no transaction. No index finds the deliveries of an event, so all
      // are read once.
      sql`with delivered as materialized (select merchant_id, event_id, subscription_id from webhook_deliveries)
      select events.id, wanted.subscription_id as what
      from events
      join webhook_subscription_events as wanted on wanted.merchant_id = events.merchant_id
        and wanted.event_type = events.type
      left join delivered on delivered.merchant_id = events.merchant_id and delivered.event_id = events.id
        and delivered.subscription_id = wanted.subscription_id
      where events.created_at > wanted.created_at + ${SUBSCRIBING_MS} and events.transaction_id <> events.id
        and delivered.event_id is null`,
    )),
    ...(await findViolations(
      ports,
      'its delivery is overdue and no process is working on it',
      sql`select event_id as id, subscription_id as what from webhook_deliveries
      where status = 'DUE' and next_at < ${ports.nowMs - OVERDUE_MS}
        and (lease_until is null or lease_until < ${ports.nowMs - OVERDUE_MS})`,
    )),
  ],
}
