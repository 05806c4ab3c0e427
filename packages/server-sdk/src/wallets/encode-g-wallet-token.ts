import { LIMITS } from '@sluice/types/vocabulary'
import { ValidationError } from '../errors/validation-error.ts'
import { encodeBase64 } from '../webhooks/base64.ts'

/**
 * Encodes a wallet's token for `gwallet_pay_token`: the whole unchanged text in Base64. It is signed as text, so
 * never parse and serialize it again.
 *
 * @param token - `paymentData.paymentMethodData.tokenizationData.token` of the wallet's browser API: a text of JSON,
 *   at most 16,384 bytes.
 * @returns `payment_method.data.gwallet_pay_token` of a `gwallet-pay`.
 * @throws When it is not such a text; the error contains no part of it. {@link ValidationError}
 *
 * @example
 * ```ts
 * const data = { gwallet_pay_token: encodeGWalletToken(token) }
 * await client.transactions.authorize({ ...order, payment_method: { type: 'gwallet-pay', data } })
 * ```
 */
export function encodeGWalletToken(token: string): string {
  const bytes = isToken(token) ? new TextEncoder().encode(token) : null
  if (bytes && bytes.length <= LIMITS.WALLET_TOKEN_MAX_BYTES) return encodeBase64(bytes)
  const message = 'must be the unparsed text of paymentMethodData.tokenizationData.token'
  throw new ValidationError({ foundBy: 'sdk', problems: [{ property: 'token', message, params: ['token'] }] })
}

function isToken(token: unknown): boolean {
  if (typeof token !== 'string') return false
  try {
    const value: unknown = JSON.parse(token)
    return typeof value === 'object' && value !== null && 'signedMessage' in value
  } catch {
    return false
  }
}
