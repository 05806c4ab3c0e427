import { type Bytes, concatBytes, sha256 } from './bytes.ts'
import type { ReadAWalletKey } from './a-wallet-key.ts'

const P256 = { name: 'ECDH', namedCurve: 'P-256' } as const
const SHARED_COORDINATE_BITS = 256
const TAG_BITS = 128
/** Every token has a key of its own, so the wallet counts from nothing. */
const ZERO_IV = new Uint8Array(16)

/**
 * FixedInfo of NIST SP 800-56A (§5.8.2): the algorithm, preceded by its length, and the parties. The second one is the
 * merchant, whose hash follows this.
 */
const KDF_ALGORITHM_AND_SENDER = new TextEncoder().encode('\x0did-aes256-GCMApple')
const KDF_COUNTER = Uint8Array.of(0, 0, 0, 1)

/** Derives a token's key from the shared secret: one round of SHA-256, the concatenation KDF of NIST SP 800-56A. */
export function deriveAWalletKey(sharedSecret: Bytes, merchantIdHash: Bytes): Promise<Bytes> {
  return sha256(concatBytes(KDF_COUNTER, sharedSecret, KDF_ALGORITHM_AND_SENDER, merchantIdHash))
}

/** @throws {DOMException} when the key or the bytes are not those that belong together. */
export async function openAWalletData(key: Bytes, data: Bytes): Promise<Bytes> {
  const cipherKey = await crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['decrypt'])
  const algorithm = { name: 'AES-GCM', iv: ZERO_IV, tagLength: TAG_BITS }
  return new Uint8Array(await crypto.subtle.decrypt(algorithm, cipherKey, data))
}

/**
 * Opens a token's `data`.
 *
 * @param ephemeralPublicKey - `SubjectPublicKeyInfo` in DER.
 * @throws {DOMException} when it is no P-256 key, or the data was not encrypted for this key and merchant.
 */
export async function decryptAWalletData(
  { privateKey, merchantIdHash }: ReadAWalletKey,
  ephemeralPublicKey: Bytes,
  data: Bytes,
): Promise<Bytes> {
  const peer = await crypto.subtle.importKey('spki', ephemeralPublicKey, P256, false, [])
  const secret = await crypto.subtle.deriveBits(
    { name: 'ECDH', public: peer },
    privateKey,
    SHARED_COORDINATE_BITS,
  )
  return openAWalletData(await deriveAWalletKey(new Uint8Array(secret), merchantIdHash), data)
}
