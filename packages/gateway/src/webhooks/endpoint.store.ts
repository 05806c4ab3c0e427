import type { Selectable } from 'kysely'

import { Secret } from '@sluice/platform/kernel/secret'
import { encodeSigningKey, encodeWebhookSecret } from '@sluice/platform/crypto/standard-webhook'
import type { Sealer } from '@sluice/platform/secrets/sealer'

import type { WebhookSubscriptionTable } from './webhooks.tables.ts'
import type { Endpoint } from './delivery.ts'
import { readFaultInjection } from './fault-injection-json.ts'

/** Returns the sealing purpose of a subscription's secrets. */
export function webhookSecretPurpose(merchantId: string, id: string): string {
  return `webhook-secret/${merchantId}/${id}`
}

export function signingKeyPurpose(merchantId: string, id: string): string {
  return `webhook-signing-key/${merchantId}/${id}`
}

/** Opens what a subscription's deliveries are signed with. */
export function toEndpoint(
  row: Selectable<WebhookSubscriptionTable>,
  sealer: Sealer,
  nowMs: number,
): Endpoint {
  const open = (sealed: Buffer) =>
    new Secret(encodeWebhookSecret(sealer.open(webhookSecretPurpose(row.merchant_id, row.id), sealed)))
  const isRotating =
    row.second_secret_sealed !== null && row.second_secret_until !== null && row.second_secret_until > nowMs
  return {
    merchantId: row.merchant_id,
    subscriptionId: row.id,
    url: row.url,
    isActive: row.status === 'ACTIVE',
    revision: row.revision,
    secrets: [
      open(row.secret_sealed),
      ...(isRotating && row.second_secret_sealed !== null ? [open(row.second_secret_sealed)] : []),
    ],
    signingKey:
      row.signing_key_sealed === null
        ? null
        : new Secret(
            encodeSigningKey(sealer.open(signingKeyPurpose(row.merchant_id, row.id), row.signing_key_sealed)),
          ),
    failingSinceMs: row.failing_since,
    laboratory: readFaultInjection(row.laboratory),
  }
}
