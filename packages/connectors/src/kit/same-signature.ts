import { createHmac, timingSafeEqual } from 'node:crypto'

/** Computes an HMAC-SHA-256 of bytes or text. */
export function hmacSha256(secret: string | Uint8Array, ...parts: readonly (string | Uint8Array)[]): Buffer {
  const hmac = createHmac('sha256', secret)
  for (const part of parts) hmac.update(part)
  return hmac.digest()
}

/** Compares a signature with the expected one in constant time. */
export function isSameSignature(given: Uint8Array, expected: Uint8Array): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected)
}
