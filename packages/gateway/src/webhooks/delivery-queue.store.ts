import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely'

import type { Clock } from '../kernel/clock.ts'
import { limitConcurrency } from '../kernel/limit-concurrency.ts'
import type { Dialect } from '../platform/database/dialect.ts'
import type { WebhookDeliveryTable, WebhookTables } from './webhooks.tables.ts'
import type { Transact } from '../platform/database/transact.ts'
import type { Sealer } from '../platform/secrets/sealer.ts'
import type { DeliveryQueue } from './delivery-queue.ts'
import type { AttemptRecord, ClaimedDelivery, SubscriptionKey, Verdict } from './delivery.ts'
import { toEndpoint } from './endpoint.store.ts'
import { FAILING_MAX_MS } from './classify-attempt.ts'
import { cancelOpenDeliveries, disableSubscription } from './subscription-state.store.ts'

export interface DeliveryQueueOptions {
  readonly db: Kysely<WebhookTables>
  readonly transact: Transact<WebhookTables>
  readonly dialect: Dialect
  readonly sealer: Sealer
  readonly clock: Clock
}

/**
 * Hundreds of attempts may end at once; payments need connections too. What arrived does not wait for what failed.
 */
const WRITERS_MAX = { arrived: 2, failed: 1 }

/** A literal: an index of open deliveries is taken for nothing else. */
const IS_DUE = sql<boolean>`webhook_deliveries.status = 'DUE'`

