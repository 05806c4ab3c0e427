import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely'

import type { Clock } from '@sluice/platform/kernel/clock'
import { inBatches } from '@sluice/platform/kernel/in-batches'
import { isDatabaseOutage } from '@sluice/platform/database/database-errors'
import type { Dialect } from '@sluice/platform/database/dialect'
import { sharedNow } from '@sluice/platform/database/shared-now'
import type { Transact } from '@sluice/platform/database/transact'
import type { Sealer } from '@sluice/platform/secrets/sealer'

import type { WebhookDeliveryTable, WebhookSubscriptionTable, WebhookTables } from './webhooks.tables.ts'
import type { DeliveryQueue } from './delivery-queue.ts'
import type { Endpoint, LeasedDelivery } from './delivery.ts'
import { toEndpoint } from './endpoint.store.ts'
import { type Recorded, recordResults } from './delivery-results.store.ts'
import { cancelOpenDeliveries } from './subscription-state.store.ts'

export interface DeliveryQueueOptions {
  readonly db: Kysely<WebhookTables>
  readonly transact: Transact<WebhookTables>
  readonly dialect: Dialect
  readonly sealer: Sealer
  readonly clock: Clock
  /** Leases go by it where the database is embedded. */
  readonly realTime: Clock
}

/** The limit for one commit: hundreds of attempts may end at once, and payments need connections too. */
const RECORDS_MAX = 100

/** A literal, because an index of open deliveries is used only for one. */
const IS_DUE = sql<boolean>`webhook_deliveries.status = 'DUE'`

