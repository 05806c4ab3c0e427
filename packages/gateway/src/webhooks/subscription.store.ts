import type { Kysely } from 'kysely'

import type { Clock } from '@sluice/platform/kernel/clock'
import { MERCHANT_CAPS } from '@sluice/platform/kernel/merchant-caps'
import { lockOldest } from '@sluice/platform/database/lock-oldest'
import type { Random } from '@sluice/platform/kernel/random'
import type { AuditActor } from '@sluice/platform/audit/audit-entry'
import type { AuditTrail } from '@sluice/platform/audit/audit-trail'
import { encodeWebhookSecret } from '@sluice/platform/crypto/standard-webhook'
import type { Transact } from '@sluice/platform/database/transact'
import type { Sealer } from '@sluice/platform/secrets/sealer'

import type { WebhookTables } from './webhooks.tables.ts'
import type { SubscriptionKey } from './delivery.ts'
import { webhookSecretPurpose } from './endpoint.store.ts'
import { rotateSecret, SECRET_BYTES } from './rotate-secret.store.ts'
import {
  addressedTo,
  cancelOpenDeliveries,
  disableSubscription,
  ENABLED,
  IS_KEPT,
  subscribeTo,
} from './subscription-state.store.ts'
import type { SubscriptionStore, WebhookSubscription } from './subscription.ts'

export interface SubscriptionStoreOptions {
  readonly db: Kysely<WebhookTables>
  readonly transact: Transact<WebhookTables>
  readonly sealer: Sealer
  readonly clock: Clock
  readonly random: Random
  readonly audit: Pick<AuditTrail, 'write'>
}

interface RecordedChange {
  readonly action: 'webhook.create' | 'webhook.change' | 'webhook.disable' | 'webhook.remove'
  readonly merchantId: string
  readonly id: string
  readonly url?: string
}

export function createSubscriptionStore({
  db,
  transact,
  sealer,
  clock,
  random,
  audit,
}: SubscriptionStoreOptions): SubscriptionStore {
  async function record(
    trx: Kysely<WebhookTables>,
    actor: AuditActor | undefined,
    { action, merchantId, id, url }: RecordedChange,
  ): Promise<void> {
    const detail = url === undefined ? {} : { url }
    if (actor) await audit.write(trx, { merchantId, actor, action, subject: id, detail })
  }

  return {
    async add({ merchantId, url, filters }, actor) {
      const id = random.uuid()
      const secret = random.bytes(SECRET_BYTES)
      const isAdded = await transact(async (trx) => {
        if (await hasAll(trx, merchantId)) return false
        await trx
          .insertInto('webhook_subscriptions')
          .values({
            merchant_id: merchantId,
            id,
            url,
            filters: JSON.stringify(filters),
            secret_sealed: sealer.seal(webhookSecretPurpose(merchantId, id), secret),
            status: 'ACTIVE',
            created_at: clock.now(),
          })
          .execute()
        await subscribeTo(trx, { merchantId, subscriptionId: id }, filters, clock.now())
        await record(trx, actor, { action: 'webhook.create', merchantId, id, url })
        return true
      })
      return isAdded ? { id, secret: encodeWebhookSecret(secret) } : null
    },

    change: ({ merchantId, id, url, filters }, actor) =>
      transact(async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable('webhook_subscriptions')
          .set({ ...addressedTo(url), filters: JSON.stringify(filters) })
          .where('merchant_id', '=', merchantId)
          .where('id', '=', id)
          .where(IS_KEPT)
          .executeTakeFirst()
        if (numUpdatedRows === 0n) return false
        await subscribeTo(trx, { merchantId, subscriptionId: id }, filters, clock.now())
        await record(trx, actor, { action: 'webhook.change', merchantId, id, url })
        return true
      }),

    switchOff: (merchantId, id, actor) =>
      transact(async (trx) => {
        const found = await trx
          .selectFrom('webhook_subscriptions')
          .select('id')
          .where('merchant_id', '=', merchantId)
          .where('id', '=', id)
          .where(IS_KEPT)
          .executeTakeFirst()
        if (!found) return false
        const nowMs = clock.now()
        await disableSubscription(trx, { merchantId, subscriptionId: id, reason: 'MERCHANT', nowMs })
        await record(trx, actor, { action: 'webhook.disable', merchantId, id })
        return true
      }),

    remove: (merchantId, id, actor) =>
      transact(async (trx) => {
        const isRemoved = await removeSubscription(trx, { merchantId, subscriptionId: id }, clock.now())
        if (isRemoved) await record(trx, actor, { action: 'webhook.remove', merchantId, id })
        return isRemoved
      }),

    list: (merchantId) => listSubscriptions(db, merchantId),

    rotateSecret: (merchantId, id, requestKey) =>
      transact((trx) =>
        rotateSecret({ sealer, clock, random, audit }, trx, { merchantId, subscriptionId: id }, requestKey),
      ),

    enable: (merchantId, id, actor) =>
      transact(async (trx) => {
        const row = await trx
          .updateTable('webhook_subscriptions')
          .set(ENABLED)
          .where('merchant_id', '=', merchantId)
          .where('id', '=', id)
          .where(IS_KEPT)
          .returning('filters')
          .executeTakeFirst()
        if (!row) return false
        await subscribeAgain(trx, { merchantId, subscriptionId: id }, row.filters, clock.now())
        await audit.write(trx, { merchantId, actor, action: 'webhook.enable', subject: id, detail: {} })
        return true
      }),
  }
}

