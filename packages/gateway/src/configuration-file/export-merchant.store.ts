import type { Clients } from '@sluice/identity'

import type { SubscriptionStore } from '../webhooks/index.ts'
import { readSettings } from './change-merchant.store.ts'
import { writeMerchantFile } from './write-merchant-file.ts'

/**
 * Returns the configuration file that recreates the merchant; null for an unknown merchant.
 *
 * @decision 0026
 */
export async function exportMerchant(
  db: Parameters<typeof readSettings>[0],
  {
    clients,
    subscriptions,
  }: {
    readonly clients: Pick<Clients, 'list'>
    readonly subscriptions: Pick<SubscriptionStore, 'list'>
  },
  merchantId: string,
): Promise<string | null> {
  const settings = await readSettings(db, merchantId)
  if (settings === null) return null
  return writeMerchantFile(settings.document, {
    clients: await clients.list(merchantId),
    subscriptions: await subscriptions.list(merchantId),
    blocked: settings.blocked,
  })
}
