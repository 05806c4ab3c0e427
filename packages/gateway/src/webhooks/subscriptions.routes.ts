import { registerEndpoint } from '@sluice/platform/http/endpoint-routes'
import type { HttpServer } from '@sluice/platform/http/http-server'
import { notFoundRefusal } from '@sluice/platform/http/request-refusal'
import { toTimestamp } from '@sluice/platform/kernel/clock'

import { disabledRefusal } from './disabled-refusal.wire.ts'
import type { SubscriptionRecord, SubscriptionRecords } from './subscription-record.ts'
import type { SubscriptionStore } from './subscription.ts'
import { toWireSubscription } from './subscription.wire.ts'

export interface WebhookSubscriptionPorts {
  readonly subscriptions: Pick<SubscriptionStore, 'rotateSecret' | 'enable'>
  readonly subscriptionRecords: SubscriptionRecords
  /** Returns whether the configuration file currently manages the merchant. */
  readonly isManagedByFile: (merchantId: string) => Promise<boolean>
}

/** Serves a merchant's subscriptions. @see docs/protocol/webhooks.md#webhook-subscriptions */
export function registerWebhookSubscriptions(
  server: HttpServer,
  { subscriptions, subscriptionRecords: records, isManagedByFile }: WebhookSubscriptionPorts,
): void {
  registerEndpoint(server, 'listWebhookSubscriptions', async ({ caller }) => {
    const found = await records.list(caller.merchantId)
    return { status: 200, body: { subscriptions: found.map(toWireSubscription) } }
  })

  registerEndpoint(server, 'rotateWebhookSecret', async ({ caller, params, requestKey }) => {
    const rotated = await subscriptions.rotateSecret(caller.merchantId, params.subscription_id, requestKey)
    if (rotated === null) throw notFoundRefusal()
    return {
      status: 200,
      body: {
        secret: rotated.secret,
        previous_secret_valid_until: toTimestamp(rotated.previousValidUntilMs),
      },
    }
  })

  registerEndpoint(server, 'enableWebhookSubscription', async ({ caller, params }) => {
    const found = await find(caller.merchantId, params.subscription_id)
    const { disabledReason } = found
    // The next start would switch off again what the configuration file switches off.
    const isOperators = disabledReason === 'OPERATOR' && (await isManagedByFile(caller.merchantId))
    if (isOperators || disabledReason === 'REMOVED') throw disabledRefusal(found)
    await subscriptions.enable(caller.merchantId, found.id, 'merchant')
    return { status: 200, body: toWireSubscription(await find(caller.merchantId, found.id)) }
  })

  async function find(merchantId: string, subscriptionId: string): Promise<SubscriptionRecord> {
    const found = await records.find(merchantId, subscriptionId)
    if (found === null) throw notFoundRefusal()
    return found
  }
}
