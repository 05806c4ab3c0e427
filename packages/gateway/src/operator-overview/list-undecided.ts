import type { UndecidedPayments } from '@sluice/portal-api'

import type { MerchantStore } from '../merchants/index.ts'
import type { OpenMovements } from '../transactions/index.ts'

/** Lists the payments that wait for a person's decision, each with its merchant's name, oldest first. */
export function createListUndecided(
  openMovements: Pick<OpenMovements, 'listUndecided'>,
  merchants: Pick<MerchantStore, 'findMerchant'>,
): UndecidedPayments['list'] {
  return async () => {
    const movements = await openMovements.listUndecided()
    const names = new Map<string, string | null>()
    for (const merchantId of new Set(movements.map((movement) => movement.merchantId)))
      names.set(merchantId, (await merchants.findMerchant(merchantId))?.name ?? null)
    return movements.map((movement) => ({
      ...movement,
      merchantName: names.get(movement.merchantId) ?? null,
    }))
  }
}
