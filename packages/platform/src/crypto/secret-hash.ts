import { createHash, timingSafeEqual } from 'node:crypto'

/**
 * Returns the SHA-256 hash (32 bytes) under which a generated secret is stored. A slow password hash is unnecessary:
 * 256 random bits cannot be guessed.
 */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret, 'utf8').digest()
}

/** Compares a secret with a stored hash, in the same time for every difference. */
export function isHashOf(secret: string, hash: Uint8Array): boolean {
  return timingSafeEqual(hashSecret(secret), hash)
}
