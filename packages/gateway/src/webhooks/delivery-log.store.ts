import { type Kysely, sql } from 'kysely'

import type { Clock } from '@sluice/platform/kernel/clock'
import type { AuditTrail } from '@sluice/platform/audit/audit-trail'
import { afterCommit } from '@sluice/platform/database/after-commit'
import { deleteOld } from '@sluice/platform/database/delete-old'
import type { Transact } from '@sluice/platform/database/transact'

import type { WebhookTables } from './webhooks.tables.ts'
import type { DeliveryLog, DeliveryRecord, DeliverySearch, ReplaySelection } from './delivery-log.ts'

/** The number of ids in one statement, far below the limits of both databases. */
const IDS_PER_STATEMENT = 500
/** Ten times the retry schedule of a delivery: mistakes are investigated within that time. */
const ATTEMPT_LIFETIME_MS = 30 * 86_400_000

export interface DeliveryLogOptions {
  readonly db: Kysely<WebhookTables>
  readonly transact: Transact<WebhookTables>
  readonly clock: Clock
  readonly audit: Pick<AuditTrail, 'write'>
  /** Notifies the dispatcher that a delivery is due. */
  readonly onDue: (merchantId: string) => void
}

export function createDeliveryLog({ db, transact, clock, audit, onDue }: DeliveryLogOptions): DeliveryLog {
  return {
    async list(search) {
      return (await selectListed(db, search).execute()).map(toRecord)
    },

    async find(merchantId, deliveryId) {
      const row = await selectDeliveries(db, merchantId)
        .select('event.payload')
        .where('delivery.id', '=', deliveryId)
        .executeTakeFirst()
      if (!row) return null
      const attempts = await db
        .selectFrom('webhook_attempts')
        .selectAll()
        .where('merchant_id', '=', merchantId)
        .where('delivery_id', '=', deliveryId)
        .orderBy('number')
        .execute()
      return {
        ...toRecord(row),
        payload: row.payload,
        log: attempts.map((attempt) => ({
          number: attempt.number,
          startedAtMs: attempt.started_at,
          durationMs: attempt.duration_ms,
          status: attempt.status,
          error: attempt.error,
          responseExcerpt: attempt.response_excerpt,
        })),
      }
    },

    async subscriptionsOf(merchantId, deliveryIds) {
      const ids = [...new Set(deliveryIds)]
      const rows = await db
        .selectFrom('webhook_deliveries')
        .select('subscription_id')
        .where('merchant_id', '=', merchantId)
        .where('id', 'in', ids)
        .execute()
      return rows.length < ids.length ? null : [...new Set(rows.map((row) => row.subscription_id))]
    },

    replay: (merchantId, selection, { limit, actor }) =>
      transact(async (trx) => {
        const chosen = await selectReplayed(trx, merchantId, selection)
          .limit(limit + 1)
          .execute()
        const ids = chosen.slice(0, limit).map(({ id }) => id)
        for (let at = 0; at < ids.length; at += IDS_PER_STATEMENT) {
          await trx
            .updateTable('webhook_deliveries')
            .set({ status: 'DUE', tries: 0, next_at: clock.now(), lease_until: null })
            .where('merchant_id', '=', merchantId)
            .where('id', 'in', ids.slice(at, at + IDS_PER_STATEMENT))
            .execute()
        }
        if (ids.length > 0) {
          const subject = selection.kind === 'ids' ? selection.kind : (selection.subscriptionId ?? 'all')
          const detail = { replayed: ids.length, which: selection.kind }
          await audit.write(trx, { merchantId, actor, action: 'webhook.replay', subject, detail })
          afterCommit(trx, () => onDue(merchantId))
        }
        return { replayed: ids.length, hasMore: chosen.length > limit }
      }),

    purgeOldAttempts: () =>
      deleteOld(db, {
        table: 'webhook_attempts',
        key: ['merchant_id', 'delivery_id', 'number'],
        column: 'started_at',
        untilMs: clock.now() - ATTEMPT_LIFETIME_MS,
      }),
  }
}

