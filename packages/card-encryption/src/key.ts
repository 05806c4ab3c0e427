/**
 * Public encryption keys: JWK (RFC 7517), their thumbprints (RFC 7638), and which one of a set to use.
 *
 * @see docs/protocol/card-encryption.md#key-distribution
 */
import { decodeBase64, encodeBase64Url } from './base64.ts'
import { concat, toUtf8, type Bytes } from './bytes.ts'
import { EncryptionKeyError } from './encryption-key-error.ts'
import { isSuiteName, SUITES, type Suite, type SuiteName } from './hpke.ts'
import { isRecord } from './is-record.ts'
import type { Kem } from './primitives.ts'
import { sha256 } from './sha256.ts'

const COORDINATE_BYTES = 32
/** The first byte of a P-256 point with both coordinates (SEC 1 §2.3.3). */
export const UNCOMPRESSED_POINT = 0x04

/** The members that are the key itself: coordinates are base64url, 43 characters each. `y` only on P-256. */
export interface CurvePoint {
  kty: 'EC' | 'OKP'
  crv: 'P-256' | 'X25519'
  x: string
  y?: string
}

/** A public encryption key as a JSON Web Key (RFC 7517). */
export interface PublicJwk<Alg extends string> extends CurvePoint {
  /** The purpose of the key; only `enc` is accepted. */
  use?: 'enc'
  /** Names the suite of HPKE that seals for it. */
  alg: Alg
  /** RFC 7638 SHA-256 thumbprint, base64url, 43 characters. */
  kid: string
  /** Use from this instant on; seconds since the epoch. */
  nbf?: number
  /** Use before this instant; seconds since the epoch. */
  exp?: number
}

/** A merchant's public key as published by `GET /api/encryption-keys`. */
export interface PublicEncryptionKey extends PublicJwk<SuiteName> {}

/**
 * Reads a JWK Set and returns the keys that this package can seal for, in the set's order.
 *
 * Keys with another `alg` are skipped, members that are not listed in {@link PublicEncryptionKey} are dropped, and
 * `null` counts as absent.
 *
 * @param value - The parsed JSON of the key set.
 * @throws When the value is not a JWK Set, a key is damaged or contains a private key, or a `kid` is not the thumbprint
 *   of its key. {@link EncryptionKeyError}
 */
export function parseKeySet(value: unknown): PublicEncryptionKey[] {
  if (!isRecord(value) || !Array.isArray(value['keys'])) {
    throw new EncryptionKeyError('malformed_key_set', 'A key set must be an object with a list named "keys"')
  }
  return value['keys'].flatMap((entry: unknown, index) => {
    if (!isRecord(entry)) {
      throw new EncryptionKeyError('malformed_key_set', `keys[${index}] of the key set is not an object`)
    }
    return isSuiteName(entry['alg']) ? [parsePublicKey(entry, entry['alg'])] : []
  })
}

/**
 * Chooses the key to seal for: the first one that is valid now.
 *
 * @param keys - In the order of the key set; see {@link parseKeySet}.
 * @param nowSeconds - Seconds since the epoch, by the gateway's clock where it is known.
 * @throws When no key of the set may be used now; fetch the set again. {@link EncryptionKeyError}
 */
export function chooseKey(keys: readonly PublicEncryptionKey[], nowSeconds: number): PublicEncryptionKey {
  const key = keys.find(
    ({ alg, nbf = -Infinity, exp = Infinity }) => isSuiteName(alg) && nbf <= nowSeconds && nowSeconds < exp,
  )
  if (key === undefined) {
    throw new EncryptionKeyError(
      'no_usable_key',
      `None of the ${keys.length} encryption keys is valid at ${nowSeconds}; fetch the key set again`,
    )
  }
  return key
}

export interface RecipientKey {
  readonly suite: Suite
  readonly keyId: Bytes
  readonly publicKey: Bytes
}

/**
 * Returns the data that sealing needs from a JWK. Checks the key again: a pinned JWK need not have gone through a key
 * set.
 */
export function toRecipientKey(key: PublicEncryptionKey): RecipientKey {
  if (!isSuiteName(key.alg)) throw malformed('alg', `one of ${Object.keys(SUITES).join(', ')}`)
  const checked = parsePublicKey({ ...key }, key.alg)
  const suite = SUITES[checked.alg]
  return { suite, keyId: thumbprint(checked), publicKey: toPublicKeyBytes(suite.kem, checked) }
}

