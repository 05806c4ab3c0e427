/**
 * Sealing in plain JavaScript, synchronous, for both suites: where WebCrypto is missing (insecure origins, old engines)
 * and for ChaCha20-Poly1305, which WebCrypto does not have.
 *
 * Imported only dynamically, so that a bundle loads it only when it is needed.
 */
import { gcm } from '@noble/ciphers/aes.js'
import { chacha20poly1305 } from '@noble/ciphers/chacha.js'
import { x25519 } from '@noble/curves/ed25519.js'
import { p256 } from '@noble/curves/nist.js'
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import type { Bytes } from './bytes.ts'
import type { Aead, Kem, KeyPair, SealingPrimitives } from './primitives.ts'

const COORDINATE_BYTES = 32

/** Both throw on a peer's key that HPKE must refuse: not on the curve, or leading to all zeros. */
const CURVES = {
  'P-256': {
    generate: () => p256.utils.randomSecretKey(),
    publicKey: (secretKey: Bytes) => p256.getPublicKey(secretKey, false),
    // The library answers with a compressed point; HPKE uses its X coordinate alone (RFC 9180 §7.1.1).
    agree: (secretKey: Bytes, peer: Bytes) => p256.getSharedSecret(secretKey, peer).slice(-COORDINATE_BYTES),
  },
  X25519: {
    generate: () => x25519.utils.randomSecretKey(),
    publicKey: (secretKey: Bytes) => x25519.getPublicKey(secretKey),
    agree: (secretKey: Bytes, peer: Bytes) => x25519.getSharedSecret(secretKey, peer),
  },
} as const satisfies Record<Kem['crv'], unknown>

const CIPHERS = { 'AES-GCM': gcm, 'ChaCha20-Poly1305': chacha20poly1305 } as const satisfies Record<
  Aead['name'],
  unknown
>

export const portableSealing: SealingPrimitives = {
  hmac: (key, message) => hmac(sha256, key, message),
  generateKeyPair: (kem) => portableKeyPair(kem, CURVES[kem.crv].generate()),
  encrypt: ({ aead, key, nonce, associatedData, data }) =>
    CIPHERS[aead.name](key, nonce, associatedData).encrypt(data),
}

export function portableKeyPair(kem: Kem, secretKey: Bytes): KeyPair {
  const curve = CURVES[kem.crv]
  return {
    publicKey: curve.publicKey(secretKey),
    agree: (peerPublicKey) => curve.agree(secretKey, peerPublicKey),
  }
}