/** Returns the subscriptions of a merchant, oldest first. */
async function listSubscriptions(
  db: Kysely<WebhookTables>,
  merchantId: string,
): Promise<readonly WebhookSubscription[]> {
  const rows = await db
    .selectFrom('webhook_subscriptions')
    .select(['id', 'url', 'filters', 'status'])
    .where('merchant_id', '=', merchantId)
    .where(IS_KEPT)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(({ id, url, filters, status }) => ({
    merchantId,
    id,
    url,
    filters: JSON.parse(filters) as string[],
    status: status as WebhookSubscription['status'],
  }))
}

/** Permanently disables a subscription and cancels its pending deliveries. Returns false if the merchant has none with this id. */
async function removeSubscription(
  trx: Kysely<WebhookTables>,
  key: SubscriptionKey,
  nowMs: number,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('webhook_subscriptions')
    .set({
      status: 'DISABLED',
      disabled_at: nowMs,
      disabled_reason: 'REMOVED',
      failing_since: null,
      laboratory: null,
    })
    .where('merchant_id', '=', key.merchantId)
    .where('id', '=', key.subscriptionId)
    .where(IS_KEPT)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await subscribeTo(trx, key, [], nowMs)
  await cancelOpenDeliveries(trx, key)
  return true
}

/** Subscribes to the events of the filters, unless the subscription already has events, which keep their start time. */
async function subscribeAgain(
  trx: Kysely<WebhookTables>,
  key: SubscriptionKey,
  filters: string,
  nowMs: number,
): Promise<void> {
  const subscribed = await trx
    .selectFrom('webhook_subscription_events')
    .select('event_type')
    .where('merchant_id', '=', key.merchantId)
    .where('subscription_id', '=', key.subscriptionId)
    .executeTakeFirst()
  if (!subscribed) await subscribeTo(trx, key, JSON.parse(filters) as string[], nowMs)
}

/** Returns whether the merchant has reached the limit of subscriptions. */
async function hasAll(trx: Kysely<WebhookTables>, merchantId: string): Promise<boolean> {
  await lockOldest(trx, 'webhook_subscriptions', 'id', merchantId)
  const { kept } = await trx
    .selectFrom('webhook_subscriptions')
    .select((row) => row.fn.countAll<number>().as('kept'))
    .where('merchant_id', '=', merchantId)
    .where(IS_KEPT)
    .executeTakeFirstOrThrow()
  return Number(kept) >= MERCHANT_CAPS.subscriptions
}
