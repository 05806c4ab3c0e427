/**
 * Two independent HPKE libraries behind one shape, for interoperability tests and for the benchmark; and `jose`, for the
 * benchmark's comparison with JWE.
 *
 * `hpke` takes curve and cipher of HPKE-4 from its companion on noble; `@hpke/core` from its own packages.
 */
import { Chacha20Poly1305 } from '@hpke/chacha20poly1305'
import * as HpkeJs from '@hpke/core'
import { DhkemX25519HkdfSha256 } from '@hpke/dhkem-x25519'
import * as noble from '@panva/hpke-noble'
import * as Hpke from 'hpke'
import { CompactEncrypt, compactDecrypt, importJWK } from 'jose'
import type { Bytes } from '../src/bytes.ts'
import type { SuiteName } from '../src/hpke.ts'

export interface PeerMessage {
  readonly info: Bytes
  readonly associatedData: Bytes
}

export interface Peer {
  readonly name: string
  /** A sender for one public key, prepared so that only the sealing itself is measured. */
  sender(alg: SuiteName, publicKey: Bytes): Promise<PeerSender>
  recipient(alg: SuiteName, keys: { privateKey: Bytes; publicKey: Bytes }): Promise<PeerRecipient>
}

export type PeerSender = (
  plaintext: Bytes,
  message: PeerMessage,
) => Promise<{ enc: Uint8Array; ciphertext: Uint8Array }>

export type PeerRecipient = (enc: Bytes, ciphertext: Bytes, message: PeerMessage) => Promise<Uint8Array>

const HPKE_SUITES: Record<SuiteName, Hpke.CipherSuite> = {
  'HPKE-7': new Hpke.CipherSuite(
    Hpke.KEM_DHKEM_P256_HKDF_SHA256,
    Hpke.KDF_HKDF_SHA256,
    Hpke.AEAD_AES_256_GCM,
  ),
  'HPKE-4': new Hpke.CipherSuite(
    noble.KEM_DHKEM_X25519_HKDF_SHA256,
    noble.KDF_HKDF_SHA256,
    noble.AEAD_ChaCha20Poly1305,
  ),
}

const hpke: Peer = {
  name: 'hpke',
  async sender(alg, publicKey) {
    const suite = HPKE_SUITES[alg]
    const key = await suite.DeserializePublicKey(publicKey)
    return async (plaintext, { info, associatedData }) => {
      const sealed = await suite.Seal(key, plaintext, { info, aad: associatedData })
      return { enc: sealed.encapsulatedSecret, ciphertext: sealed.ciphertext }
    }
  },
  async recipient(alg, { privateKey, publicKey }) {
    const suite = HPKE_SUITES[alg]
    // WebCrypto cannot compute a P-256 public key from a private one: decapsulating needs the pair.
    const pair = {
      privateKey: await suite.DeserializePrivateKey(privateKey),
      publicKey: await suite.DeserializePublicKey(publicKey),
    }
    return (enc, ciphertext, { info, associatedData }) =>
      suite.Open(pair, enc, ciphertext, { info, aad: associatedData })
  },
}

const HPKE_JS_SUITES: Record<SuiteName, HpkeJs.CipherSuite> = {
  'HPKE-7': new HpkeJs.CipherSuite({
    kem: new HpkeJs.DhkemP256HkdfSha256(),
    kdf: new HpkeJs.HkdfSha256(),
    aead: new HpkeJs.Aes256Gcm(),
  }),
  'HPKE-4': new HpkeJs.CipherSuite({
    kem: new DhkemX25519HkdfSha256(),
    kdf: new HpkeJs.HkdfSha256(),
    aead: new Chacha20Poly1305(),
  }),
}

const hpkeJs: Peer = {
  name: '@hpke/core',
  async sender(alg, publicKey) {
    const suite = HPKE_JS_SUITES[alg]
    const recipientPublicKey = await suite.kem.deserializePublicKey(publicKey)
    return async (plaintext, { info, associatedData }) => {
      const sealed = await suite.seal({ recipientPublicKey, info }, plaintext, associatedData)
      return { enc: new Uint8Array(sealed.enc), ciphertext: new Uint8Array(sealed.ct) }
    }
  },
  async recipient(alg, { privateKey, publicKey }) {
    const suite = HPKE_JS_SUITES[alg]
    const recipientKey = {
      privateKey: await suite.kem.deserializePrivateKey(privateKey),
      publicKey: await suite.kem.deserializePublicKey(publicKey),
    }
    return async (enc, ciphertext, { info, associatedData }) =>
      new Uint8Array(await suite.open({ recipientKey, enc, info }, ciphertext, associatedData))
  },
}

export const PEERS: readonly Peer[] = [hpke, hpkeJs]

/** JWE with `ECDH-ES` on P-256 and `A256GCM`: what HPKE-7 does, in the other standard. */
export const JWE_PEER = {
  name: 'jose, JWE ECDH-ES',
  async sender(publicJwk: JsonWebKey): Promise<(plaintext: Bytes) => Promise<string>> {
    const key = await importJWK({ ...publicJwk }, 'ECDH-ES')
    return (plaintext) =>
      new CompactEncrypt(plaintext).setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM' }).encrypt(key)
  },
  async recipient(privateJwk: JsonWebKey): Promise<(wire: string) => Promise<Uint8Array>> {
    const key = await importJWK({ ...privateJwk }, 'ECDH-ES')
    return async (wire) => (await compactDecrypt(wire, key)).plaintext
  },
}
