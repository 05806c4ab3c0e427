import type { OfferedMethod } from '@sluice/types'
import { WALLET_AUTH_METHODS, type WalletAuthMethod } from '@sluice/types/vocabulary'

import type { Terminal } from '../merchants/index.ts'
import { gatewayMerchantIdOf, type GwalletPay, walletBrandsOf } from '../payment-methods/index.ts'
import { takesCards, takesPlainCards } from '../transactions/index.ts'
import type { Session } from './session.ts'

/** The cards that need no 3-D Secure, because the device has authenticated the cardholder. */
const BY_DEVICE: readonly WalletAuthMethod[] = ['CRYPTOGRAM_3DS']

/**
 * Returns the data with which a page requests a token from the web wallet; nothing if the terminal does not accept
 * it.
 */
export function listWallet(
  gwalletPay: GwalletPay | null,
  terminal: Terminal,
  transactionType: Session['transactionType'],
  merchantName: string | null,
): OfferedMethod[] {
  const brands = walletBrandsOf(terminal.brands)
  if (gwalletPay === null || !terminal.methods.has('gwallet-pay') || brands.length === 0) return []
  // A wallet's payment sheet needs an amount.
  if (transactionType === 'VERIFY' || !takesCards(terminal, transactionType)) return []
  const offer = gwalletPay.describe()
  const config = {
    script_url: offer.scriptUrl,
    environment: offer.environment,
    gateway: offer.gatewayId,
    gateway_merchant_id: gatewayMerchantIdOf(terminal.merchantId),
    merchant_id: offer.walletMerchantId,
    merchant_name: merchantName,
    allowed_auth_methods: [...(takesPlainCards(terminal, transactionType) ? WALLET_AUTH_METHODS : BY_DEVICE)],
    allowed_card_networks: [...brands],
    billing_address_required: offer.billingAddressRequired,
  }
  return [{ type: 'gwallet-pay', config }]
}
