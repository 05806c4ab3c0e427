import type { ErrorItem } from '@sluice/types'
import type { Random } from '@sluice/platform/kernel/random'
import { registerEndpoint } from '@sluice/platform/http/endpoint-routes'
import { MERCHANT_CAPS } from '@sluice/platform/kernel/merchant-caps'
import type { HttpServer } from '@sluice/platform/http/http-server'
import type { ToolUser } from '@sluice/platform/http/caller'
import { notFoundRefusal, validationRefusal } from '@sluice/platform/http/request-refusal'

import type { DeliveryDetail, DeliveryLog } from './delivery-log.ts'
import { toWireDelivery } from './delivery.wire.ts'
import { disabledRefusal } from './disabled-refusal.wire.ts'
import type { FaultInjectionStore } from './fault-injection.store.ts'
import { mergeChanges } from './merge-changes.ts'
import { makeMessageId } from './message-id.ts'
import type { SubscriptionRecord, SubscriptionRecords } from './subscription-record.ts'
import { DEFAULT_FILTERS, type SubscriptionStore } from './subscription.ts'
import { fromFaultInjectionRequest, toWireSubscription } from './subscription.wire.ts'

export interface FaultInjectionPorts {
  readonly subscriptions: Pick<SubscriptionStore, 'add'>
  readonly subscriptionRecords: SubscriptionRecords
  readonly deliveryLog: Pick<DeliveryLog, 'find'>
  readonly laboratory: FaultInjectionStore
  readonly random: Random
  /** The merchant that a tool is used for. @throws {RequestRefusal} 404 for a sandbox that is unknown, or not the caller's. */
  readonly findToolMerchant: (user: ToolUser, headers: Readonly<Record<string, unknown>>) => Promise<string>
  /** Returns the problem of a requested address. */
  readonly validateUrl: (property: string, url: string | undefined) => readonly ErrorItem[]
}

/** Another merchant's transaction is as unknown as one that was never made. */
const NO_EVENT: ErrorItem = {
  property: 'transaction_id',
  message: 'is not a transaction that has ended: events are made when one ends',
  params: ['transaction_id'],
}

/** Serves the webhook laboratory, in the test environment only. @see docs/protocol/events.md#webhook-laboratory @decision 0030 */
export function registerFaultInjection(server: HttpServer, ports: FaultInjectionPorts): void {
  const { subscriptions, subscriptionRecords, deliveryLog, laboratory, random } = ports

  registerEndpoint(
    server,
    'createWebhookSubscription',
    async ({ body, headers, caller }) => {
      const merchantId = await merchantOf(headers, caller)
      const made = await subscriptions.add({
        merchantId,
        url: body.url,
        filters: body.filters ?? DEFAULT_FILTERS,
      })
      if (made === null)
        throw validationRefusal([
          {
            property: 'url',
            message: `the merchant has ${MERCHANT_CAPS.subscriptions} subscriptions, the maximum: remove one first`,
            params: ['url'],
          },
        ])
      return {
        status: 201,
        body: { ...toWireSubscription(await find(merchantId, made.id)), secret: made.secret },
      }
    },
    { refine: ({ url }) => ports.validateUrl('url', url) },
  )

  registerEndpoint(server, 'deleteWebhookSubscription', async ({ params, headers, caller }) => {
    const merchantId = await merchantOf(headers, caller)
    if (!(await laboratory.removeSubscription(merchantId, params.subscription_id))) throw notFoundRefusal()
    return { status: 204 }
  })

  registerEndpoint(server, 'setWebhookLaboratory', async ({ params, body, headers, caller }) => {
    const merchantId = await merchantOf(headers, caller)
    const isSet = await laboratory.setSwitches(
      merchantId,
      params.subscription_id,
      fromFaultInjectionRequest(body),
    )
    if (!isSet) throw notFoundRefusal()
    return { status: 200, body: toWireSubscription(await find(merchantId, params.subscription_id)) }
  })

  registerEndpoint(server, 'resendWebhookDelivery', async ({ params, body, headers, caller }) => {
    const merchantId = await merchantOf(headers, caller)
    const original = await findDelivery(merchantId, params.delivery_id)
    const copy = await sendCopy(await find(merchantId, original.subscriptionId), original, body.changes)
    return { status: 201, body: toWireDelivery(copy) }
  })

  registerEndpoint(server, 'sendWebhookTestMessage', async ({ params, body, headers, caller }) => {
    const merchantId = await merchantOf(headers, caller)
    const subscription = await find(merchantId, params.subscription_id)
    const original = await laboratory.findLastEvent(merchantId, body.transaction_id)
    if (original === null) throw validationRefusal([NO_EVENT])
    return { status: 201, body: toWireDelivery(await sendCopy(subscription, original, body.changes)) }
  })

  const merchantOf = (headers: Readonly<Record<string, unknown>>, caller: ToolUser) =>
    ports.findToolMerchant(caller, headers)

  /** Sends an event only to one subscription, changed or unchanged. @throws {RequestRefusal} 409 for a disabled one. */
  async function sendCopy(
    subscription: SubscriptionRecord,
    original: { readonly eventType: string; readonly payload: string },
    changes: Readonly<Record<string, unknown>> = {},
  ): Promise<DeliveryDetail> {
    const { merchantId, id: subscriptionId, status } = subscription
    if (status === 'DISABLED') throw disabledRefusal(subscription)
    const message = mergeChanges(JSON.parse(original.payload) as Readonly<Record<string, unknown>>, changes)
    const { event } = message
    const copyId = await laboratory.addCopy({
      merchantId,
      subscriptionId,
      eventId: makeMessageId(random),
      eventType: typeof event === 'string' ? event : original.eventType,
      payload: JSON.stringify(message),
    })
    return findDelivery(merchantId, copyId)
  }

  async function find(merchantId: string, subscriptionId: string): Promise<SubscriptionRecord> {
    const found = await subscriptionRecords.find(merchantId, subscriptionId)
    if (found === null) throw notFoundRefusal()
    return found
  }

  async function findDelivery(merchantId: string, deliveryId: string): Promise<DeliveryDetail> {
    const found = await deliveryLog.find(merchantId, deliveryId)
    if (found === null) throw notFoundRefusal()
    return found
  }
}
