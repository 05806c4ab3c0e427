import { LIMITS } from '@sluice/types/vocabulary'

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/** Reports whether the text is a network's cryptogram: padded Base64 of 19 to 40 bytes. */
export function isCryptogram(text: string): boolean {
  if (!BASE64.test(text)) return false
  const bytes = Buffer.from(text, 'base64').length
  return bytes >= LIMITS.CRYPTOGRAM_MIN_BYTES && bytes <= LIMITS.CRYPTOGRAM_MAX_BYTES
}
