import type { UndecidedPayments } from '@sluice/portal-api'

import type { MerchantStore } from '../merchants/index.ts'
import type { OpenExecutions } from '../transactions/index.ts'

/** Lists the payments that need manual resolution, each with its merchant's name, oldest first. */
export function createListUnresolved(
  openExecutions: Pick<OpenExecutions, 'listUnresolved'>,
  merchants: Pick<MerchantStore, 'findMerchant'>,
): UndecidedPayments['list'] {
  return async () => {
    const executions = await openExecutions.listUnresolved()
    const names = new Map<string, string | null>()
    for (const merchantId of new Set(executions.map((execution) => execution.merchantId)))
      names.set(merchantId, (await merchants.findMerchant(merchantId))?.name ?? null)
    return executions.map((execution) => ({
      ...execution,
      merchantName: names.get(execution.merchantId) ?? null,
    }))
  }
}
