import type { ErrorItem } from '@sluice/types'
import { registerEndpoint } from '@sluice/platform/http/endpoint-routes'
import type { HttpServer } from '@sluice/platform/http/http-server'
import { MERCHANT_CAPS } from '@sluice/platform/kernel/merchant-caps'
import { notFoundRefusal, RequestRefusal, validationRefusal } from '@sluice/platform/http/request-refusal'

import { isRegisteredHost } from './registered-host.ts'
import type { SubscriptionRecord, SubscriptionRecords } from './subscription-record.ts'
import { DEFAULT_FILTERS, type SubscriptionStore } from './subscription.ts'
import { toWireSubscription } from './subscription.wire.ts'

export interface WriteSubscriptionPorts {
  readonly environment: 'test' | 'production'
  readonly subscriptions: Pick<SubscriptionStore, 'add' | 'change' | 'switchOff' | 'remove'>
  readonly subscriptionRecords: SubscriptionRecords
  /** Returns whether the configuration file currently manages the merchant. */
  readonly isManagedByFile: (merchantId: string) => Promise<boolean>
  /** The hosts to which the merchant's events may be sent. */
  readonly webhookHostsOf: (merchantId: string) => Promise<readonly string[]>
  /** Notifies the owners of the merchant that a program changed where events are sent. */
  readonly notifyOwners: (merchantId: string, about: string) => Promise<void>
  /** Returns the problem of an address for events. */
  readonly validateUrl: (property: string, url: string | undefined) => readonly ErrorItem[]
}

const NOT_REGISTERED: ErrorItem = { property: 'url', message: 'host is not registered', params: ['url'] }

const TOO_MANY: ErrorItem = {
  property: 'url',
  message: `the merchant has ${MERCHANT_CAPS.subscriptions} subscriptions, the maximum: remove one first`,
  params: ['url'],
}

const MANAGED_BY_FILE =
  'This merchant is managed by the configuration file: change the file, or ask the operator of the gateway.'

/** Serves subscriptions that a merchant's programs write. @see docs/protocol/webhooks.md#webhook-subscriptions */
export function registerWriteSubscriptions(server: HttpServer, ports: WriteSubscriptionPorts): void {
  const { subscriptions, subscriptionRecords: records } = ports

  registerEndpoint(
    server,
    'addWebhookSubscription',
    async ({ body, caller: { merchantId } }) => {
      await requireWritable(merchantId, body.url)
      const { url, filters = DEFAULT_FILTERS } = body
      const made = await subscriptions.add({ merchantId, url, filters }, 'merchant')
      if (made === null) throw validationRefusal([TOO_MANY])
      await ports.notifyOwners(merchantId, url)
      const found = await find(merchantId, made.id)
      return { status: 201, body: { ...toWireSubscription(found), secret: made.secret } }
    },
    { refine: ({ url }) => ports.validateUrl('url', url) },
  )

  registerEndpoint(
    server,
    'updateWebhookSubscription',
    async ({ body, params: { subscription_id: id }, caller: { merchantId } }) => {
      const before = await find(merchantId, id)
      // More events must not go to a host that is no longer registered, either.
      await requireWritable(merchantId, body.url ?? (body.filters && before.url))
      const { url = before.url, filters = before.filters } = body
      const isChanged = await subscriptions.change({ merchantId, id, url, filters }, 'merchant')
      if (!isChanged) throw notFoundRefusal()
      await ports.notifyOwners(merchantId, url)
      return { status: 200, body: toWireSubscription(await find(merchantId, id)) }
    },
    { refine: ({ url }) => ports.validateUrl('url', url) },
  )

  registerEndpoint(
    server,
    'disableWebhookSubscription',
    async ({ params: { subscription_id: id }, caller: { merchantId } }) => {
      await requireWritable(merchantId)
      if (!(await subscriptions.switchOff(merchantId, id, 'merchant'))) throw notFoundRefusal()
      const disabled = await find(merchantId, id)
      await ports.notifyOwners(merchantId, disabled.url)
      return { status: 200, body: toWireSubscription(disabled) }
    },
  )

  registerEndpoint(
    server,
    'removeWebhookSubscription',
    async ({ params: { subscription_id: id }, caller: { merchantId } }) => {
      await requireWritable(merchantId)
      const { url } = await find(merchantId, id)
      if (!(await subscriptions.remove(merchantId, id, 'merchant'))) throw notFoundRefusal()
      await ports.notifyOwners(merchantId, url)
      return { status: 204 }
    },
  )

  /** @throws {RequestRefusal} 409 where a change would not last, 422 for a host that is not registered. */
  async function requireWritable(merchantId: string, url?: string): Promise<void> {
    if (await ports.isManagedByFile(merchantId))
      throw new RequestRefusal(409, { error: 'Conflict', message: MANAGED_BY_FILE })
    if (url === undefined) return
    const hosts = await ports.webhookHostsOf(merchantId)
    const isFree = hosts.length === 0 && ports.environment === 'test'
    if (!isFree && !isRegisteredHost(new URL(url).hostname, hosts)) throw validationRefusal([NOT_REGISTERED])
  }

  async function find(merchantId: string, subscriptionId: string): Promise<SubscriptionRecord> {
    const found = await records.find(merchantId, subscriptionId)
    if (found === null) throw notFoundRefusal()
    return found
  }
}
