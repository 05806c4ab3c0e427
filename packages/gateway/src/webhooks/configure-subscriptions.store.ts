import type { Transaction } from 'kysely'

import type { Clock } from '../kernel/clock.ts'
import { listDifferences, type RecordChange } from '../kernel/record-change.ts'
import type { Secret } from '../kernel/secret.ts'
import type { Database } from '../platform/database/tables.ts'
import type { Sealer } from '../platform/secrets/sealer.ts'
import type { ConfiguredSubscription } from './configured-subscription.ts'
import { webhookSecretPurpose } from './subscription.store.ts'

const SECRET_PREFIX = 'whsec_'

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
  trx: Transaction<Database>,
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

  for (const { id, url, filters, status, secret } of wanted) {
    const row = known.get(id)
    const purpose = webhookSecretPurpose(merchantId, id)
    const given = secret && readSecretBytes(secret)
    if (!row) {
      const bytes = given ?? readSecretBytes(makeWebhookSecret(merchantId, id))
      await trx
        .insertInto('webhook_subscriptions')
        .values({
          merchant_id: merchantId,
          id,
          url,
          filters: JSON.stringify(filters),
          secret_sealed: sealer.seal(purpose, bytes),
          status: status ?? 'ACTIVE',
          created_at: clock.now(),
        })
        .execute()
      const members = given ? [] : [MADE_SECRET]
      changes.push({ action: 'created', kind: 'webhook', id, members })
      continue
    }
    const hasOtherSecret = given !== null && !sealer.open(purpose, row.secret_sealed).equals(given)
    const members = [
      ...listDifferences(
        { url, filters: new Set(filters), status: status ?? row.status },
        { url: row.url, filters: new Set(JSON.parse(row.filters) as string[]), status: row.status },
      ),
      ...(hasOtherSecret ? ['secret'] : []),
    ]
    if (members.length === 0) continue
    await update(id)
      .set({
        url,
        filters: JSON.stringify(filters),
        status: status ?? row.status,
        ...(hasOtherSecret ? { secret_sealed: sealer.seal(purpose, given) } : {}),
      })
      .execute()
    changes.push({ action: 'changed', kind: 'webhook', id, members })
  }

  const listed = new Set(wanted.map(({ id }) => id))
  for (const { id, status } of rows) {
    if (listed.has(id) || status !== 'ACTIVE') continue
    await update(id).set({ status: 'DISABLED' }).execute()
    changes.push({ action: 'deactivated', kind: 'webhook', id, members: ['status'] })
  }
  return { changes }
}

function readSecretBytes(secret: Secret<string>): Buffer {
  return Buffer.from(secret.reveal().slice(SECRET_PREFIX.length), 'base64')
}
