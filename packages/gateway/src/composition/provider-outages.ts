import type { IsAway } from '@sluice/simulators'

import { findFault, type MerchantStore } from '../merchants/index.ts'
import type { Infrastructure } from './infrastructure.ts'

/** Whether the outage of a provider is switched on for a sandbox. */
export function createIsAway({
  findFaults,
  realTime,
}: Pick<MerchantStore, 'findFaults'> & Pick<Infrastructure, 'realTime'>): IsAway {
  return async (merchantId, providerId) => {
    const outage = findFault(await findFaults(merchantId), 'PROVIDER_OUTAGE', realTime.now())
    return outage?.providerIds?.includes(providerId) ?? false
  }
}
