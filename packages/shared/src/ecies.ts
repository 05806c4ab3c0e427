import {
  createCipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  timingSafeEqual,
} from 'node:crypto'

/** The cipher and key length of a protocol version. */
export interface EciesSuite {
  readonly cipher: 'aes-256-ctr' | 'aes-128-ctr'
  /** The length of the cipher's key, and of the HMAC key. */
  readonly keyBytes: 32 | 16
}

/** One message: sealed under a secret that two keys agree on. */
export interface EciesMessage {
  /** Uncompressed point, 65 bytes. */
  readonly ephemeralPublicKey: Uint8Array
  readonly encryptedMessage: Uint8Array
  /** HMAC-SHA256 of the encrypted message. */
  readonly tag: Uint8Array
}

// ISO 18033-2 leaves salt and context to the protocol: no salt is as many zero bytes as the hash has.
const SALT = Buffer.alloc(32)
const INFO = 'Google'
// Each message has keys of its own, so its counter may begin at zero.
const COUNTER = Buffer.alloc(16)

/** Opens a message of ECIES-KEM with HKDF, AES-CTR and HMAC; null when the tag is another's. */
export function openEcies(
  suite: EciesSuite,
  sharedSecret: Uint8Array,
  { ephemeralPublicKey, encryptedMessage, tag }: EciesMessage,
): Buffer | null {
  const { cipherKey, macKey } = deriveKeys(suite, ephemeralPublicKey, sharedSecret)
  const expected = createHmac('sha256', macKey).update(encryptedMessage).digest()
  if (tag.length !== expected.length || !timingSafeEqual(tag, expected)) return null
  return applyKeyStream(suite, cipherKey, encryptedMessage)
}

/** Creates a message that {@link openEcies} opens. */
export function sealEcies(
  suite: EciesSuite,
  sharedSecret: Uint8Array,
  ephemeralPublicKey: Uint8Array,
  plaintext: Uint8Array,
): EciesMessage {
  const { cipherKey, macKey } = deriveKeys(suite, ephemeralPublicKey, sharedSecret)
  const encryptedMessage = applyKeyStream(suite, cipherKey, plaintext)
  const tag = createHmac('sha256', macKey).update(encryptedMessage).digest()
  return { ephemeralPublicKey, encryptedMessage, tag }
}

/** Passes key objects: */
function deriveKeys({ keyBytes }: EciesSuite, ephemeralPublicKey: Uint8Array, sharedSecret: Uint8Array) {
  const secret = createSecretKey(Buffer.concat([ephemeralPublicKey, sharedSecret]))
  const keys = Buffer.from(hkdfSync('sha256', secret, SALT, INFO, 2 * keyBytes))
  return {
    cipherKey: createSecretKey(keys.subarray(0, keyBytes)),
    macKey: createSecretKey(keys.subarray(keyBytes)),
  }
}

/** Counter mode is its own inverse, and has no final block to request. */
function applyKeyStream({ cipher }: EciesSuite, key: KeyObject, bytes: Uint8Array): Buffer {
  return createCipheriv(cipher, key, COUNTER).update(bytes)
}
