import type { Selectable, Transaction } from 'kysely'

import { LIMITS } from '@sluice/types/vocabulary'
import type { Clock } from '@sluice/platform/kernel/clock'
import { listDifferences, type RecordChange } from '@sluice/platform/kernel/record-change'
import type { Secret } from '@sluice/platform/kernel/secret'
import { hashSecret } from '@sluice/platform/crypto/secret-hash'
import type { Sealer } from '@sluice/platform/secrets/sealer'

import type { WebhookSubscriptionTable, WebhookTables } from './webhooks.tables.ts'
import type { ConfiguredSubscription } from './configured-subscription.ts'
import { signingKeyPurpose, webhookSecretPurpose } from './endpoint.store.ts'
import { addressedTo, disableSubscription, ENABLED, subscribeTo } from './subscription-state.store.ts'

const SECRET_PREFIX = 'whsec_'
const SIGNING_KEY_PREFIX = 'whsk_'

/** Reports that a subscription is new, so that its owner can be given the secret. */
const MADE_SECRET = 'with a new secret in the data directory'

export interface ConfigureSubscriptionsPorts {
  readonly sealer: Sealer
  readonly clock: Clock
  /** Creates the secret of a new subscription whose owner provides none: `whsec_…`. */
  readonly makeWebhookSecret: (merchantId: string, subscriptionId: string) => Secret<string>
}

/** Sets the subscriptions of a merchant as the operator wants them, and disables those that the operator does not list. */
export async function configureSubscriptions(
  trx: Transaction<WebhookTables>,
  merchantId: string,
  wanted: readonly ConfiguredSubscription[],
  ports: ConfigureSubscriptionsPorts,
): Promise<{ readonly changes: readonly RecordChange[] }> {
  const changes: RecordChange[] = []
  const rows = await trx
    .selectFrom('webhook_subscriptions')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .orderBy('id')
    .execute()
  const known = new Map(rows.map((row) => [row.id, row]))
  const commit = { trx, merchantId, nowMs: ports.clock.now() }
  for (const subscription of wanted) {
    const row = known.get(subscription.id)
    const change = row
      ? await changeSubscription(commit, subscription, row, ports)
      : await addSubscription(commit, subscription, ports)
    if (change) changes.push(change)
  }

  const listed = new Set(wanted.map(({ id }) => id))
  for (const { id, status } of rows) {
    if (listed.has(id) || status !== 'ACTIVE') continue
    await disable(commit, id)
    await subscribeTo(trx, { merchantId, subscriptionId: id }, [], commit.nowMs)
    changes.push({ action: 'deactivated', kind: 'webhook', id, members: ['status'] })
  }
  return { changes }
}

/** Sets the subscriptions of a merchant within a transaction. */
interface Commit {
  readonly trx: Transaction<WebhookTables>
  readonly merchantId: string
  readonly nowMs: number
}

type SubscriptionRow = Selectable<WebhookSubscriptionTable>

async function addSubscription(
  commit: Commit,
  { id, url, filters, status, secret, signingKey }: ConfiguredSubscription,
  { sealer, makeWebhookSecret }: ConfigureSubscriptionsPorts,
): Promise<RecordChange> {
  const { trx, merchantId, nowMs } = commit
  const bytes = readBytes(secret ?? makeWebhookSecret(merchantId, id), SECRET_PREFIX)
  const key = signingKey && readBytes(signingKey, SIGNING_KEY_PREFIX)
  await trx
    .insertInto('webhook_subscriptions')
    .values({
      merchant_id: merchantId,
      id,
      url,
      filters: JSON.stringify(filters),
      secret_sealed: sealer.seal(webhookSecretPurpose(merchantId, id), bytes),
      file_secret_hash: secret && hashSecret(secret.reveal()),
      signing_key_sealed: key && sealer.seal(signingKeyPurpose(merchantId, id), key),
      status: 'ACTIVE',
      created_at: nowMs,
    })
    .execute()
  await subscribeTo(trx, { merchantId, subscriptionId: id }, filters, nowMs)
  if (status === 'DISABLED') await disable(commit, id)
  return { action: 'created', kind: 'webhook', id, members: secret ? [] : [MADE_SECRET] }
}

/** Returns null if nothing changes that must be reported. */
async function changeSubscription(
  commit: Commit,
  wanted: ConfiguredSubscription,
  row: SubscriptionRow,
  { sealer }: ConfigureSubscriptionsPorts,
): Promise<RecordChange | null> {
  const { trx, merchantId, nowMs } = commit
  const { id, url, filters, status } = wanted
  const update = trx
    .updateTable('webhook_subscriptions')
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
  // A subscription that a user removed becomes active again when the file lists it.
  const wantedStatus = status ?? (row.disabled_reason === 'REMOVED' ? 'ACTIVE' : null)
  const secret = compareSecret(sealer, wanted, row)
  const key = compareSigningKey(sealer, wanted, row)
  const members = [
    ...listDifferences(
      { url, filters: new Set(filters), status: wantedStatus ?? row.status },
      { url: row.url, filters: new Set(JSON.parse(row.filters) as string[]), status: row.status },
    ),
    ...(secret.replacement ? ['secret'] : []),
    ...(key.isOther ? ['signing_key'] : []),
  ]
  // A subscription that was not listed for a while has missed events.
  if (members.length > 0 || row.status === 'DISABLED')
    await subscribeTo(trx, { merchantId, subscriptionId: id }, filters, nowMs)
  if (members.length === 0) {
    if (!secret.isFileKnown) await update.set({ file_secret_hash: secret.fileHash }).execute()
    return null
  }
  await update
    .set({
      file_secret_hash: secret.fileHash,
      ...addressedTo(url),
      filters: JSON.stringify(filters),
      signing_key_sealed: key.sealed,
      ...(wantedStatus === 'ACTIVE' ? ENABLED : {}),
      ...(secret.replacement ? rotateTo(secret.replacement, row.secret_sealed, nowMs) : {}),
    })
    .execute()
  if (status === 'DISABLED') await disable(commit, id)
  return { action: 'changed', kind: 'webhook', id, members }
}

/** Stores a secret of the file only once, because the merchant may have rotated it since, and receivers use the new one. */
function compareSecret(sealer: Sealer, { secret }: ConfiguredSubscription, row: SubscriptionRow) {
  const fileHash = secret && hashSecret(secret.reveal())
  const isFileKnown = isSame(fileHash, row.file_secret_hash)
  const given = secret && readBytes(secret, SECRET_PREFIX)
  const purpose = webhookSecretPurpose(row.merchant_id, row.id)
  const isOther = given !== null && !isFileKnown && !sealer.open(purpose, row.secret_sealed).equals(given)
  return { fileHash, isFileKnown, replacement: isOther ? sealer.seal(purpose, given) : null }
}

function compareSigningKey(sealer: Sealer, { signingKey }: ConfiguredSubscription, row: SubscriptionRow) {
  const purpose = signingKeyPurpose(row.merchant_id, row.id)
  const key = signingKey && readBytes(signingKey, SIGNING_KEY_PREFIX)
  const known = row.signing_key_sealed && sealer.open(purpose, row.signing_key_sealed)
  return { sealed: key && sealer.seal(purpose, key), isOther: !isSame(key, known) }
}

async function disable({ trx, merchantId, nowMs }: Commit, subscriptionId: string): Promise<void> {
  await disableSubscription(trx, { merchantId, subscriptionId, reason: 'OPERATOR', nowMs })
}

/** Receivers may adopt the new secret a day late. */
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
