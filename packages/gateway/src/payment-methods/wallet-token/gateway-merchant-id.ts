import { sha256Base64Url } from '@sluice/platform/crypto/aead'

const CHARS = 22

/**
 * Returns the wallet's id of a merchant (`gatewayMerchantId`): 22 characters of base64url, 132 bits. Pages show it
 * publicly, so it is derived from the merchant's id without revealing that.
 */
export function gatewayMerchantIdOf(merchantId: string): string {
  return sha256Base64Url('gwallet-pay merchant', merchantId).slice(0, CHARS)
}
