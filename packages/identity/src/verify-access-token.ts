import { decodeJwt, errors, type JWTPayload, jwtVerify, type JWTVerifyGetKey } from 'jose'

import { expandRoles, LIMITS, type Role } from '@sluice/types/vocabulary'
import type { Clock } from '@sluice/platform/kernel/clock'
import { createTimedCache } from '@sluice/platform/kernel/timed-cache'
import { sha256Base64Url } from '@sluice/platform/crypto/aead'
import type { Authenticate } from '@sluice/platform/http/http-server'

import { rolesOfClaims } from './access-token.ts'
import type { ApiClient } from './client.ts'

/** The trusted issuers of access tokens, and how tokens are verified. */
export interface TrustedIssuer {
  readonly issuer: string
  readonly findKey: JWTVerifyGetKey
  /**
   * Returns whether a key that verified a token before is still valid; by default, keys are valid until the token
   * ends.
   */
  readonly isKeyLive?: (kid: string) => Promise<boolean>
  /** Nothing else is tried; the token's header does not decide (RFC 8725 §3.1). */
  readonly algorithms: readonly string[]
  /** The clients (`azp`) whose tokens count; null for any that we know. */
  readonly allowedClients: readonly string[] | null
  /** The audience that a token must have when it names one. */
  readonly audience: string
  /** Whether a token must name an audience. Some providers name none: then the client alone is what counts. */
  readonly requiresAudience: boolean
  /** Whether the claim `merchant_id` represents a client that is unknown here. */
  readonly namesMerchants: boolean
  /** Whether a token grants only what its client has here at the moment. */
  readonly limitsToClientRoles: boolean
  /**
   * Whether its tokens end with their family of refresh tokens (`sid`), which is kept here. Others are valid until
   * `exp`.
   */
  readonly endsWithFamily: boolean
}

export interface AuthenticateOptions {
  /** Read at each token: the own issuer's address is known only once the server listens. */
  readonly issuers: () => readonly TrustedIssuer[]
  /** Answers may be a few seconds old. */
  readonly findClient: (clientId: string) => Promise<ApiClient | null>
  /**
   * Returns whether a family of refresh tokens was revoked; called for every request, so that its access tokens end
   * with it.
   */
  readonly isFamilyRevoked: (familyId: string) => Promise<boolean>
  /** Returns whether the merchant exists. */
  readonly hasMerchant: (merchantId: string) => Promise<boolean>
  /** Real time: others have written the token's times. */
  readonly clock: Clock
}

/** About a kilobyte each. */
const MAX_REMEMBERED_TOKENS = 10_000

/** The codes of all errors in a token; */
const TOKEN_ERROR_CODE =
  /^ERR_(?:JWT_|JWS_|JWK_|JOSE_ALG_NOT_ALLOWED|JOSE_NOT_SUPPORTED|JWKS_NO_MATCHING_KEY|JWKS_MULTIPLE_MATCHING_KEYS)/

interface VerifiedToken {
  readonly clientId: string
  /** The caller, as far as the token identifies it. */
  readonly merchantId: string | null
  /** The family of refresh tokens; null if there is none. */
  readonly familyId: string | null
  readonly roles: ReadonlySet<Role>
  readonly limitsToClientRoles: boolean
  readonly namesMerchants: boolean
  /** Returns whether the key that signed it is still valid. */
  readonly isKeyLive: () => Promise<boolean>
}

interface Verification {
  readonly token: VerifiedToken
  readonly expiresAtMs: number
}

/**
 * Returns the function that finds the caller behind an access token. Verified tokens are remembered until they expire; the
 * client behind one is looked up each time, so that a deactivated one is out within seconds.
 */
export function createAuthenticate(options: AuthenticateOptions): Authenticate {
  const { issuers, findClient, isFamilyRevoked, hasMerchant, clock } = options
  const verified = createTimedCache<VerifiedToken>({ clock, maxEntries: MAX_REMEMBERED_TOKENS })

  const verify = async (token: string): Promise<VerifiedToken | null> => {
    const key = sha256Base64Url(token)
    const known = verified.get(key)
    if (known) return known
    const result = await verifyToken(token, issuers(), clock)
    if (result === null) return null
    verified.set(key, result.token, result.expiresAtMs)
    return result.token
  }

  /** A client that is known to its own provider alone, which names the merchant. */
  const vouchFor = async ({ namesMerchants, merchantId, clientId, roles }: VerifiedToken) => {
    if (!namesMerchants || merchantId === null || !(await hasMerchant(merchantId))) return null
    return { kind: 'merchant', merchantId, clientId, roles } as const
  }

  return async (bearerToken) => {
    const token = await verify(bearerToken)
    if (token === null || !(await token.isKeyLive())) return null
    if (token.familyId !== null && (await isFamilyRevoked(token.familyId))) return null
    const client = await findClient(token.clientId)
    if (client === null) return vouchFor(token)
    if (client.status !== 'ACTIVE') return null
    if (token.merchantId !== null && token.merchantId !== client.merchantId) return null
    const roles = token.limitsToClientRoles ? intersect(token.roles, expandRoles(client.roles)) : token.roles
    return { kind: 'merchant', merchantId: client.merchantId, clientId: client.clientId, roles }
  }
}

async function verifyToken(
  token: string,
  issuers: readonly TrustedIssuer[],
  clock: Clock,
): Promise<Verification | null> {
  try {
    const { iss, aud } = decodeJwt(token)
    const trusted = issuers.find(({ issuer }) => issuer === iss)
    if (!trusted) return null
    const { payload, protectedHeader } = await jwtVerify(token, trusted.findKey, {
      issuer: trusted.issuer,
      algorithms: [...trusted.algorithms],
      clockTolerance: LIMITS.ACCESS_TOKEN_CLOCK_SKEW_SECONDS,
      currentDate: new Date(clock.now()),
      requiredClaims: ['exp', 'azp'],
      // A token for another audience is refused, also where tokens without an audience are accepted.
      ...(trusted.requiresAudience || aud !== undefined ? { audience: trusted.audience } : {}),
    })
    const { kid = '' } = protectedHeader
    return readClaims(payload, trusted, () => trusted.isKeyLive?.(kid) ?? Promise.resolve(true))
  } catch (error) {
    if (error instanceof errors.JOSEError && TOKEN_ERROR_CODE.test(error.code)) return null
    throw error
  }
}

function readClaims(
  claims: JWTPayload,
  trusted: TrustedIssuer,
  isKeyLive: VerifiedToken['isKeyLive'],
): Verification | null {
  const { azp, typ, merchant_id: merchantId, sid, exp = 0 } = claims
  // Identity and refresh tokens are signed with the same keys (RFC 8725 §3.12).
  if (typeof azp !== 'string' || (typ !== undefined && typ !== 'Bearer')) return null
  if (trusted.allowedClients?.includes(azp) === false) return null
  const token = {
    clientId: azp,
    merchantId: typeof merchantId === 'string' ? merchantId : null,
    familyId: trusted.endsWithFamily && typeof sid === 'string' ? sid : null,
    roles: rolesOfClaims(claims),
    limitsToClientRoles: trusted.limitsToClientRoles,
    isKeyLive,
    namesMerchants: trusted.namesMerchants,
  }
  return { token, expiresAtMs: exp * 1000 }
}

function intersect(some: ReadonlySet<Role>, others: ReadonlySet<Role>): ReadonlySet<Role> {
  return new Set([...some].filter((role) => others.has(role)))
}
