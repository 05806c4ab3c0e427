import { sha256Base64Url } from '@sluice/platform/crypto/aead'

const CHARS = 22

/**
 * What the wallet calls a merchant of ours (`gatewayMerchantId`): 22 characters of base64url, 132 bits. Pages show it to
 * everybody, so it is made of the merchant's id and does not tell it.
 */
export function gatewayMerchantIdOf(merchantId: string): string {
  return sha256Base64Url('gwallet-pay merchant', merchantId).slice(0, CHARS)
}
