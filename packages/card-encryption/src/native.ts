/**
 * Sealing with WebCrypto: P-256 and AES-GCM, in every browser and runtime of today.
 *
 * WebCrypto exists only in secure contexts, and has no ChaCha20-Poly1305; `portable.ts` covers both gaps.
 */
import type { Bytes } from './bytes.ts'
import type { Suite } from './hpke.ts'
import type { KeyPair, SealingPrimitives } from './primitives.ts'

const P256 = { name: 'ECDH', namedCurve: 'P-256' } as const
const SHARED_COORDINATE_BITS = 256

/** Returns whether this engine can seal with the suite without the portable library. */
export function canSealNatively({ kem, aead }: Suite): boolean {
  // The DOM types promise both members; a page on an insecure origin has no `subtle`.
  const platform: { readonly subtle?: SubtleCrypto } | undefined = globalThis.crypto
  return kem.crv === 'P-256' && aead.name === 'AES-GCM' && platform?.subtle !== undefined
}

export const nativeSealing: SealingPrimitives = {
  async hmac(key, message) {
    const macKey = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, [
      'sign',
    ])
    return new Uint8Array(await crypto.subtle.sign('HMAC', macKey, message))
  },

  async generateKeyPair() {
    const { privateKey, publicKey } = await crypto.subtle.generateKey(P256, false, ['deriveBits'])
    return nativeKeyPair(privateKey, new Uint8Array(await crypto.subtle.exportKey('raw', publicKey)))
  },

  async encrypt({ key, nonce, associatedData, data }) {
    const cipherKey = await crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['encrypt'])
    const algorithm = { name: 'AES-GCM', iv: nonce, additionalData: associatedData }
    return new Uint8Array(await crypto.subtle.encrypt(algorithm, cipherKey, data))
  },
}

/** @param privateKey - ECDH P-256 with the usage `deriveBits`; need not be extractable. */
export function nativeKeyPair(privateKey: CryptoKey, publicKey: Bytes): KeyPair {
  return {
    publicKey,
    async agree(peerPublicKey) {
      const peer = await crypto.subtle.importKey('raw', peerPublicKey, P256, false, [])
      const algorithm = { name: 'ECDH', public: peer }
      return new Uint8Array(await crypto.subtle.deriveBits(algorithm, privateKey, SHARED_COORDINATE_BITS))
    },
  }
}
