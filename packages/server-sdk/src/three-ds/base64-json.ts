/** Base64 of a JSON text (UTF-8): standard alphabet, padded. */
function encodeBase64Json(value: object): string {
  const bytes = new TextEncoder().encode(JSON.stringify(value))
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

/** The same in base64url (RFC 4648 §5), without padding, as EMV 3DS wants it. */
export function encodeBase64UrlJson(value: object): string {
  return encodeBase64Json(value)
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/={1,2}$/, '')
}

/**
 * Reads JSON out of either Base64 alphabet, padded or not.
 *
 * @param maxChars - longer texts are not looked at.
 * @returns The JSON object, or `undefined` for anything else.
 */
export function decodeBase64Json(
  text: unknown,
  maxChars: number,
): Readonly<Record<string, unknown>> | undefined {
  if (typeof text !== 'string' || text.length > maxChars || !BASE64_SHAPE.test(text)) return undefined
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0))
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

// atob forgives white space; a value of a form field or an answer has none.
const BASE64_SHAPE = /^[A-Za-z0-9+/_-]+={0,2}$/
