import type { Kysely } from 'kysely'

import { Secret } from '@sluice/platform/kernel/secret'
import { encodeSigningKey, encodeWebhookSecret } from '@sluice/platform/crypto/standard-webhook'
import type { Sealer } from '@sluice/platform/secrets/sealer'

import type { WebhookTables } from './webhooks.tables.ts'
import type { SigningRecords } from './signing-records.ts'
import { signingKeyPurpose, webhookSecretPurpose } from './endpoint.store.ts'

export function createSigningRecords({
  db,
  sealer,
}: {
  readonly db: Kysely<WebhookTables>
  readonly sealer: Sealer
}): SigningRecords {
  return {
    async listSecrets(merchantId) {
      const rows = await db
        .selectFrom('webhook_subscriptions')
        .select(['id', 'secret_sealed', 'second_secret_sealed', 'second_secret_until', 'signing_key_sealed'])
        .where('merchant_id', '=', merchantId)
        .execute()
      return rows.flatMap((row) => {
        const open = (sealed: Buffer) =>
          new Secret(encodeWebhookSecret(sealer.open(webhookSecretPurpose(merchantId, row.id), sealed)))
        const key = row.signing_key_sealed
        const signingKey =
          key && new Secret(encodeSigningKey(sealer.open(signingKeyPurpose(merchantId, row.id), key)))
        const previous = row.second_secret_sealed
        return [
          { subscriptionId: row.id, secret: open(row.secret_sealed), untilMs: null },
          ...(signingKey ? [{ subscriptionId: row.id, secret: signingKey, untilMs: null }] : []),
          ...(previous
            ? [{ subscriptionId: row.id, secret: open(previous), untilMs: row.second_secret_until }]
            : []),
        ]
      })
    },

    async findSent(merchantId, subscriptionId, eventId) {
      const row = await db
        .selectFrom('webhook_deliveries')
        .innerJoin('events', (join) =>
          join
            .onRef('events.merchant_id', '=', 'webhook_deliveries.merchant_id')
            .onRef('events.id', '=', 'webhook_deliveries.event_id'),
        )
        .select('events.payload')
        .where('webhook_deliveries.merchant_id', '=', merchantId)
        .where('webhook_deliveries.id', '=', `${eventId}.${subscriptionId}`)
        .executeTakeFirst()
      return row?.payload ?? null
    },
  }
}
