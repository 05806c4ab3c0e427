import type { ErrorItem } from '@sluice/types'

import type { Random } from '../kernel/random.ts'
import { registerEndpoint } from '../platform/http/endpoint-routes.ts'
import type { HttpServer } from '../platform/http/http-server.ts'
import type { ToolUser } from '../platform/http/caller.ts'
import { notFoundRefusal } from '../platform/http/request-refusal.ts'
import type { DeliveryDetail, DeliveryLog } from './delivery-log.ts'
import { toWireDelivery } from './delivery.wire.ts'
import { disabledRefusal } from './disabled-refusal.wire.ts'
import type { LaboratoryStore } from './laboratory-store.ts'
import { mergeChanges } from './merge-changes.ts'
import { makeMessageId } from './message-id.ts'
import type { SubscriptionRecord, SubscriptionRecords } from './subscription-record.ts'
import { DEFAULT_FILTERS, type SubscriptionStore } from './subscription.ts'
import { fromLaboratoryRequest, toWireSubscription } from './subscription.wire.ts'

export interface WebhookLaboratoryPorts {
  readonly subscriptions: Pick<SubscriptionStore, 'add'>
  readonly subscriptionRecords: SubscriptionRecords
  readonly deliveryLog: Pick<DeliveryLog, 'find'>
  readonly laboratory: LaboratoryStore
  readonly random: Random
  /** The merchant that a tool is used for. @throws {RequestRefusal} 404 for a sandbox that is unknown, or not the caller's. */
  readonly findToolMerchant: (user: ToolUser, headers: Readonly<Record<string, unknown>>) => Promise<string>
  /** What is wrong with an address that is called. */
  readonly validateUrl: (property: string, url: string | undefined) => readonly ErrorItem[]
}

/** Serves the webhook laboratory, in the test environment only. @see docs/protocol.md#webhook-laboratory @decision 0030 */
export function registerWebhookLaboratory(server: HttpServer, ports: WebhookLaboratoryPorts): void {
  const { subscriptions, subscriptionRecords, deliveryLog, laboratory, random } = ports

  registerEndpoint(
    server,
    'createWebhookSubscription',
    async ({ body, headers, caller }) => {
      const merchantId = await merchantOf(headers, caller)
      const { id, secret } = await subscriptions.add({
        merchantId,
        url: body.url,
        filters: body.filters ?? DEFAULT_FILTERS,
      })
      return { status: 201, body: { ...toWireSubscription(await find(merchantId, id)), secret } }
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
      fromLaboratoryRequest(body),
    )
    if (!isSet) throw notFoundRefusal()
    return { status: 200, body: toWireSubscription(await find(merchantId, params.subscription_id)) }
  })

  registerEndpoint(server, 'resendWebhookDelivery', async ({ params, body, headers, caller }) => {
    const merchantId = await merchantOf(headers, caller)
    const original = await findDelivery(merchantId, params.delivery_id)
    const subscription = await find(merchantId, original.subscriptionId)
    if (subscription.status === 'DISABLED') throw disabledRefusal(subscription)
    const message = mergeChanges(
      JSON.parse(original.payload) as Readonly<Record<string, unknown>>,
      body.changes ?? {},
    )
    const { event } = message
    const copyId = await laboratory.addCopy({
      merchantId,
      subscriptionId: subscription.id,
      eventId: makeMessageId(random),
      eventType: typeof event === 'string' ? event : original.eventType,
      payload: JSON.stringify(message),
    })
    return { status: 201, body: toWireDelivery(await findDelivery(merchantId, copyId)) }
  })

  const merchantOf = (headers: Readonly<Record<string, unknown>>, caller: ToolUser) =>
    ports.findToolMerchant(caller, headers)

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
