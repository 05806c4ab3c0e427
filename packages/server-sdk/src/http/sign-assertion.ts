import { ConfigurationError } from '../errors/configuration-error.ts'
import type { PrivateJwk } from './private-jwk.ts'

/** RFC 7523 §2.2. */
const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

/** Long enough for a slow line and clocks that differ; the token endpoint takes at most 300. */
const LIFETIME_SECONDS = 60

/**
 * The signature algorithm of a key (RFC 7518 §3.1, RFC 8037): determined by the type of key alone, so that nothing can
 * be chosen wrongly.
 */
interface Algorithm {
  readonly name: string
  readonly parameters: EcKeyImportParams | RsaHashedImportParams | { readonly name: string }
  readonly signing: EcdsaParams | RsaPssParams | { readonly name: string }
}

const ALGORITHMS: Readonly<Record<string, Algorithm>> = {
  'EC P-256': {
    name: 'ES256',
    parameters: { name: 'ECDSA', namedCurve: 'P-256' },
    signing: { name: 'ECDSA', hash: 'SHA-256' },
  },
  RSA: {
    name: 'PS256',
    parameters: { name: 'RSA-PSS', hash: 'SHA-256' },
    signing: { name: 'RSA-PSS', saltLength: 32 },
  },
  'OKP Ed25519': { name: 'EdDSA', parameters: { name: 'Ed25519' }, signing: { name: 'Ed25519' } },
}

/** Returns the form fields that authenticate the client, new for each request. */
export type ProveClient = () => Promise<Readonly<Record<string, string>>>

/**
 * Creates assertions that a client signs instead of sending a secret (RFC 7523, `private_key_jwt`). Each is good for
 * one request and one minute.
 *
 * @throws When the key is no private P-256, RSA or Ed25519 key. {@link ConfigurationError}
 */
export function signAssertions(options: {
  readonly clientId: string
  readonly privateKey: PrivateJwk
  /** The address of the identity provider, which is the audience of the assertion. */
  readonly audience: string
  readonly now: () => number
}): ProveClient {
  const { clientId, privateKey, audience, now } = options
  const { kty = '', crv, d, kid } = privateKey
  const algorithm = ALGORITHMS[crv === undefined ? kty : `${kty} ${crv}`]
  if (algorithm === undefined || typeof d !== 'string')
    throw new ConfigurationError('privateKey', 'must be a private key as JWK: P-256, RSA or Ed25519')
  const header = { alg: algorithm.name, typ: 'JWT', ...(typeof kid === 'string' ? { kid } : {}) }
  // `alg`, `key_ops` and `use` of a JWK restrict it in ways that differ between tools; the type of key says enough.
  const { alg: _alg, key_ops: _operations, use: _use, ...members } = privateKey
  let imported: Promise<CryptoKey> | null = null

  return async () => {
    imported ??= crypto.subtle.importKey('jwk', members, algorithm.parameters, false, ['sign'])
    const issuedAt = Math.floor(now() / 1_000)
    const claims = {
      iss: clientId,
      sub: clientId,
      aud: audience,
      jti: crypto.randomUUID(),
      iat: issuedAt,
      exp: issuedAt + LIFETIME_SECONDS,
    }
    const signed = `${encode(header)}.${encode(claims)}`
    const signature = await crypto.subtle.sign(
      algorithm.signing,
      await imported,
      new TextEncoder().encode(signed),
    )
    return {
      client_id: clientId,
      client_assertion_type: ASSERTION_TYPE,
      client_assertion: `${signed}.${toBase64Url(new Uint8Array(signature))}`,
    }
  }
}

function encode(value: object): string {
  return toBase64Url(new TextEncoder().encode(JSON.stringify(value)))
}

function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/={1,2}$/, '')
}
