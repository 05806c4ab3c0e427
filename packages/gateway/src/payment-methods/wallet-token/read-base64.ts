const EITHER_ALPHABET = /^[A-Za-z0-9+/_-]*={0,2}$/

/** The bytes of Base64 or base64url, padded or not; null for any other text. */
export function readBase64(text: string): Buffer | null {
  if (!EITHER_ALPHABET.test(text)) return null
  const digits = text.replace(/={1,2}$/, '').length
  const isPadded = digits !== text.length
  // One digit alone is six bits of nothing; padding, if there is any, fills up to four.
  if (digits % 4 === 1 || (isPadded && text.length % 4 !== 0)) return null
  return Buffer.from(text, 'base64')
}
