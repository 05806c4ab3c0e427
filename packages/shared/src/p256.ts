/** ECDSA with SHA-256 and ECDH on P-256 (FIPS 186-5, SP 800-56A), as wallets use them. Keys stay inside closures. */
import {
  createECDH,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto'

const CURVE = 'prime256v1'

/**
 * SubjectPublicKeyInfo of every P-256 key (RFC 5480), up to the coordinates of its uncompressed point. OpenSSL would take
 * bytes behind a key, and asking it for the curve of an imported one takes half as long again as the import.
 */
const SPKI_HEADER = Buffer.from('3059301306072a8648ce3d020106082a8648ce3d03010703420004', 'hex')
const SPKI_BYTES = SPKI_HEADER.length + 64

/** An uncompressed point begins with this byte (SEC 1 §2.3.3), and has two coordinates. */
const UNCOMPRESSED = 4
const POINT_BYTES = 65

/** Order of the base point (SP 800-186 §3.2.1.3). */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

/** 64 bits more than the order has, so that the remainder is not biased (FIPS 186-5 A.2.1). */
const DERIVED_BYTES = 40

/** Checks signatures. */
export interface VerifyingKey {
  /** @param signature - DER; a high S is accepted, because wallets do not normalize it. */
  verifies(message: Uint8Array, signature: Uint8Array): boolean
}

/** Agrees on secrets with the holder of the other half. */
export interface AgreementKey {
  /** Uncompressed, 65 bytes. */
  readonly publicPoint: Uint8Array
  /** The X coordinate of the shared point, 32 bytes; null for an invalid point. */
  agree(point: Uint8Array): Buffer | null
}

/** Null for bytes that are no SubjectPublicKeyInfo of a P-256 key with an uncompressed point. */
export function importVerifyingKey(spki: Uint8Array): VerifyingKey | null {
  const bytes = Buffer.from(spki)
  const isPlain = bytes.length === SPKI_BYTES && bytes.subarray(0, SPKI_HEADER.length).equals(SPKI_HEADER)
  if (!isPlain) return null
  const key = tryTo(() => createPublicKey({ key: bytes, format: 'der', type: 'spki' }))
  if (key === null) return null
  // Bytes that are no DER at all make OpenSSL say no as well.
  return { verifies: (message, signature) => verify('sha256', message, key, signature) }
}

/** Null for a text that is no private P-256 key in PEM (PKCS #8 or SEC 1). */
export function readPrivateKey(pem: string): KeyObject | null {
  const key = tryTo(() => createPrivateKey(pem))
  return key !== null && isP256(key) ? key : null
}

export function toAgreementKey(privateKey: KeyObject): AgreementKey {
  const ecdh = createECDH(CURVE)
  ecdh.setPrivateKey(privateKey.export({ format: 'jwk' }).d ?? '', 'base64url')
  return {
    publicPoint: ecdh.getPublicKey(),
    agree: (point) =>
      point.length === POINT_BYTES && point[0] === UNCOMPRESSED
        ? tryTo(() => ecdh.computeSecret(point))
        : null,
  }
}

/** Returns the public half as SubjectPublicKeyInfo. */
export function exportPublicKey(key: KeyObject): Buffer {
  const publicKey = key.type === 'private' ? createPublicKey(key) : key
  return publicKey.export({ format: 'der', type: 'spki' })
}

/** @returns DER. */
export function signSha256(key: KeyObject, message: Uint8Array): Buffer {
  return sign('sha256', message, key)
}

/** Returns the key of a purpose that belongs to a secret: the same at every derivation. */
export function deriveSigningKey(secret: Uint8Array, purpose: string): KeyObject {
  const derived = Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), purpose, DERIVED_BYTES))
  const scalar = (BigInt(`0x${derived.toString('hex')}`) % (ORDER - 1n)) + 1n
  const ecdh = createECDH(CURVE)
  ecdh.setPrivateKey(scalar.toString(16).padStart(64, '0'), 'hex')
  const point = ecdh.getPublicKey()
  return createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      d: Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex').toString('base64url'),
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  })
}

function isP256(key: KeyObject): boolean {
  return key.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === CURVE
}

function tryTo<T>(work: () => T): T | null {
  try {
    return work()
  } catch {
    return null
  }
}
