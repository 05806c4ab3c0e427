import type { SealedFieldName } from '@sluice/card-encryption/encrypt'
import { ConfigurationError } from '../errors/configuration-error.ts'
import { type KnownOptions, refuseUnknownOptions } from '../refuse-unknown-options.ts'

/**
 * Encrypts one card member for the deployment that the client talks to. The specification leaves the algorithm to the
 * deployment, so its operator tells you what this function must do.
 *
 * @param value - the plain member: digits, or a cryptogram in Base64. It must not be logged or kept.
 * @param member - the name that it is sent under, `encrypted_card_number`.
 * @returns Text to send: Base64, or a compact JWE.
 */
export type SealField = (value: string, member: SealedFieldName) => string | Promise<string>

/** A public key as JSON Web Key (RFC 7517): RSA, or the P-256, P-384, P-521 or X25519 of a key agreement. */
export interface PublicJwk {
  /** The type: `RSA`, `EC` or `OKP`. */
  readonly kty?: string
  /** The curve; none of RSA. */
  readonly crv?: string
  /** Names the key to the deployment. */
  readonly kid?: string
  /** The public point, or its first coordinate, base64url. */
  readonly x?: string
  /** The second coordinate, base64url. */
  readonly y?: string
  /** The modulus of RSA, base64url. */
  readonly n?: string
  /** The public exponent of RSA, base64url. */
  readonly e?: string
}

/** Options for {@link sealAsJwe}. */
export interface JweSealingOptions {
  /** The merchant's public key, as the operator gave it. */
  readonly publicKey: PublicJwk
  /**
   * The algorithm that encrypts the content key (RFC 7518 §4).
   *
   * @defaultValue `RSA-OAEP-256` with an RSA key, else `ECDH-ES`
   */
  readonly alg?: string
  /**
   * The algorithm that encrypts the member (RFC 7518 §5).
   *
   * @defaultValue `A256GCM`
   */
  readonly enc?: string
}

/** Options for {@link sealWithRsaOaep}. */
export interface RsaOaepSealingOptions {
  /** The merchant's public RSA key, as the operator gave it. */
  readonly publicKey: PublicJwk
  /**
   * The hash of OAEP (RFC 8017 §7.1).
   *
   * @defaultValue `SHA-256`
   */
  readonly hash?: 'SHA-1' | 'SHA-256' | 'SHA-384' | 'SHA-512'
}

const JWE_OPTIONS: KnownOptions<JweSealingOptions> = { publicKey: true, alg: true, enc: true }
const RSA_OAEP_OPTIONS: KnownOptions<RsaOaepSealingOptions> = { publicKey: true, hash: true }

/**
 * Seals members as compact JWEs (RFC 7516), for deployments that open those. The header carries `alg`, `enc` and the
 * key's `kid`.
 *
 * @throws When no key is given. {@link ConfigurationError}
 *
 * @example
 * ```ts
 * const client = createClient({ ...options, sealing: sealAsJwe({ publicKey: merchantKey }) })
 * ```
 */
export function sealAsJwe(options: JweSealingOptions): SealField {
  refuseUnknownOptions(options, JWE_OPTIONS)
  const { publicKey, alg, enc = 'A256GCM' } = options
  const key = readKey(publicKey)
  const algorithm = alg ?? (key.kty === 'RSA' ? 'RSA-OAEP-256' : 'ECDH-ES')
  const header = { alg: algorithm, enc, ...(key.kid === undefined ? {} : { kid: key.kid }) }
  return async (value) => {
    // Loaded on demand: most clients talk to a Sluice gateway, which does not need it.
    const [{ CompactEncrypt }, { importJWK }] = await Promise.all([
      import('jose/jwe/compact/encrypt'),
      import('jose/key/import'),
    ])
    const recipient = await importJWK({ ...key }, algorithm)
    return new CompactEncrypt(new TextEncoder().encode(value)).setProtectedHeader(header).encrypt(recipient)
  }
}

/**
 * Seals members by RSA-OAEP alone, as Base64, for deployments that open those.
 *
 * @throws When the key is no RSA key. {@link ConfigurationError}
 *
 * @example
 * ```ts
 * const client = createClient({ ...options, sealing: sealWithRsaOaep({ publicKey: merchantKey }) })
 * ```
 */
export function sealWithRsaOaep(options: RsaOaepSealingOptions): SealField {
  refuseUnknownOptions(options, RSA_OAEP_OPTIONS)
  const { publicKey, hash = 'SHA-256' } = options
  const { kty, n, e } = readKey(publicKey)
  if (kty !== 'RSA' || n === undefined || e === undefined)
    throw new ConfigurationError('publicKey', 'must be a public RSA key as JWK')
  let imported: Promise<CryptoKey> | null = null
  return async (value) => {
    imported ??= crypto.subtle.importKey('jwk', { kty, n, e }, { name: 'RSA-OAEP', hash }, false, ['encrypt'])
    const bytes = new TextEncoder().encode(value)
    const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: 'RSA-OAEP' }, await imported, bytes))
    return btoa(String.fromCharCode(...sealed))
  }
}

/** Uses only the public members, so that a private key that was given by mistake goes nowhere. */
function readKey(publicKey: PublicJwk | undefined): PublicJwk {
  if (typeof publicKey !== 'object' || publicKey === null)
    throw new ConfigurationError('publicKey', 'must be a public key as JWK')
  const { kty, crv, kid, x, y, n, e } = publicKey
  return JSON.parse(JSON.stringify({ kty, crv, kid, x, y, n, e })) as PublicJwk
}
