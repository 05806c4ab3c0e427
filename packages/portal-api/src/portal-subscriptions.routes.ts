import type { ErrorItem } from '@sluice/types'
import { WEBHOOK_EVENTS, WEBHOOK_FILTERS } from '@sluice/types/vocabulary'
import { MERCHANT_CAPS } from '@sluice/platform/kernel/merchant-caps'
import type { HttpServer } from '@sluice/platform/http/http-server'
import { notFoundRefusal, validationRefusal } from '@sluice/platform/http/request-refusal'

import { serveChanges } from './changes.routes.ts'
import type { PortalAuth } from './portal-auth.ts'
import type { FindManager } from './portal-clients.ts'
import { readMembers, textOf } from './read-members.ts'
import { requirePortalManaged } from './require-portal-managed.ts'

const PATH = '/portal/subscriptions'
const ONE = `${PATH}/:id`

const FILTERS: readonly unknown[] = [...WEBHOOK_FILTERS, ...WEBHOOK_EVENTS]

/** Serves the merchant's webhook subscriptions. */
export interface PortalSubscriptions {
  add(requested: {
    readonly merchantId: string
    readonly url: string
    readonly filters: readonly string[]
  }): Promise<{ readonly id: string; readonly secret: string } | null>
  change(requested: {
    readonly merchantId: string
    readonly id: string
    readonly url: string
    readonly filters: readonly string[]
  }): Promise<boolean>
  switchOff(merchantId: string, subscriptionId: string): Promise<boolean>
  remove(merchantId: string, subscriptionId: string): Promise<boolean>
}

/** Serves the subscriptions that users create at the portal. @see docs/protocol/portal.md#portal-subscriptions */
export function registerPortalSubscriptions(
  server: HttpServer,
  ports: {
    readonly subscriptions: PortalSubscriptions
    readonly auth: PortalAuth
    readonly findManager: FindManager
    /** Returns the problems of an address for events. */
    readonly validateUrl: (property: string, url: string) => readonly ErrorItem[]
  },
): void {
  const { subscriptions, auth, findManager, validateUrl } = ports
  const onChange = serveChanges(server, auth)

  const readRequest = (members: Readonly<Record<string, unknown>>) => {
    const url = textOf(members['url'])
    const filters = Array.isArray(members['filters']) ? (members['filters'] as unknown[]) : []
    const problems = [...validateUrl('url', url)]
    if (filters.length === 0 || !filters.every((filter) => FILTERS.includes(filter)))
      problems.push({ property: 'filters', message: 'must be events or filters', params: ['filters'] })
    if (problems.length > 0) throw validationRefusal(problems)
    return { url, filters: filters as readonly string[] }
  }

  onChange('POST', PATH, 'createSubscription', async ({ request, merchantId }) => {
    await requirePortalManaged(findManager, merchantId)
    const requested = readRequest(readMembers(request, ['url', 'filters']))
    const made = await subscriptions.add({ merchantId, ...requested })
    if (made === null)
      throw validationRefusal([
        {
          property: 'url',
          message: `the merchant has ${MERCHANT_CAPS.subscriptions} subscriptions, the maximum: remove one first`,
          params: ['url'],
        },
      ])
    const done = { action: 'webhook.create', subject: made.id, detail: { url: requested.url } } as const
    return { status: 201, body: made, done }
  })

  onChange('POST', ONE, 'changeSubscription', async ({ request, merchantId, id }) => {
    await requirePortalManaged(findManager, merchantId)
    const requested = readRequest(readMembers(request, ['url', 'filters']))
    if (!(await subscriptions.change({ merchantId, id, ...requested }))) throw notFoundRefusal()
    const done = { action: 'webhook.change', subject: id, detail: { url: requested.url } } as const
    return { status: 204, body: null, done }
  })

  onChange('POST', `${ONE}/disable`, 'disableSubscription', async ({ merchantId, id }) => {
    await requirePortalManaged(findManager, merchantId)
    if (!(await subscriptions.switchOff(merchantId, id))) throw notFoundRefusal()
    const done = { action: 'webhook.disable', subject: id, detail: {} } as const
    return { status: 204, body: null, done }
  })

  onChange('DELETE', ONE, 'removeSubscription', async ({ merchantId, id }) => {
    await requirePortalManaged(findManager, merchantId)
    if (!(await subscriptions.remove(merchantId, id))) throw notFoundRefusal()
    const done = { action: 'webhook.remove', subject: id, detail: {} } as const
    return { status: 204, body: null, done }
  })
}
