import { type Kysely, type RawBuilder, type Selectable, sql, type Transaction } from 'kysely'

import type { Clock } from '../kernel/clock.ts'
import { inBatches } from '../kernel/in-batches.ts'
import { addToCommit } from '../platform/database/add-to-commit.ts'
import { isDatabaseOutage } from '../platform/database/database-errors.ts'
import type { Dialect } from '../platform/database/dialect.ts'
import type { WebhookDeliveryTable, WebhookTables } from './webhooks.tables.ts'
import type { Transact } from '../platform/database/transact.ts'
import type { Sealer } from '../platform/secrets/sealer.ts'
import type { DeliveryQueue } from './delivery-queue.ts'
import type { ClaimedDelivery } from './delivery.ts'
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

/** Of one commit: hundreds of attempts may end at once, and payments need connections too. */
const RECORDS_MAX = 100

/** What came of an attempt at a delivery. */
type Recorded = Parameters<DeliveryQueue['record']>[1] & { readonly delivery: ClaimedDelivery }

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
  const recordInBatches = () =>
    inBatches((results: readonly Recorded[]) => transact((trx) => recordResults(trx, results)), {
      maxItems: RECORDS_MAX,
      isOfOne: (error) => !isDatabaseOutage(error),
    })
  // What arrived does not wait for what failed.
  const recordArrived = recordInBatches()
  const recordFailed = recordInBatches()
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

/** @returns for each whether it counts: its lease was still ours. */
async function recordResults(
  trx: Transaction<WebhookTables>,
  results: readonly Recorded[],
): Promise<readonly boolean[]> {
  // Subscriptions before deliveries, and by their names: everybody locks in one order.
  for (const subscriptionResults of groupBySubscription(results))
    await settleSubscription(trx, subscriptionResults)
  const settled = await settleDeliveries(trx, results)
  const counted = results.map(({ delivery }) => settled.has(nameOf(delivery)))
  const attempts = results.filter((_, place) => counted[place]).flatMap(describeAttempts)
  // One statement each, always the same: PostgreSQL keeps it, and they travel together.
  for (const attempt of attempts) await addToCommit(trx, trx.insertInto('webhook_attempts').values(attempt))
  return counted
}

function groupBySubscription(results: readonly Recorded[]): readonly (readonly Recorded[])[] {
  const groups = new Map<string, Recorded[]>()
  for (const result of results) {
    const { merchantId, subscriptionId } = result.delivery
    const name = `${merchantId}/${subscriptionId}`
    groups.set(name, [...(groups.get(name) ?? []), result])
  }
  return [...groups].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, group]) => group)
}

/** All of one subscription, and all arrived or all failed. */
async function settleSubscription(
  trx: Transaction<WebhookTables>,
  results: readonly Recorded[],
): Promise<void> {
  const [first] = results
  if (!first) return
  const { merchantId, subscriptionId } = first.delivery
  const arrived = first.verdict.status === 'DELIVERED'
  await addToCommit(
    trx,
    trx
      .updateTable('webhook_subscriptions')
      .set({ failing_since: arrived ? null : first.nowMs })
      .where('merchant_id', '=', merchantId)
      .where('id', '=', subscriptionId)
      .where('failing_since', arrived ? 'is not' : 'is', null),
  )
  for (const { verdict, nowMs } of results) {
    const { disable: reason } = verdict
    if (reason === null) continue
    const ifFailingSinceMs = reason === 'FAILING' ? { ifFailingSinceMs: nowMs - FAILING_MAX_MS } : {}
    await disableSubscription(trx, { merchantId, subscriptionId, reason, nowMs, ...ifFailingSinceMs })
    return
  }
}

/**
 * Each while its lease is ours. One that was canceled meanwhile stays so, unless it arrived.
 *
 * @returns the names of those that were.
 */
async function settleDeliveries(
  trx: Transaction<WebhookTables>,
  results: readonly Recorded[],
): Promise<ReadonlySet<string>> {
  // A parameter among values has no type of its own on PostgreSQL.
  const number = (value: number | null) => sql`cast(${value} as bigint)`
  const told = results.map(
    ({ delivery, attempts, verdict, nowMs }) => sql`(
      ${delivery.merchantId}, ${delivery.id}, ${number(delivery.leaseUntilMs)}, ${verdict.status},
      ${number(delivery.attempts + attempts.length)}, ${number(delivery.tries + 1)}, ${number(nowMs)},
      ${number(attempts[0]?.status ?? null)}, ${number(verdict.nextAtMs)}
    )`,
  )
  const { rows } = await sql<{ readonly merchant_id: string; readonly id: string }>`
    with told (of_merchant, of_delivery, held_until, outcome, made, tried, at, answered, next) as (values ${sql.join(told)})
    update webhook_deliveries set
      status = case when outcome = 'DUE' and status = 'CANCELED' then 'CANCELED' else outcome end,
      attempts = made, tries = tried, lease_until = null, last_attempt_at = at, last_status = answered,
      next_at = coalesce(next, next_at),
      delivered_at = case when outcome = 'DELIVERED' then at else delivered_at end
    from told
    where merchant_id = of_merchant and id = of_delivery and lease_until = held_until
    returning merchant_id, id
  `.execute(trx)
  return new Set(rows.map(({ merchant_id, id }) => nameOf({ merchantId: merchant_id, id })))
}

function nameOf({ merchantId, id }: Pick<ClaimedDelivery, 'merchantId' | 'id'>): string {
  return `${merchantId}/${id}`
}

function describeAttempts({ delivery: { merchantId, id, attempts: before }, attempts }: Recorded) {
  return attempts.map((attempt, index) => ({
    merchant_id: merchantId,
    delivery_id: id,
    number: before + index + 1,
    started_at: attempt.startedAtMs,
    duration_ms: Math.round(attempt.durationMs),
    status: attempt.status,
    error: attempt.error,
    response_excerpt: attempt.responseExcerpt,
  }))
}
