import { addressBlock } from '@sluice/platform/http/address-block'

import { nameParties, type NameParty } from './parties.ts'
import { type RiskSettings, STANDARD_RISK } from './risk-settings.ts'
import { type RiskLevel, watchPayment, type WatchPayment } from './watch-payment.ts'

/** The cached data of a merchant. */
interface RiskRecords {
  findMerchant(merchantId: string): Promise<{ readonly risk: RiskSettings | null } | null>
  findTerminal(merchantId: string, terminalId: string): Promise<{ readonly risk: RiskSettings | null } | null>
  loadNamingKey(merchantId: string): Promise<NameParty>
}

/**
 * Finds the rules that apply to a payment from its merchant's cached data. Without rules, the database is not
 * queried.
 */
export function createWatchPayment(
  environment: keyof typeof STANDARD_RISK,
  merchants: RiskRecords,
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
