import type { OfferedMethod } from '@sluice/types'
import { WALLET_AUTH_METHODS } from '@sluice/types/vocabulary'

import type { Terminal } from '../merchants/index.ts'
import { gatewayMerchantIdOf, type GwalletPay, walletBrandsOf } from '../payment-methods/index.ts'

/** What a page needs to ask the web wallet for a token; nothing where the terminal does not take it. */
export function listWallet(
  gwalletPay: GwalletPay | null,
  terminal: Terminal,
  merchantName: string | null,
): OfferedMethod[] {
  const brands = walletBrandsOf(terminal.brands)
  if (gwalletPay === null || !terminal.methods.has('gwallet-pay') || brands.length === 0) return []
  const offer = gwalletPay.describe()
  const config = {
    script_url: offer.scriptUrl,
    environment: offer.environment,
    gateway: offer.gatewayId,
    gateway_merchant_id: gatewayMerchantIdOf(terminal.merchantId),
    merchant_id: offer.walletMerchantId,
    merchant_name: merchantName,
    allowed_auth_methods: [...WALLET_AUTH_METHODS],
    allowed_card_networks: [...brands],
    billing_address_required: offer.billingAddressRequired,
  }
  return [{ type: 'gwallet-pay', config }]
}
