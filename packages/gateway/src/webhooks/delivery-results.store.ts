import { sql, type Transaction } from 'kysely'

import { addToCommit } from '@sluice/platform/database/add-to-commit'

import { FAILING_MAX_MS } from './classify-attempt.ts'
import type { DeliveryQueue, ResultEffect } from './delivery-queue.ts'
import type { LeasedDelivery } from './delivery.ts'
import { disableSubscription } from './subscription-state.store.ts'
import type { WebhookTables } from './webhooks.tables.ts'

/** A 410 weighs more than five days of failures, and counts even if another delivery arrived in the meantime. */
const BY_WEIGHT = ['GONE', 'FAILING'] as const

/** The result of an attempt at a delivery. */
export type Recorded = Parameters<DeliveryQueue['record']>[1] & { readonly delivery: LeasedDelivery }

/**
 * Stores the results of many attempts in one commit.
 *
 * @returns for each what it has changed.
 */
export async function recordResults(
  trx: Transaction<WebhookTables>,
  results: readonly Recorded[],
): Promise<readonly ResultEffect[]> {
  const disabling = new Set<Recorded>()
  // Subscriptions before deliveries, sorted by name: all writers lock in the same order.
  for (const subscriptionResults of groupBySubscription(results)) {
    const one = await recordSubscriptionResult(trx, subscriptionResults)
    if (one) disabling.add(one)
  }
  const settled = await recordDeliveries(trx, results)
  const counted = results.map(({ delivery }) => settled.has(nameOf(delivery)))
  const attempts = results.filter((_, place) => counted[place]).flatMap(describeAttempts)
  // Uses one statement per result, always the same, because PostgreSQL caches its plan, and sends them together.
  for (const attempt of attempts) await addToCommit(trx, trx.insertInto('webhook_attempts').values(attempt))
  return results.map((result, place) => ({
    counts: counted[place] ?? false,
    disabled: disabling.has(result),
  }))
}

function groupBySubscription(results: readonly Recorded[]): readonly (readonly Recorded[])[] {
  const groups = new Map<string, Recorded[]>()
  for (const result of results) {
    const { merchantId, subscriptionId } = result.delivery
    const name = `${merchantId}/${subscriptionId}/${result.revision}`
    groups.set(name, [...(groups.get(name) ?? []), result])
  }
  return [...groups].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, group]) => group)
}

/**
 * All of one subscription and revision, and all arrived or all failed.
 *
 * @returns which of them disabled the subscription; null for none.
 */
async function recordSubscriptionResult(
  trx: Transaction<WebhookTables>,
  results: readonly Recorded[],
): Promise<Recorded | null> {
  const [first] = results
  if (!first) return null
  const { revision } = first
  const { merchantId, subscriptionId } = first.delivery
  const arrived = first.verdict.status === 'DELIVERED'
  await addToCommit(
    trx,
    trx
      .updateTable('webhook_subscriptions')
      .set({ failing_since: arrived ? null : first.nowMs })
      .where('merchant_id', '=', merchantId)
      .where('id', '=', subscriptionId)
      .where('revision', '=', revision)
      .where('failing_since', arrived ? 'is not' : 'is', null),
  )
  for (const reason of BY_WEIGHT) {
    const blaming = results.filter(({ verdict }) => verdict.disable === reason)
    const [told] = blaming
    if (!told) continue
    const { nowMs } = told
    const leases = blaming.map(({ delivery }) => delivery)
    const failingSinceMs = reason === 'FAILING' ? nowMs - FAILING_MAX_MS : null
    const only = { revision, leases, failingSinceMs }
    const isDisabled = await disableSubscription(trx, { merchantId, subscriptionId, reason, nowMs, only })
    if (isDisabled) return told
  }
  return null
}

/**
 * Each while its lease is ours. One that was canceled in the meantime stays canceled, unless it arrived. One that was
 * answered 410 stays due where that did not disable the subscription: it goes to the repaired one.
 *
 * @returns the names of those that were.
 */
async function recordDeliveries(
  trx: Transaction<WebhookTables>,
  results: readonly Recorded[],
): Promise<ReadonlySet<string>> {
  // On PostgreSQL, a parameter among values has no type.
  const number = (value: number | null) => sql`cast(${value} as bigint)`
  const told = results.map(
    ({ delivery, attempts, verdict, nowMs }) => sql`(
      ${delivery.merchantId}, ${delivery.id}, ${number(delivery.leaseUntilMs)}, ${verdict.status},
      ${number(delivery.attempts + attempts.length)}, ${number(delivery.tries + 1)}, ${number(nowMs)},
      ${number(attempts[0]?.status ?? null)}, ${number(verdict.nextAtMs)}
    )`,
  )
  const { rows } = await sql<{ readonly merchant_id: string; readonly id: string }>`
    with told (of_merchant, of_delivery, held_until, outcome, made, tried, at, answered, next) as (values ${sql.join(told)})
    update webhook_deliveries set
      status = case
        when outcome = 'DUE' and status = 'CANCELED' then 'CANCELED'
        when outcome = 'CANCELED' and exists (
          select 1 from webhook_subscriptions
          where webhook_subscriptions.merchant_id = of_merchant and webhook_subscriptions.status = 'ACTIVE'
            and webhook_subscriptions.id = webhook_deliveries.subscription_id
        ) then webhook_deliveries.status
        else outcome end,
      attempts = made, tries = tried, lease_until = null, last_attempt_at = at, last_status = answered,
      next_at = coalesce(next, next_at),
      delivered_at = case when outcome = 'DELIVERED' then at else delivered_at end
    from told
    where merchant_id = of_merchant and id = of_delivery and lease_until = held_until
    returning merchant_id, id
  `.execute(trx)
  return new Set(rows.map(({ merchant_id, id }) => nameOf({ merchantId: merchant_id, id })))
}

function nameOf({ merchantId, id }: Pick<LeasedDelivery, 'merchantId' | 'id'>): string {
  return `${merchantId}/${id}`
}

function describeAttempts({ delivery: { merchantId, id, attempts: before }, attempts }: Recorded) {
  return attempts.map((attempt, index) => ({
    merchant_id: merchantId,
    delivery_id: id,
    number: before + index + 1,
    started_at: attempt.startedAtMs,
    duration_ms: Math.round(attempt.durationMs),
    status: attempt.status,
    error: attempt.error,
    response_excerpt: attempt.responseExcerpt,
  }))
}
