import type { Kysely, Selectable } from 'kysely'

import type { WebhookDisabledReason } from '@sluice/types/vocabulary'
import type { Clock } from '@sluice/platform/kernel/clock'

import type { WebhookSubscriptionTable, WebhookTables } from './webhooks.tables.ts'
import { readFaultInjection } from './fault-injection-json.ts'
import type { SubscriptionRecord, SubscriptionRecords } from './subscription-record.ts'

export function createSubscriptionRecords({
  db,
  clock,
}: {
  readonly db: Kysely<WebhookTables>
  readonly clock: Clock
}): SubscriptionRecords {
  const ofMerchant = (merchantId: string) =>
    db.selectFrom('webhook_subscriptions').selectAll().where('merchant_id', '=', merchantId)
  return {
    async list(merchantId) {
      const rows = await ofMerchant(merchantId).orderBy('created_at').orderBy('id').execute()
      return rows.map((row) => toRecord(row, clock.now()))
    },
    async find(merchantId, subscriptionId) {
      const row = await ofMerchant(merchantId).where('id', '=', subscriptionId).executeTakeFirst()
      return row ? toRecord(row, clock.now()) : null
    },
  }
}

function toRecord(row: Selectable<WebhookSubscriptionTable>, nowMs: number): SubscriptionRecord {
  const untilMs = row.second_secret_until
  return {
    merchantId: row.merchant_id,
    id: row.id,
    url: row.url,
    filters: JSON.parse(row.filters) as string[],
    status: row.status as SubscriptionRecord['status'],
    disabledReason: row.disabled_reason as WebhookDisabledReason | null,
    disabledAtMs: row.disabled_at,
    failingSinceMs: row.failing_since,
    previousSecretUntilMs: untilMs !== null && untilMs > nowMs ? untilMs : null,
    laboratory: readFaultInjection(row.laboratory),
  }
}
