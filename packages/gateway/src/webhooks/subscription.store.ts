import type { Kysely } from 'kysely'

import type { Clock } from '../kernel/clock.ts'
import type { Random } from '../kernel/random.ts'
import { encodeWebhookSecret } from '../platform/crypto/standard-webhook.ts'
import type { Database } from '../platform/database/tables.ts'
import type { Sealer } from '../platform/secrets/sealer.ts'
import type { SubscriptionStore, WebhookSubscription } from './subscription.ts'

/** As long as the HMAC-SHA-256 that it keys. */
const SECRET_BYTES = 32

export interface SubscriptionStoreOptions {
  readonly db: Kysely<Database>
  readonly sealer: Sealer
  readonly clock: Clock
  readonly random: Random
}

export function createSubscriptionStore({
  db,
  sealer,
  clock,
  random,
}: SubscriptionStoreOptions): SubscriptionStore {
  return {
    async add({ merchantId, url, filters }) {
      const id = random.uuid()
      const secret = random.bytes(SECRET_BYTES)
      await db
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
      return encodeWebhookSecret(secret)
    },

    async list(merchantId) {
      const rows = await db
        .selectFrom('webhook_subscriptions')
        .select(['id', 'url', 'filters', 'status'])
        .where('merchant_id', '=', merchantId)
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
    },
  }
}

/** What the secret of a subscription is sealed for. */
export function webhookSecretPurpose(merchantId: string, id: string): string {
  return `webhook-secret/${merchantId}/${id}`
}
