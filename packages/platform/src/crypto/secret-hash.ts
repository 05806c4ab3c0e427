import { createHash, timingSafeEqual } from 'node:crypto'

/**
 * Returns the hash under which a generated secret is stored: its SHA-256 (32 bytes). Secrets of 256 random bits cannot
 * be guessed from it, so a slower hash is unnecessary.
 */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret, 'utf8').digest()
}

/** Compares a secret with a stored hash, in the same time for every difference. */
export function isHashOf(secret: string, hash: Uint8Array): boolean {
  return timingSafeEqual(hashSecret(secret), hash)
}