export function createDeliveryQueue({
  db,
  transact,
  dialect,
  sealer,
  clock,
  realTime,
}: DeliveryQueueOptions): DeliveryQueue {
  /** Once for a statement, not for each row. @decision 0541 */
  const leaseNow = (): RawBuilder<number> => sharedNow(dialect, realTime)
  const isFree = (): RawBuilder<boolean> => sql`(lease_until is null or lease_until <= ${leaseNow()})`
  // A subscription that another process sends to is skipped, not waited for.
  const passingOver = dialect === 'postgres' ? sql`for update skip locked` : sql``
  const recordInBatches = () =>
    inBatches((results: readonly Recorded[]) => transact((trx) => recordResults(trx, results)), {
      maxItems: RECORDS_MAX,
      isOfOne: (error) => !isDatabaseOutage(error),
    })
  // Results of successful deliveries do not wait to be stored behind those of failed ones.
  const recordArrived = recordInBatches()
  const recordFailed = recordInBatches()
  return {
    async listReady(nowMs, merchantIds) {
      // Joins from the few subscriptions into the index of open deliveries, so that a backlog of any length costs one
      // lookup.
      const rows = await db
        .selectFrom('webhook_subscriptions')
        .select(['merchant_id', 'id', 'url'])
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('webhook_deliveries')
              .select(sql.lit(1).as('one'))
              .whereRef('webhook_deliveries.merchant_id', '=', 'webhook_subscriptions.merchant_id')
              .whereRef('webhook_deliveries.subscription_id', '=', 'webhook_subscriptions.id')
              .where(IS_DUE)
              .where('next_at', '<=', nowMs)
              .where(isFree()),
          ),
        )
        .$if(merchantIds !== null, (query) => query.where('merchant_id', 'in', merchantIds ?? []))
        .execute()
      return rows.map(({ merchant_id, id, url }) => ({
        merchantId: merchant_id,
        subscriptionId: id,
        host: new URL(url).host,
      }))
    },

    async findNextDue(nowMs) {
      const next = sql<number | null>`(
        select min(next_at) from webhook_deliveries
        where webhook_deliveries.merchant_id = webhook_subscriptions.merchant_id
          and webhook_deliveries.subscription_id = webhook_subscriptions.id
          and ${IS_DUE} and next_at > ${nowMs}
      )`
      const row = await db
        .selectFrom('webhook_subscriptions')
        .select(sql<number | null>`min(${next})`.as('next_at'))
        .executeTakeFirst()
      return row?.next_at ?? null
    },

    async claim(merchantId, inputs, { nowMs, leaseMs }) {
      // Each subscription is read by the index of its own open deliveries, so that the backlog of one does not slow
      // down the others.
      const picked = inputs.map(
        ({ subscriptionId, limit }) => sql`select id from (
          select id from webhook_deliveries
          where merchant_id = ${merchantId} and subscription_id = ${subscriptionId}
            and ${IS_DUE} and next_at <= ${nowMs} and ${isFree()}
          order by next_at limit ${limit} ${passingOver}
        ) as picked_of_one`,
      )
      const { rows } = await sql<Selectable<WebhookDeliveryTable>>`
        with picked as materialized (${sql.join(picked, sql` union all `)})
        update webhook_deliveries set lease_until = ${leaseNow()} + cast(${leaseMs} as bigint)
        where merchant_id = ${merchantId} and id in (select id from picked)
        returning *
      `.execute(db)
      return rows.toSorted((one, other) => one.next_at - other.next_at).map(toLeased)
    },

    async readPayloads(leased) {
      const [first] = leased
      if (!first) return []
      const events = await db
        .selectFrom('events')
        .select(['id', 'payload'])
        .where('merchant_id', '=', first.merchantId)
        .where('id', 'in', [...new Set(leased.map(({ eventId }) => eventId))])
        .execute()
      const payloads = new Map(events.map(({ id, payload }) => [id, payload]))
      return leased.map((delivery) => {
        const payload = payloads.get(delivery.eventId)
        if (payload === undefined) throw new Error(`Delivery ${delivery.id} has lost its event`)
        return { ...delivery, payload }
      })
    },

    async findEndpoints(merchantId, subscriptionIds) {
      const rows = await db
        .selectFrom('webhook_subscriptions')
        .selectAll()
        .where('merchant_id', '=', merchantId)
        .where('id', 'in', subscriptionIds)
        .execute()
      return new Map(rows.map((row) => [row.id, openEndpoint(row, sealer, clock.now())]))
    },

    record: (delivery, result) =>
      (result.verdict.status === 'DELIVERED' ? recordArrived : recordFailed)({ delivery, ...result }),

    async postpone(delivery, { untilMs, nowMs }) {
      await held(db, delivery).set({ next_at: untilMs, postponed_at: nowMs, lease_until: null }).execute()
    },

    async release(deliveries) {
      for (const delivery of deliveries) await held(db, delivery).set({ lease_until: null }).execute()
    },

    cancelOpen: (subscription) => cancelOpenDeliveries(db, subscription),

    async endLeases() {
      await db
        .updateTable('webhook_deliveries')
        .set({ lease_until: null })
        .where(IS_DUE)
        .where('lease_until', 'is not', null)
        .execute()
    },
  }
}

/** The row while the lease is ours: leases of one delivery end at different times. */
function held(db: Kysely<WebhookTables>, { merchantId, id, leaseUntilMs }: LeasedDelivery) {
  return db
    .updateTable('webhook_deliveries')
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .where('lease_until', '=', leaseUntilMs)
}

function openEndpoint(
  row: Selectable<WebhookSubscriptionTable>,
  sealer: Sealer,
  nowMs: number,
): Endpoint | Error {
  try {
    return toEndpoint(row, sealer, nowMs)
  } catch (error) {
    return error instanceof Error ? error : new Error('the subscription cannot be read', { cause: error })
  }
}

function toLeased(row: Selectable<WebhookDeliveryTable>): LeasedDelivery {
  if (row.lease_until === null) throw new Error(`Delivery ${row.id} was taken without a lease`)
  return {
    merchantId: row.merchant_id,
    subscriptionId: row.subscription_id,
    id: row.id,
    eventId: row.event_id,
    attempts: row.attempts,
    tries: row.tries,
    wasPostponed: row.postponed_at !== null,
    leaseUntilMs: row.lease_until,
  }
}
