/**
 * The gateway's private keys: made, read, and kept so that they can open but not be printed.
 *
 * @see docs/protocol/card-encryption.md#key-distribution
 */
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  timingSafeEqual,
  type KeyObject,
} from 'node:crypto'
import { encodeBase64Url } from './base64.ts'
import { EncryptionKeyError } from './encryption-key-error.ts'
import { SUITES, type SuiteName } from './hpke.ts'
import { parseCurvePoint, thumbprint, toPublicKeyBytes, type CurvePoint, type PublicJwk } from './key.ts'
import { nodeKeyPair, type NodeKeyPair } from './node.ts'
import type { Kem } from './primitives.ts'

/** `ECDH-ES` is the key of the JWE form; the others are suites of the sealed field. */
export type PrivateKeyAlgorithm = SuiteName | 'ECDH-ES'

const KEMS = {
  'HPKE-7': SUITES['HPKE-7'].kem,
  'HPKE-4': SUITES['HPKE-4'].kem,
  'ECDH-ES': SUITES['HPKE-7'].kem,
} as const satisfies Record<PrivateKeyAlgorithm, Kem>

/** A private key in use. Holds no readable secret: logging it shows the `kid` and the public half. */
export interface PrivateEncryptionKey {
  /** RFC 7638 thumbprint of the public key; senders name the key by it. */
  readonly kid: string
  /** Names the suite of HPKE that opens with it. */
  readonly alg: PrivateKeyAlgorithm
  /** @internal */
  readonly keyPair: NodeKeyPair
}

/** A private encryption key as a JSON Web Key (RFC 7517). It opens cards: never log it. */
export interface PrivateEncryptionJwk extends PublicJwk<PrivateKeyAlgorithm> {
  /** The private value, base64url. Must be encrypted in every store, and never logged. */
  d: string
}

/**
 * Makes a key pair. The private JWK must be stored encrypted; the public one is published in the key set, with `nbf` and
 * `exp` added by the caller.
 */
export function generateKeyPair<Alg extends PrivateKeyAlgorithm>(
  alg: Alg,
): { publicJwk: PublicJwk<Alg>; privateJwk: PrivateEncryptionJwk } {
  const kem = KEMS[alg]
  const privateKey = generatePrivateKey(kem)
  const jwk = privateKey.export({ format: 'jwk' })
  const point = parseCurvePoint({ ...jwk }, kem)
  const kid = encodeBase64Url(thumbprint(point))
  const publicJwk: PublicJwk<Alg> = { ...point, use: 'enc', alg, kid }
  return { publicJwk, privateJwk: { ...publicJwk, d: jwk.d ?? '' } }
}

/** A private JWK that is not validated yet: importing it validates its members. */
export type GivenPrivateJwk = { readonly alg: string } & Readonly<
  Partial<Record<'kty' | 'crv' | 'x' | 'y' | 'd' | 'kid' | 'use', string>>
>

/**
 * Reads a private JWK.
 *
 * @throws When the algorithm is unknown, the key damaged, its public half that of another key, or its `kid` (if it has
 *   one) not the thumbprint. {@link EncryptionKeyError}
 */
export function importPrivateKey(jwk: GivenPrivateJwk): PrivateEncryptionKey {
  const { alg } = jwk
  if (!isPrivateKeyAlgorithm(alg)) {
    throw new EncryptionKeyError(
      'malformed_key',
      `alg of a private key must be one of ${Object.keys(KEMS).join(', ')}; got ${alg}`,
    )
  }
  const kem = KEMS[alg]
  const point = parseCurvePoint({ ...jwk }, kem)
  const kid = encodeBase64Url(thumbprint(point))
  if ((jwk.kid ?? kid) !== kid) {
    throw new EncryptionKeyError(
      'thumbprint_mismatch',
      `The kid of a private key must be its thumbprint ${kid}`,
    )
  }
  return { kid, alg, keyPair: readKeyPair(kem, point, jwk.d ?? '') }
}

function isPrivateKeyAlgorithm(alg: string): alg is PrivateKeyAlgorithm {
  return Object.hasOwn(KEMS, alg)
}

function generatePrivateKey({ crv }: Kem): KeyObject {
  return crv === 'P-256'
    ? generateKeyPairSync('ec', { namedCurve: crv }).privateKey
    : generateKeyPairSync('x25519').privateKey
}

/** The cause is dropped on purpose: a library's message might quote the key. */
function readKeyPair(kem: Kem, point: CurvePoint, d: string): NodeKeyPair {
  try {
    const privateKey = createPrivateKey({ key: { ...point, d }, format: 'jwk' })
    const keyPair = nodeKeyPair(kem, privateKey, toPublicKeyBytes(kem, point))
    if (halvesBelongTogether(kem, keyPair)) return keyPair
  } catch {
    // Falls through to the one message for all that can be wrong.
  }
  throw new EncryptionKeyError(
    'malformed_key',
    'Member "d" of a private key is missing, not of its curve, or the secret of another public key',
  )
}

/**
 * OpenSSL trusts the public half in a P-256 JWK. A wrong one would give the key the name of another key and make every
 * field fail, so one agreement is computed from both sides and compared.
 */
function halvesBelongTogether(kem: Kem, keyPair: NodeKeyPair): boolean {
  const probeKey = generatePrivateKey(kem)
  const probePoint = parseCurvePoint({ ...createPublicKey(probeKey).export({ format: 'jwk' }) }, kem)
  const probe = nodeKeyPair(kem, probeKey, toPublicKeyBytes(kem, probePoint))
  return timingSafeEqual(keyPair.agree(probe.publicKey), probe.agree(keyPair.publicKey))
}
