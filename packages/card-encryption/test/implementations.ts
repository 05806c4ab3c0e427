/**
 * The three implementations, each completed to both directions, so that one suite of vectors can drive all of them.
 *
 * WebCrypto and the portable library only seal in the product, and `node:crypto` only opens; the missing half of each is
 * added here.
 */
import { createCipheriv, createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { gcm } from '@noble/ciphers/aes.js'
import { chacha20poly1305 } from '@noble/ciphers/chacha.js'
import { concat, type Bytes } from '../src/bytes.ts'
import { SUITES, TAG_BYTES } from '../src/hpke.ts'
import { parseCurvePoint, toCurvePoint, toPublicKeyBytes } from '../src/key.ts'
import { canSealNatively, nativeKeyPair, nativeSealing } from '../src/native.ts'
import { cipherName, nodeKeyPair, nodeOpening } from '../src/node.ts'
import { portableKeyPair, portableSealing } from '../src/portable.ts'
import type { Aead, Kem, KeyPair, OpeningPrimitives, SealingPrimitives } from '../src/primitives.ts'

export interface Implementation {
  readonly name: 'native' | 'node' | 'portable'
  hasCurve(kem: Kem): boolean
  hasCipher(aead: Aead): boolean
  readonly primitives: SealingPrimitives & OpeningPrimitives
  importKeyPair(kem: Kem, privateKey: Bytes, publicKey: Bytes): Promise<KeyPair>
}

const native: Implementation = {
  name: 'native',
  hasCurve: (kem) => canSealNatively({ kem, aead: SUITES['HPKE-7'].aead }),
  hasCipher: (aead) => canSealNatively({ kem: SUITES['HPKE-7'].kem, aead }),
  primitives: {
    ...nativeSealing,
    async decrypt({ key, nonce, associatedData, data }) {
      const cipherKey = await crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['decrypt'])
      const algorithm = { name: 'AES-GCM', iv: nonce, additionalData: associatedData }
      return new Uint8Array(await crypto.subtle.decrypt(algorithm, cipherKey, data))
    },
  },
  async importKeyPair(kem, privateKey, publicKey) {
    const algorithm = { name: 'ECDH', namedCurve: kem.crv }
    const jwk = privateJwk(kem, privateKey, publicKey)
    return nativeKeyPair(
      await crypto.subtle.importKey('jwk', jwk, algorithm, false, ['deriveBits']),
      publicKey,
    )
  },
}

const portable: Implementation = {
  name: 'portable',
  hasCurve: () => true,
  hasCipher: () => true,
  primitives: {
    ...portableSealing,
    decrypt: ({ aead, key, nonce, associatedData, data }) =>
      (aead.name === 'AES-GCM' ? gcm : chacha20poly1305)(key, nonce, associatedData).decrypt(data),
  },
  importKeyPair: async (kem, privateKey) => portableKeyPair(kem, privateKey),
}

const node: Implementation = {
  name: 'node',
  hasCurve: () => true,
  hasCipher: () => true,
  primitives: {
    ...nodeOpening,
    generateKeyPair(kem) {
      const privateKey = generatePrivateKey(kem)
      const point = parseCurvePoint({ ...privateKey.export({ format: 'jwk' }) }, kem)
      return nodeKeyPair(kem, privateKey, toPublicKeyBytes(kem, point))
    },
    encrypt({ aead, key, nonce, associatedData, data }) {
      const cipher = createCipheriv(cipherName(aead), key, nonce, { authTagLength: TAG_BYTES })
      cipher.setAAD(associatedData)
      return concat(cipher.update(data), cipher.final(), cipher.getAuthTag())
    },
  },
  importKeyPair: async (kem, privateKey, publicKey) =>
    nodeKeyPair(
      kem,
      createPrivateKey({ key: privateJwk(kem, privateKey, publicKey), format: 'jwk' }),
      publicKey,
    ),
}

export const IMPLEMENTATIONS: readonly Implementation[] = [native, portable, node]

function generatePrivateKey({ crv }: Kem): KeyObject {
  return crv === 'P-256'
    ? generateKeyPairSync('ec', { namedCurve: crv }).privateKey
    : generateKeyPairSync('x25519').privateKey
}

function privateJwk(kem: Kem, privateKey: Bytes, publicKey: Bytes) {
  return { ...toCurvePoint(kem, publicKey), d: Buffer.from(privateKey).toString('base64url') }
}