export function createDeliveryQueue({
  db,
  transact,
  dialect,
  sealer,
  clock,
}: DeliveryQueueOptions): DeliveryQueue {
  // A subscription that another process sends to is skipped, not waited for.
  const passingOver = dialect === 'postgres' ? sql`for update skip locked` : sql``
  const inTurn = {
    arrived: limitConcurrency(WRITERS_MAX.arrived),
    failed: limitConcurrency(WRITERS_MAX.failed),
  }
  return {
    async listReady({ nowMs, realNowMs }, merchantIds) {
      // From the few subscriptions into the index of open deliveries: a backlog of any length costs one look.
      const rows = await db
        .selectFrom('webhook_subscriptions')
        .select(['merchant_id', 'id'])
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('webhook_deliveries')
              .select(sql.lit(1).as('one'))
              .whereRef('webhook_deliveries.merchant_id', '=', 'webhook_subscriptions.merchant_id')
              .whereRef('webhook_deliveries.subscription_id', '=', 'webhook_subscriptions.id')
              .where(IS_DUE)
              .where('next_at', '<=', nowMs)
              .where(isFree(realNowMs)),
          ),
        )
        .$if(merchantIds !== null, (query) => query.where('merchant_id', 'in', merchantIds ?? []))
        .execute()
      return rows.map(({ merchant_id, id }) => ({ merchantId: merchant_id, subscriptionId: id }))
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

    async claim({ merchantId, subscriptionId }, { nowMs, realNowMs, leaseUntilMs, limit }) {
      const { rows } = await sql<Selectable<WebhookDeliveryTable>>`
        with picked as materialized (
          select id from webhook_deliveries
          where merchant_id = ${merchantId} and subscription_id = ${subscriptionId}
            and ${IS_DUE} and next_at <= ${nowMs} and ${isFree(realNowMs)}
          order by next_at limit ${limit} ${passingOver}
        )
        update webhook_deliveries set lease_until = ${leaseUntilMs}
        where merchant_id = ${merchantId} and id in (select id from picked)
        returning *
      `.execute(db)
      if (rows.length === 0) return []
      const events = await db
        .selectFrom('events')
        .select(['id', 'payload'])
        .where('merchant_id', '=', merchantId)
        .where(
          'id',
          'in',
          rows.map((row) => row.event_id),
        )
        .execute()
      const payloads = new Map(events.map(({ id, payload }) => [id, payload]))
      return rows
        .toSorted((one, other) => one.next_at - other.next_at)
        .map((row) => toClaimed(row, payloads.get(row.event_id)))
    },

    async findEndpoint({ merchantId, subscriptionId }) {
      const row = await db
        .selectFrom('webhook_subscriptions')
        .selectAll()
        .where('merchant_id', '=', merchantId)
        .where('id', '=', subscriptionId)
        .executeTakeFirst()
      return row ? toEndpoint(row, sealer, clock.now()) : null
    },

    record: (delivery, result) =>
      inTurn[result.verdict.status === 'DELIVERED' ? 'arrived' : 'failed'](() =>
        transact(async (trx) => {
          // The subscription before its deliveries: everybody locks in one order.
          await settleSubscription(trx, delivery, result.verdict, result.nowMs)
          if (!(await settleDelivery(trx, delivery, result))) return false
          await insertAttempts(trx, delivery, result.attempts)
          return true
        }),
      ),

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

function isFree(realNowMs: number): RawBuilder<boolean> {
  return sql<boolean>`(lease_until is null or lease_until <= ${realNowMs})`
}

/** The row while the lease is ours: leases of one delivery end at different times. */
function held(db: Kysely<WebhookTables>, { merchantId, id, leaseUntilMs }: ClaimedDelivery) {
  return db
    .updateTable('webhook_deliveries')
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .where('lease_until', '=', leaseUntilMs)
}

function toClaimed(row: Selectable<WebhookDeliveryTable>, payload: string | undefined): ClaimedDelivery {
  if (payload === undefined || row.lease_until === null)
    throw new Error(`Delivery ${row.id} has lost its event`)
  return {
    merchantId: row.merchant_id,
    subscriptionId: row.subscription_id,
    id: row.id,
    eventId: row.event_id,
    payload,
    attempts: row.attempts,
    tries: row.tries,
    wasPostponed: row.postponed_at !== null,
    leaseUntilMs: row.lease_until,
  }
}

async function settleSubscription(
  trx: Kysely<WebhookTables>,
  { merchantId, subscriptionId }: SubscriptionKey,
  { status, disable }: Verdict,
  nowMs: number,
): Promise<void> {
  await trx
    .updateTable('webhook_subscriptions')
    .set({ failing_since: status === 'DELIVERED' ? null : nowMs })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', subscriptionId)
    .where('failing_since', status === 'DELIVERED' ? 'is not' : 'is', null)
    .execute()
  if (disable === null) return
  await disableSubscription(trx, {
    merchantId,
    subscriptionId,
    reason: disable,
    nowMs,
    ...(disable === 'FAILING' && { ifFailingSinceMs: nowMs - FAILING_MAX_MS }),
  })
}

/** One that was canceled meanwhile stays so, unless it arrived. */
async function settleDelivery(
  trx: Kysely<WebhookTables>,
  delivery: ClaimedDelivery,
  { attempts, verdict, nowMs }: Parameters<DeliveryQueue['record']>[1],
): Promise<boolean> {
  const { status, nextAtMs } = verdict
  const updated = await held(trx, delivery)
    .set((eb) => ({
      status:
        status === 'DUE'
          ? eb.case().when('status', '=', 'CANCELED').then('CANCELED').else('DUE').end()
          : status,
      attempts: delivery.attempts + attempts.length,
      tries: delivery.tries + 1,
      lease_until: null,
      last_attempt_at: nowMs,
      last_status: attempts[0]?.status ?? null,
      ...(nextAtMs === null ? {} : { next_at: nextAtMs }),
      ...(status === 'DELIVERED' ? { delivered_at: nowMs } : {}),
    }))
    .executeTakeFirst()
  return updated.numUpdatedRows > 0n
}

async function insertAttempts(
  trx: Kysely<WebhookTables>,
  { merchantId, id, attempts: before }: ClaimedDelivery,
  attempts: readonly AttemptRecord[],
): Promise<void> {
  await trx
    .insertInto('webhook_attempts')
    .values(
      attempts.map((attempt, index) => ({
        merchant_id: merchantId,
        delivery_id: id,
        number: before + index + 1,
        started_at: attempt.startedAtMs,
        duration_ms: Math.round(attempt.durationMs),
        status: attempt.status,
        error: attempt.error,
        response_excerpt: attempt.responseExcerpt,
      })),
    )
    .execute()
}
