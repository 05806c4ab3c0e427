/** 256 bits: a flow's id is enough to continue its payment. */
const TOKEN_BYTES = 32

/** Creates an unguessable text of 43 characters of base64url. */
export function makeToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(TOKEN_BYTES))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/={1,2}$/, '')
}
