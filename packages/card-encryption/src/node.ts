/**
 * Opening with `node:crypto`: synchronous, and twice as fast as WebCrypto for messages this short.
 *
 * Raw secrets of AES-GCM are wrapped in key objects first, which takes a third of the time.
 */
import crypto, {
  createDecipheriv,
  createECDH,
  createPublicKey,
  createSecretKey,
  diffieHellman,
  hash,
  type CipherGCMTypes,
  type KeyObject,
} from 'node:crypto'
import { decodeBase64 } from './base64.ts'
import { concat, wipe, type Bytes } from './bytes.ts'
import { TAG_BYTES } from './hpke.ts'
import { toCurvePoint, UNCOMPRESSED_POINT } from './key.ts'
import type { Aead, AeadInput, Kem, KeyPair, OpeningPrimitives } from './primitives.ts'

/** The block size of SHA-256. */
const BLOCK_BYTES = 64
const HASH_BYTES = 32

/** A key pair that answers at once. */
export interface NodeKeyPair extends KeyPair {
  agree(peerPublicKey: Bytes): Bytes
  decapsulate?(enc: Bytes): Bytes
}

/** OpenSSL's name of each cipher. */
export function cipherName(aead: Aead): CipherGCMTypes {
  // The types know chacha20-poly1305 under another alias, with the same options.
  return (aead.name === 'AES-GCM' ? `aes-${aead.keyBytes * 8}-gcm` : 'chacha20-poly1305') as CipherGCMTypes
}

/**
 * Reads Base64 as `decodeBase64` does. What is written the usual way is known by writing the bytes again, which Node does at once;
 * whatever else there is goes the long way.
 */
export function readBase64(text: string): Bytes | undefined {
  const bytes = Buffer.from(text, 'base64')
  return bytes.toString('base64') === text ? bytes : decodeBase64(text)
}

export const nodeOpening = {
  /** RFC 2104, for keys of one block at most, which all of HPKE's are: an object of Node for each costs more than both hashes. */
  hmac(key: Bytes, message: Bytes): Bytes {
    if (key.length > BLOCK_BYTES) throw new Error('The key of an HMAC is longer than a block of SHA-256')
    const inner = new Uint8Array(BLOCK_BYTES + message.length)
    const outer = new Uint8Array(BLOCK_BYTES + HASH_BYTES)
    for (let at = 0; at < BLOCK_BYTES; at += 1) {
      const byte = key[at] ?? 0
      inner[at] = byte ^ 0x36
      outer[at] = byte ^ 0x5c
    }
    inner.set(message, BLOCK_BYTES)
    outer.set(hash('sha256', inner, 'buffer'), BLOCK_BYTES)
    const mac = hash('sha256', outer, 'buffer')
    wipe(inner, outer)
    return mac
  },

  decrypt({ aead, key, nonce, associatedData, data }: AeadInput): Bytes {
    const decipher = createDecipheriv(cipherName(aead), createSecretKey(key), nonce, {
      authTagLength: TAG_BYTES,
    })
    decipher.setAAD(associatedData)
    decipher.setAuthTag(data.subarray(-TAG_BYTES))
    return concat(decipher.update(data.subarray(0, -TAG_BYTES)), decipher.final())
  },
} satisfies OpeningPrimitives

/**
 * OpenSSL refuses what HPKE must refuse: a point that is not on the curve when it is read, an all-zero X25519 result when
 * it is derived.
 */
export function nodeKeyPair(kem: Kem, privateKey: KeyObject, publicKey: Bytes): NodeKeyPair {
  return {
    publicKey,
    agree: kem.crv === 'P-256' ? agreeOnP256(privateKey) : agreeOnX25519(kem, privateKey),
    ...(KNOWS_DHKEM && { decapsulate: (enc) => decapsulate(kem, privateKey, enc) }),
  }
}

/**
 * True from Node 24.7 on. It saves a check of the own key and four hashes per message: half of the time that decryption
 * takes.
 */
const KNOWS_DHKEM = 'decapsulate' in crypto

function decapsulate(kem: Kem, privateKey: KeyObject, enc: Bytes): Bytes {
  if (kem.crv === 'P-256') requireUncompressed(enc)
  return new Uint8Array(crypto.decapsulate(privateKey, enc))
}

/** Takes the other side's point unparsed: making a key object of it costs as much as the agreement. */
function agreeOnP256(privateKey: KeyObject): NodeKeyPair['agree'] {
  const own = createECDH('prime256v1')
  own.setPrivateKey(privateKey.export({ format: 'jwk' }).d ?? '', 'base64url')
  return (peerPublicKey) => {
    requireUncompressed(peerPublicKey)
    return new Uint8Array(own.computeSecret(peerPublicKey))
  }
}

/** OpenSSL accepts other encodings of a point, two of them as long as this one. */
function requireUncompressed([form]: Bytes): void {
  if (form !== UNCOMPRESSED_POINT) throw new Error('The point is not an uncompressed one')
}

function agreeOnX25519(kem: Kem, privateKey: KeyObject): NodeKeyPair['agree'] {
  return (peerPublicKey) => {
    const peer = createPublicKey({ key: { ...toCurvePoint(kem, peerPublicKey) }, format: 'jwk' })
    return new Uint8Array(diffieHellman({ privateKey, publicKey: peer }))
  }
}