function selectDeliveries(db: Kysely<WebhookTables>, merchantId: string) {
  return db
    .selectFrom('webhook_deliveries as delivery')
    .innerJoin('events as event', (join) =>
      join
        .onRef('event.merchant_id', '=', 'delivery.merchant_id')
        .onRef('event.id', '=', 'delivery.event_id'),
    )
    .select([
      'delivery.id',
      'delivery.event_id',
      'event.type',
      'event.transaction_id',
      'delivery.subscription_id',
      'delivery.status',
      'delivery.attempts',
      'delivery.next_at',
      'delivery.last_attempt_at',
      'delivery.last_status',
      'delivery.delivered_at',
      'delivery.created_at',
    ])
    .where('delivery.merchant_id', '=', merchantId)
}

type Row = Awaited<ReturnType<ReturnType<typeof selectDeliveries>['execute']>>[number]

function selectListed(db: Kysely<WebhookTables>, search: DeliverySearch) {
  const { merchantId, subscriptionId, status, eventType, transactionId, fromMs, toMs, after } = search
  let wanted = selectDeliveries(db, merchantId)
  if (subscriptionId !== null) wanted = wanted.where('delivery.subscription_id', '=', subscriptionId)
  if (status !== null) wanted = wanted.where('delivery.status', '=', status)
  if (eventType !== null) wanted = wanted.where('event.type', '=', eventType)
  if (fromMs !== null) wanted = wanted.where('delivery.created_at', '>=', fromMs)
  if (toMs !== null) wanted = wanted.where('delivery.created_at', '<', toMs)
  if (transactionId !== null) {
    wanted = wanted.where('delivery.id', 'in', idsOfTransaction(db, merchantId, transactionId))
  }
  if (after !== null) {
    wanted = wanted.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('delivery.created_at', 'delivery.id'), '<', tuple(after.createdAtMs, after.id)),
    )
  }
  return wanted.orderBy('delivery.created_at', 'desc').orderBy('delivery.id', 'desc').limit(search.limit)
}

/** A delivery's id is made of its event's and its subscription's, and both are found by an index. */
export function idsOfTransaction(db: Kysely<WebhookTables>, merchantId: string, transactionId: string) {
  return db
    .selectFrom('events')
    .innerJoin('webhook_subscriptions', 'webhook_subscriptions.merchant_id', 'events.merchant_id')
    .select(sql<string>`events.id || '.' || webhook_subscriptions.id`.as('id'))
    .where('events.merchant_id', '=', merchantId)
    .where('events.transaction_id', '=', transactionId)
}

function selectReplayed(db: Kysely<WebhookTables>, merchantId: string, selection: ReplaySelection) {
  const all = db
    .selectFrom('webhook_deliveries as delivery')
    .innerJoin('webhook_subscriptions as subscription', (join) =>
      join
        .onRef('subscription.merchant_id', '=', 'delivery.merchant_id')
        .onRef('subscription.id', '=', 'delivery.subscription_id'),
    )
    .select('delivery.id')
    .where('delivery.merchant_id', '=', merchantId)
    .where('subscription.status', '=', 'ACTIVE')
    .orderBy('delivery.created_at')
    .orderBy('delivery.id')
  if (selection.kind === 'ids') return all.where('delivery.id', 'in', selection.ids)
  const { kind, subscriptionId, fromMs, toMs } = selection
  let chosen = all
  if (subscriptionId !== null) chosen = chosen.where('delivery.subscription_id', '=', subscriptionId)
  if (fromMs !== null) chosen = chosen.where('delivery.created_at', '>=', fromMs)
  if (toMs !== null) chosen = chosen.where('delivery.created_at', '<', toMs)
  // Literals, because SQLite uses the index of abandoned deliveries only with them.
  return kind === 'failed'
    ? chosen.where('delivery.status', 'in', [sql.lit('FAILED'), sql.lit('CANCELED')])
    : chosen
}

function toRecord(row: Row): DeliveryRecord {
  return {
    id: row.id,
    eventId: row.event_id,
    eventType: row.type,
    // An edited copy has its own id, because a transaction has each of its events only once.
    transactionId: row.transaction_id === row.event_id ? null : row.transaction_id,
    subscriptionId: row.subscription_id,
    status: row.status as DeliveryRecord['status'],
    attempts: row.attempts,
    nextAtMs: row.next_at,
    lastAttemptAtMs: row.last_attempt_at,
    lastStatus: row.last_status,
    deliveredAtMs: row.delivered_at,
    createdAtMs: row.created_at,
  }
}
