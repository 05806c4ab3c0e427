import type { Config } from '../config.ts'
import type { MerchantDocument } from '../configuration-file/index.ts'
import { makeClientKey } from '../merchants/index.ts'
import type { PortalSettings } from '../portal/index.ts'
import { createFetchAsset } from './configuration.ts'
import type { Infrastructure } from './infrastructure.ts'

/** Settings of merchants that people manage; what reads and checks them is loaded when it is first asked for. */
export function createPortalSettings(
  config: Pick<Config, 'environment' | 'maxRetries' | 'outgoingPorts'>,
  infrastructure: Pick<Infrastructure, 'db' | 'transact' | 'sealer' | 'clock' | 'random'>,
): PortalSettings {
  const load = () => import('../configuration-file/change-merchant.store.ts')
  const ports = {
    ...infrastructure,
    fetchAsset: createFetchAsset(config),
    isProduction: config.environment === 'production',
    maxRetries: config.maxRetries,
  }
  return {
    read: async (merchantId) => (await load()).readSettings(infrastructure.db, merchantId),
    change: async (merchantId, version, change) =>
      (await load()).changeMerchant(
        ports,
        { merchantId, version },
        // What people send has any form until it is checked.
        (document) => change(document) as MerchantDocument,
      ),
    makeClientKey: () => makeClientKey(config.environment, infrastructure.random),
  }
}
