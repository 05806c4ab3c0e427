import { addressBlock } from '@sluice/platform/http/address-block'

import type { Config } from '../config.ts'
import type { MerchantStore } from '../merchants/index.ts'
import { nameParties, type RiskLevel, STANDARD_RISK, watchPayment, type WatchPayment } from '../risk/index.ts'

/** Finds out what holds for a payment from what is remembered of its merchant: where nothing holds the database is not asked. */
export function createWatchPayment(
  { environment }: Pick<Config, 'environment'>,
  merchants: Pick<MerchantStore, 'findMerchant' | 'findTerminal' | 'loadNamingKey'>,
): WatchPayment {
  return async (payment, plain) => {
    const { merchantId, terminalId } = payment
    const [merchant, terminal] = await Promise.all([
      merchants.findMerchant(merchantId),
      merchants.findTerminal(merchantId, terminalId),
    ])
    const levels = [
      { settings: terminal?.risk ?? null, terminalId },
      { settings: merchant?.risk ?? STANDARD_RISK[environment], terminalId: null },
    ].filter((level): level is RiskLevel => level.settings !== null)
    if (levels.length === 0) return null
    const name = await merchants.loadNamingKey(merchantId)
    return watchPayment(payment, nameParties(plain, name, addressBlock), levels)
  }
}
