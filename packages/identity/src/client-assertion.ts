import { createLocalJWKSet, decodeJwt, errors, type JWK, jwtVerify } from 'jose'

import type { ApiClient } from './client.ts'

/** RFC 7523 §2.2. */
export const CLIENT_ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

/**
 * The algorithms that assertions may be signed with; none of them can be forged with the public key that we keep.
 * `EdDSA` is the name that Ed25519 had before RFC 9864, and that older libraries still write.
 */
export const ASSERTION_ALGORITHMS = ['ES256', 'PS256', 'RS256', 'Ed25519', 'EdDSA']

/** An assertion is made for one request: what lives longer is worth stealing, and its id must be kept as long. */
const LIFETIME_MAX_SECONDS = 300

/** Clocks of clients may differ by this much. */
const CLOCK_SKEW_SECONDS = 30

/** Longer than any id that a client needs to make; it is hashed before it is kept. */
const ID_MAX_CHARS = 255

/** An assertion that proves its client, once. */
export interface ProvenAssertion {
  readonly id: string
  /** Epoch milliseconds, a whole number: until then the id has to be remembered. `exp` may be a fraction (RFC 7519 §2). */
  readonly expiresAtMs: number
}

/** Stores assertions until they expire: each proves its client once, regardless of the process. */
export interface ClientAssertions {
  /** False when the assertion was used before. */
  use(client: Pick<ApiClient, 'clientId' | 'merchantId'>, assertion: ProvenAssertion): Promise<boolean>
  /** Deletes expired assertions. Returns how many. */
  deleteExpired(nowMs: number): Promise<number>
}

/** Several times the length of the longest assertion that our SDK or a library creates. */
const ASSERTION_MAX_CHARS = 8_192

/** Returns the client that an assertion claims to be from, before anything is verified; null for invalid text. */
export function clientOfAssertion(assertion: string): string | null {
  if (assertion.length > ASSERTION_MAX_CHARS) return null
  try {
    const { sub, iss } = decodeJwt(assertion)
    // The claims are the caller's JSON, whatever the types say.
    return typeof sub === 'string' && sub === iss ? sub : null
  } catch {
    return null
  }
}

/**
 * Verifies an assertion that a client signed instead of sending a secret (RFC 7523 §3): with one of its keys, for
 * this audience, and currently valid.
 *
 * @param audiences - the accepted values of `aud`: the issuer or the address of the token endpoint.
 * @returns null if the assertion is invalid.
 */
export async function verifyClientAssertion(
  assertion: string,
  client: { readonly clientId: string; readonly publicKeys: readonly JWK[] },
  audiences: readonly string[],
  nowMs: number,
): Promise<ProvenAssertion | null> {
  try {
    const { payload } = await jwtVerify(assertion, createLocalJWKSet({ keys: [...client.publicKeys] }), {
      issuer: client.clientId,
      subject: client.clientId,
      audience: [...audiences],
      algorithms: ASSERTION_ALGORITHMS,
      clockTolerance: CLOCK_SKEW_SECONDS,
      currentDate: new Date(nowMs),
      requiredClaims: ['exp', 'jti'],
    })
    const { exp = 0, jti = '' } = payload
    const isShortLived = exp * 1_000 - nowMs <= (LIFETIME_MAX_SECONDS + CLOCK_SKEW_SECONDS) * 1_000
    if (!isShortLived || typeof jti !== 'string' || jti === '' || jti.length > ID_MAX_CHARS) return null
    return { id: jti, expiresAtMs: Math.ceil((exp + CLOCK_SKEW_SECONDS) * 1_000) }
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}
