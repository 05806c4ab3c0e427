/**
 * The functions that HPKE needs from a cryptographic library.
 *
 * Sealing and opening are separate ports, so that a browser bundle carries no decryption: `native.ts` (WebCrypto) and
 * `portable.ts` (plain JavaScript) seal, `node.ts` (`node:crypto`) opens.
 */
import type { Bytes } from './bytes.ts'
import type { Awaitable } from './steps.ts'

/** A key encapsulation mechanism (RFC 9180 §7.1) and the JWK members that name its curve. */
export interface Kem {
  readonly id: number
  readonly kty: 'EC' | 'OKP'
  readonly crv: 'P-256' | 'X25519'
  /** Length of a serialized public key, and so of the encapsulated key (Npk = Nenc). */
  readonly publicKeyBytes: number
}

/** A cipher (RFC 9180 §7.3). */
export interface Aead {
  readonly id: number
  readonly name: 'AES-GCM' | 'ChaCha20-Poly1305'
  readonly keyBytes: number
}

/** A private key that can be used but not read, and its public half. */
export interface KeyPair {
  /** Serialized as RFC 9180 §7.1.1 says: `04‖X‖Y` (65 bytes) on P-256, the coordinate (32 bytes) on X25519. */
  readonly publicKey: Bytes

  /**
   * Diffie-Hellman with the other side's serialized public key.
   *
   * @returns 32 bytes: the X coordinate on P-256, the shared coordinate on X25519.
   * @throws When the peer's key is not a point of the curve (P-256) or gives all zeros (X25519), RFC 9180 §7.1.4.
   */
  agree(peerPublicKey: Bytes): Awaitable<Bytes>

  /**
   * `Decap` of RFC 9180 §4.1 in one call, where the library knows it.
   *
   * @returns the shared secret, 32 bytes.
   * @throws As `agree` does.
   */
  decapsulate?(enc: Bytes): Awaitable<Bytes>
}

export interface Primitives {
  /** HMAC-SHA256. `key` is never empty. */
  hmac(key: Bytes, message: Bytes): Awaitable<Bytes>
}

/** One call of an AEAD. The tag is always the last 16 bytes of the ciphertext. */
export interface AeadInput {
  readonly aead: Aead
  readonly key: Bytes
  readonly nonce: Bytes
  readonly associatedData: Bytes
  /** Plaintext to encrypt, or ciphertext with tag to decrypt. */
  readonly data: Bytes
}

export interface SealingPrimitives extends Primitives {
  /** A fresh key pair from the platform's random source. */
  generateKeyPair(kem: Kem): Awaitable<KeyPair>
  encrypt(input: AeadInput): Awaitable<Bytes>
}

export interface OpeningPrimitives extends Primitives {
  /** @throws When the tag does not match. */
  decrypt(input: AeadInput): Awaitable<Bytes>
}
