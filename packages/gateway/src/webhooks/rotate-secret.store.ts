import type { Kysely } from 'kysely'

import { LIMITS } from '@sluice/types/vocabulary'
import type { Clock } from '@sluice/platform/kernel/clock'
import type { Random } from '@sluice/platform/kernel/random'
import type { AuditTrail } from '@sluice/platform/audit/audit-trail'
import { encodeWebhookSecret } from '@sluice/platform/crypto/standard-webhook'
import type { Sealer } from '@sluice/platform/secrets/sealer'

import type { SubscriptionKey } from './delivery.ts'
import { webhookSecretPurpose } from './endpoint.store.ts'
import { IS_KEPT } from './subscription-state.store.ts'
import type { WebhookTables } from './webhooks.tables.ts'

/** The length of an HMAC-SHA-256 output, which the secret keys. */
export const SECRET_BYTES = 32

interface RotationPorts {
  readonly sealer: Sealer
  readonly clock: Clock
  readonly random: Random
  readonly audit: Pick<AuditTrail, 'write'>
}

/**
 * Creates a new secret. For a day, messages are signed with the previous one as well. Returns null for an unknown subscription.
 *
 * @param requestKey - identifies the request: a repeated request gets the secret that it created.
 */
export async function rotateSecret(
  { sealer, clock, random, audit }: RotationPorts,
  trx: Kysely<WebhookTables>,
  { merchantId, subscriptionId: id }: SubscriptionKey,
  requestKey: string | null,
): Promise<{ readonly secret: string; readonly previousValidUntilMs: number } | null> {
  // An update without changes locks the row: of two concurrent rotations, the second sees the new secret of the first.
  const row = await trx
    .updateTable('webhook_subscriptions')
    .set((eb) => ({ status: eb.ref('status') }))
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .where(IS_KEPT)
    .returningAll()
    .executeTakeFirst()
  if (!row) return null
  const purpose = webhookSecretPurpose(merchantId, id)
  if (requestKey !== null && row.rotated_by === requestKey && row.second_secret_until !== null) {
    const secret = encodeWebhookSecret(sealer.open(purpose, row.secret_sealed))
    return { secret, previousValidUntilMs: row.second_secret_until }
  }
  const secret = random.bytes(SECRET_BYTES)
  const previousValidUntilMs = clock.now() + LIMITS.WEBHOOK_SECRET_ROTATION_SECONDS * 1000
  await trx
    .updateTable('webhook_subscriptions')
    .set({
      secret_sealed: sealer.seal(purpose, secret),
      second_secret_sealed: row.secret_sealed,
      second_secret_until: previousValidUntilMs,
      rotated_by: requestKey,
    })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .execute()
  await audit.write(trx, {
    merchantId,
    actor: 'merchant',
    action: 'webhook.rotate-secret',
    subject: id,
    detail: {},
  })
  return { secret: encodeWebhookSecret(secret), previousValidUntilMs }
}