/** RFC 7638 §3.2: the required members in lexical order, without white space (RFC 8037 §2 for X25519). */
export function thumbprint({ crv, kty, x, y }: CurvePoint): Bytes {
  return sha256(toUtf8(JSON.stringify({ crv, kty, x, y })))
}

/**
 * Reads the curve point of a JWK.
 *
 * @throws When the curve is another, or a coordinate is not 32 bytes in base64url. {@link EncryptionKeyError}
 */
export function parseCurvePoint(jwk: Readonly<Record<string, unknown>>, { kty, crv }: Kem): CurvePoint {
  if (jwk['kty'] !== kty) throw malformed('kty', kty)
  if (jwk['crv'] !== crv) throw malformed('crv', crv)
  const x = parseCoordinate(jwk, 'x')
  return kty === 'EC' ? { kty, crv, x, y: parseCoordinate(jwk, 'y') } : { kty, crv, x }
}

/** Returns the serialization of RFC 9180 §7.1.1. */
export function toPublicKeyBytes({ kty }: Kem, { x, y }: CurvePoint): Bytes {
  return kty === 'EC'
    ? concat(Uint8Array.of(UNCOMPRESSED_POINT), decodeCoordinate('x', x), decodeCoordinate('y', y))
    : decodeCoordinate('x', x)
}

/** The inverse of {@link toPublicKeyBytes}. */
export function toCurvePoint({ kty, crv }: Kem, publicKey: Bytes): CurvePoint {
  return kty === 'EC'
    ? {
        kty,
        crv,
        x: encodeBase64Url(publicKey.subarray(1, 1 + COORDINATE_BYTES)),
        y: encodeBase64Url(publicKey.subarray(1 + COORDINATE_BYTES)),
      }
    : { kty, crv, x: encodeBase64Url(publicKey) }
}

function parsePublicKey<Alg extends SuiteName>(
  jwk: Readonly<Record<string, unknown>>,
  alg: Alg,
): PublicJwk<Alg> {
  if ((jwk['d'] ?? undefined) !== undefined) throw malformed('d', 'absent: this is a private key')
  if ((jwk['use'] ?? 'enc') !== 'enc') throw malformed('use', '"enc"')
  const point = parseCurvePoint(jwk, SUITES[alg].kem)
  const kid = encodeBase64Url(thumbprint(point))
  if (jwk['kid'] !== kid) {
    throw new EncryptionKeyError(
      'thumbprint_mismatch',
      `The kid of an encryption key must be its thumbprint ${kid}`,
    )
  }
  const nbf = parseNumericDate(jwk, 'nbf')
  const exp = parseNumericDate(jwk, 'exp')
  return {
    ...point,
    use: 'enc',
    alg,
    kid,
    ...(nbf === undefined ? {} : { nbf }),
    ...(exp === undefined ? {} : { exp }),
  }
}

function parseCoordinate(jwk: Readonly<Record<string, unknown>>, member: 'x' | 'y'): string {
  return encodeBase64Url(decodeCoordinate(member, jwk[member]))
}

function decodeCoordinate(member: 'x' | 'y', text: unknown): Bytes {
  const bytes = typeof text === 'string' ? decodeBase64(text) : undefined
  // Encodes the bytes again and compares, because the thumbprint covers the text: only one spelling may pass.
  if (bytes?.length !== COORDINATE_BYTES || encodeBase64Url(bytes) !== text) {
    throw malformed(member, `${COORDINATE_BYTES} bytes in base64url`)
  }
  return bytes
}

/** RFC 7519 §2 allows fractions of a second. */
function parseNumericDate(jwk: Readonly<Record<string, unknown>>, member: 'nbf' | 'exp'): number | undefined {
  const date = jwk[member] ?? undefined
  if (date !== undefined && (typeof date !== 'number' || !Number.isFinite(date))) {
    throw malformed(member, 'seconds since the epoch')
  }
  return date
}

function malformed(member: string, expected: string): EncryptionKeyError {
  return new EncryptionKeyError(
    'malformed_key',
    `Member "${member}" of an encryption key must be ${expected}`,
  )
}
