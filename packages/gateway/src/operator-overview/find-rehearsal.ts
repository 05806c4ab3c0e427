import type { PortalUsers, Rehearsal } from '@sluice/portal-api'

import type { MerchantOverviews, MerchantStore } from '../merchants/index.ts'
import type { ListEndings } from '../transactions/index.ts'
import type { DeliveryLog } from '../webhooks/index.ts'

interface RehearsalPorts {
  readonly merchantOverviews: Pick<MerchantOverviews, 'find'>
  readonly merchants: Pick<MerchantStore, 'listTerminals'>
  readonly deliveryLog: Pick<DeliveryLog, 'list'>
  readonly listEndings: ListEndings
  readonly users: Pick<PortalUsers, 'list'>
}

/** The newest delivery that a receiver accepted. */
const ACCEPTED = {
  status: 'DELIVERED',
  subscriptionId: null,
  eventType: null,
  transactionId: null,
  fromMs: null,
  toMs: null,
  after: null,
  limit: 1,
} as const

/** Reads what a merchant has shown in the test environment. Returns null for an unknown merchant. */
export function createFindRehearsal(ports: RehearsalPorts) {
  return async (merchantId: string): Promise<Rehearsal | null> => {
    const merchant = await ports.merchantOverviews.find(merchantId)
    if (merchant === null) return null
    const terminals = await ports.merchants.listTerminals(merchantId)
    const users = await ports.users.list(merchantId)
    return {
      isActive: merchant.status === 'ACTIVE',
      terminals: terminals.filter(({ status }) => status === 'ACTIVE'),
      wasWebhookTaken: (await ports.deliveryLog.list({ ...ACCEPTED, merchantId })).length > 0,
      payments: await ports.listEndings(merchantId),
      hasOwner: users.some(({ roles, activatedAtMs }) => roles.includes('owner') && activatedAtMs !== null),
    }
  }
}
