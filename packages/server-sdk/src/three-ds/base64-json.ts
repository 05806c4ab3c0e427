/** Base64 of a JSON text (UTF-8): standard alphabet, padded. */
function encodeBase64Json(value: object): string {
  const bytes = new TextEncoder().encode(JSON.stringify(value))
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

/** Returns the same in base64url (RFC 4648 §5), without padding, as EMV 3DS requires. */
export function encodeBase64UrlJson(value: object): string {
  return encodeBase64Json(value)
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/={1,2}$/, '')
}
