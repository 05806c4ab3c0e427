const EITHER_ALPHABET = /^[A-Za-z0-9+/_-]*={0,2}$/

/** Decodes Base64 or base64url, padded or not; null for any other text. */
export function readBase64(text: string): Buffer | null {
  if (!EITHER_ALPHABET.test(text)) return null
  const digits = text.replace(/={1,2}$/, '').length
  const isPadded = digits !== text.length
  // A single digit has only six bits; padding, if present, fills up to four digits.
  if (digits % 4 === 1 || (isPadded && text.length % 4 !== 0)) return null
  return Buffer.from(text, 'base64')
}
