import type { Transaction } from 'kysely'

import { LIMITS } from '@sluice/types/vocabulary'
import type { Clock } from '@sluice/platform/kernel/clock'
import { listDifferences, type RecordChange } from '@sluice/platform/kernel/record-change'
import type { Secret } from '@sluice/platform/kernel/secret'
import { hashSecret } from '@sluice/platform/crypto/secret-hash'
import type { Sealer } from '@sluice/platform/secrets/sealer'

import type { WebhookTables } from './webhooks.tables.ts'
import type { ConfiguredSubscription } from './configured-subscription.ts'
import { signingKeyPurpose, webhookSecretPurpose } from './endpoint.store.ts'
import { addressedTo, disableSubscription, ENABLED, subscribeTo } from './subscription-state.store.ts'

const SECRET_PREFIX = 'whsec_'
const SIGNING_KEY_PREFIX = 'whsk_'

/** Says of a new subscription that its owner has to be told the secret. */
const MADE_SECRET = 'with a new secret in the data directory'

export interface ConfigureSubscriptionsPorts {
  readonly sealer: Sealer
  readonly clock: Clock
  /** Gives the secret of a new subscription whose owner gives none: `whsec_…`. */
  readonly makeWebhookSecret: (merchantId: string, subscriptionId: string) => Secret<string>
}

/** The subscriptions of a merchant as the operator wants them. Those that it has beyond that are disabled. */
export async function configureSubscriptions(
  trx: Transaction<WebhookTables>,
  merchantId: string,
  wanted: readonly ConfiguredSubscription[],
  { sealer, clock, makeWebhookSecret }: ConfigureSubscriptionsPorts,
): Promise<{ readonly changes: readonly RecordChange[] }> {
  const changes: RecordChange[] = []
  const rows = await trx
    .selectFrom('webhook_subscriptions')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .orderBy('id')
    .execute()
  const known = new Map(rows.map((row) => [row.id, row]))
  const update = (id: string) =>
    trx.updateTable('webhook_subscriptions').where('merchant_id', '=', merchantId).where('id', '=', id)

  const disable = (subscriptionId: string) =>
    disableSubscription(trx, { merchantId, subscriptionId, reason: 'OPERATOR', nowMs: clock.now() })

  for (const { id, url, filters, status, secret, signingKey } of wanted) {
    const row = known.get(id)
    const purpose = webhookSecretPurpose(merchantId, id)
    const given = secret && readBytes(secret, SECRET_PREFIX)
    const keyPurpose = signingKeyPurpose(merchantId, id)
    const key = signingKey && readBytes(signingKey, SIGNING_KEY_PREFIX)
    const signing_key_sealed = key && sealer.seal(keyPurpose, key)
    const file_secret_hash = secret && hashSecret(secret.reveal())
    if (!row) {
      const bytes = given ?? readBytes(makeWebhookSecret(merchantId, id), SECRET_PREFIX)
      await trx
        .insertInto('webhook_subscriptions')
        .values({
          merchant_id: merchantId,
          id,
          url,
          filters: JSON.stringify(filters),
          secret_sealed: sealer.seal(purpose, bytes),
          file_secret_hash,
          signing_key_sealed,
          status: 'ACTIVE',
          created_at: clock.now(),
        })
        .execute()
      await subscribeTo(trx, { merchantId, subscriptionId: id }, filters, clock.now())
      if (status === 'DISABLED') await disable(id)
      const members = given ? [] : [MADE_SECRET]
      changes.push({ action: 'created', kind: 'webhook', id, members })
      continue
    }
    // What a person removed begins anew when the file lists it.
    const wantedStatus = status ?? (row.disabled_reason === 'REMOVED' ? 'ACTIVE' : null)
    // A secret of the file is taken once: the merchant may have rotated it since, and receivers know the new one.
    const isFileKnown = isSame(file_secret_hash, row.file_secret_hash)
    const hasOtherSecret =
      given !== null && !isFileKnown && !sealer.open(purpose, row.secret_sealed).equals(given)
    const knownKey = row.signing_key_sealed && sealer.open(keyPurpose, row.signing_key_sealed)
    const hasOtherKey = !isSame(key, knownKey)
    const members = [
      ...listDifferences(
        { url, filters: new Set(filters), status: wantedStatus ?? row.status },
        { url: row.url, filters: new Set(JSON.parse(row.filters) as string[]), status: row.status },
      ),
      ...(hasOtherSecret ? ['secret'] : []),
      ...(hasOtherKey ? ['signing_key'] : []),
    ]
    // One that was no longer listed has lost its events.
    if (members.length > 0 || row.status === 'DISABLED')
      await subscribeTo(trx, { merchantId, subscriptionId: id }, filters, clock.now())
    if (members.length === 0) {
      if (!isFileKnown) await update(id).set({ file_secret_hash }).execute()
      continue
    }
    await update(id)
      .set({
        file_secret_hash,
        ...addressedTo(url),
        filters: JSON.stringify(filters),
        signing_key_sealed,
        ...(wantedStatus === 'ACTIVE' ? ENABLED : {}),
        ...(hasOtherSecret ? rotateTo(sealer.seal(purpose, given), row.secret_sealed, clock.now()) : {}),
      })
      .execute()
    if (status === 'DISABLED') await disable(id)
    changes.push({ action: 'changed', kind: 'webhook', id, members })
  }

  const listed = new Set(wanted.map(({ id }) => id))
  for (const { id, status } of rows) {
    if (listed.has(id) || status !== 'ACTIVE') continue
    await disable(id)
    await subscribeTo(trx, { merchantId, subscriptionId: id }, [], clock.now())
    changes.push({ action: 'deactivated', kind: 'webhook', id, members: ['status'] })
  }
  return { changes }
}

/** Receivers may learn of the new secret a day late. */
function rotateTo(secretSealed: Buffer, previousSealed: Buffer, nowMs: number) {
  return {
    secret_sealed: secretSealed,
    second_secret_sealed: previousSealed,
    second_secret_until: nowMs + LIMITS.WEBHOOK_SECRET_ROTATION_SECONDS * 1000,
    rotated_by: null,
  }
}

function isSame(one: Buffer | null, other: Buffer | null): boolean {
  return one === null || other === null ? one === other : one.equals(other)
}

function readBytes(secret: Secret<string>, prefix: string): Buffer {
  return Buffer.from(secret.reveal().slice(prefix.length), 'base64')
}
