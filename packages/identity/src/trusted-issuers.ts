import { createRemoteJWKSet, errors, type JWTVerifyGetKey } from 'jose'

import type { Clock } from '@sluice/platform/kernel/clock'
import { unavailableRefusal } from '@sluice/platform/http/request-refusal'

import { AUDIENCE } from './access-token.ts'
import { createKeyDiscovery } from './discover-keys.ts'
import { SIGNING_ALGORITHM, type SigningKeys } from './signing-keys.ts'
import type { TrustedIssuer } from './verify-access-token.ts'

/**
 * An identity provider that replaces the gateway's, a Keycloak for example. Its tokens name a client that is known
 * here, or carry the merchant's id in the claim `merchant_id`.
 */
export interface ExternalIssuer {
  /** The issuer as in its tokens. */
  readonly issuer: string
  /** The address of its keys; null to read it from the discovery document. */
  readonly jwksUrl: string | null
  /** The audience that its tokens must have; null: ours, where they name one. */
  readonly audience: string | null
  /** Ids of the clients (`azp`) that may call; null for all. */
  readonly allowedClients: readonly string[] | null
}

/** The algorithms that external providers may sign with; none of them can be forged with a public key. */
const EXTERNAL_ALGORITHMS = ['RS256', 'PS256', 'ES256', 'Ed25519', 'EdDSA']

const KEYS_MAX_AGE_MS = 600_000
/** An unknown key makes us ask again, but not more often than this: keys can be made up. */
const REFETCH_COOLDOWN_MS = 30_000
const FETCH_TIMEOUT_MS = 5_000

const RETRY_AFTER_SECONDS = 5

export function trustOwnIssuer(issuer: string, keys: SigningKeys): TrustedIssuer {
  return {
    issuer,
    algorithms: [SIGNING_ALGORITHM],
    allowedClients: null,
    audience: AUDIENCE,
    requiresAudience: true,
    namesMerchants: false,
    // Roles that a client has lost since are gone at once.
    limitsToClientRoles: true,
    endsWithFamily: true,
    isKeyLive: (kid) => keys.isLive(kid),
    findKey: async ({ kid = '' }) => {
      const key = await keys.findPublicKey(kid)
      if (key === null) throw new errors.JWKSNoMatchingKey()
      return key
    },
  }
}

export function trustExternalIssuer(
  { issuer, jwksUrl, audience, allowedClients }: ExternalIssuer,
  clock: Clock,
): TrustedIssuer {
  const discover = jwksUrl === null ? createKeyDiscovery(issuer, clock) : async () => new URL(jwksUrl)
  let keySet: JWTVerifyGetKey | null = null
  const fetchKey: JWTVerifyGetKey = async (header, token) => {
    keySet ??= createRemoteJWKSet(await discover(), {
      cacheMaxAge: KEYS_MAX_AGE_MS,
      cooldownDuration: REFETCH_COOLDOWN_MS,
      timeoutDuration: FETCH_TIMEOUT_MS,
    })
    return keySet(header, token)
  }
  return {
    issuer,
    algorithms: EXTERNAL_ALGORITHMS,
    allowedClients,
    audience: audience ?? AUDIENCE,
    requiresAudience: audience !== null,
    namesMerchants: true,
    // Its operator gives and takes the roles.
    limitsToClientRoles: false,
    endsWithFamily: false,
    findKey: async (header, token) => {
      try {
        return await fetchKey(header, token)
      } catch (error) {
        if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys)
          throw error
        // The token may be valid: the caller should retry.
        throw unavailableRefusal(RETRY_AFTER_SECONDS)
      }
    },
  }
}
