import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
} from 'node:crypto'

import type { Random } from '../kernel/random.ts'

// Raw secrets are wrapped in key objects first: for other types, Node's validation takes longer than the cipher.

/** 256 bits: AES-256 keys and data keys. */
export const KEY_BYTES = 32
/** 96 bits, the nonce length AES-GCM is defined for (NIST SP 800-38D §5.2.1.1). */
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Seals bytes with AES-256-GCM.
 *
 * @param key - 32 bytes.
 * @param aad - Bound to the ciphertext, not contained in it; opening with other bytes fails.
 * @returns nonce (12) ‖ ciphertext ‖ tag (16). One key must not seal more than 2^32 messages (random nonces).
 */
export function sealBytes(key: Uint8Array, plaintext: Uint8Array, aad: string, random: Random): Buffer {
  const nonce = random.bytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', createSecretKey(key), nonce)
  cipher.setAAD(Buffer.from(aad, 'utf8'))
  return Buffer.concat([nonce, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()])
}

/** Opens what {@link sealBytes} sealed; throws when key, aad or a single bit differs. */
export function openBytes(key: Uint8Array, sealed: Uint8Array, aad: string): Buffer {
  if (sealed.length < NONCE_BYTES + TAG_BYTES) throw new Error('The encrypted bytes are too short')
  const decipher = createDecipheriv('aes-256-gcm', createSecretKey(key), sealed.subarray(0, NONCE_BYTES))
  decipher.setAAD(Buffer.from(aad, 'utf8'))
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES))
  return Buffer.concat([
    decipher.update(sealed.subarray(NONCE_BYTES, sealed.length - TAG_BYTES)),
    decipher.final(),
  ])
}

/** Derives a 32-byte key for one purpose (HKDF-SHA256, RFC 5869; without a salt unless one is given). */
export function deriveKey(secret: Uint8Array, purpose: string, salt: Uint8Array = Buffer.alloc(0)): Buffer {
  return Buffer.from(hkdfSync('sha256', createSecretKey(secret), salt, purpose, KEY_BYTES))
}

/** HMAC-SHA-256 of `label ‖ 0x00 ‖ message` as base64url without padding (43 characters). The label has no 0x00. */
export function hmacBase64Url(key: Uint8Array, label: string, message: string | Uint8Array): string {
  return createHmac('sha256', createSecretKey(key)).update(`${label}\0`).update(message).digest('base64url')
}

/** SHA-256 as base64url without padding (43 characters). */
export function sha256Base64Url(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest('base64url')
}
