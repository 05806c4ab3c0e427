import type { Discovery, OAuthError, TokenResponse } from '@sluice/types'
import { endpointPath, LIMITS, LOCALES } from '@sluice/types'

import { ASSERTION_ALGORITHMS } from './client-assertion.ts'
import { GRANT_TYPES, type IssuedToken } from './issue-token.ts'
import { OAUTH_REFUSALS, type OAuthRefusal } from './oauth-refusal.ts'
import { SCOPES } from './scope.ts'
import { SIGNING_ALGORITHM } from './signing-keys.ts'

/** The methods of client authentication (RFC 8414 §2). */
const CLIENT_AUTHENTICATION_METHODS = ['client_secret_post', 'client_secret_basic', 'private_key_jwt']

/** Writes the answer of the token endpoint in the shape of Keycloak's. */
export function toWireToken(token: IssuedToken): TokenResponse {
  return {
    access_token: token.accessToken,
    expires_in: LIMITS.ACCESS_TOKEN_LIFETIME_SECONDS,
    refresh_expires_in: token.refreshExpiresInSeconds,
    refresh_token: token.refreshToken,
    token_type: 'Bearer',
    'not-before-policy': 0,
    session_state: token.sessionState,
    scope: token.scope,
  }
}

/** Writes what the portal gets for a code: no refresh token, for its own session is what lasts. */
export function toWireLogin(tokens: {
  readonly accessToken: string
  readonly idToken: string
  readonly sessionState: string
  readonly scope: string
}): TokenResponse {
  return {
    access_token: tokens.accessToken,
    expires_in: LIMITS.ACCESS_TOKEN_LIFETIME_SECONDS,
    id_token: tokens.idToken,
    token_type: 'Bearer',
    'not-before-policy': 0,
    session_state: tokens.sessionState,
    scope: tokens.scope,
  }
}

/** The address of the sign-in pages: the portal's address of the realm. */
export interface SignInPlace {
  readonly realmUrl: string
}

/**
 * Writes the metadata of the identity provider (RFC 8414): with only the served endpoints.
 *
 * @param signIn - null where people cannot sign in.
 */
export function toWireDiscovery(issuer: string, signIn: SignInPlace | null): Discovery {
  return {
    issuer,
    token_endpoint: issuer + endpointPath('issueToken'),
    revocation_endpoint: issuer + endpointPath('revokeToken'),
    jwks_uri: issuer + endpointPath('getSigningKeys'),
    grant_types_supported: [...GRANT_TYPES, ...(signIn ? ['authorization_code'] : [])],
    response_types_supported: signIn ? ['code'] : [],
    token_endpoint_auth_methods_supported: [...CLIENT_AUTHENTICATION_METHODS, ...(signIn ? ['none'] : [])],
    token_endpoint_auth_signing_alg_values_supported: ASSERTION_ALGORITHMS,
    revocation_endpoint_auth_methods_supported: CLIENT_AUTHENTICATION_METHODS,
    revocation_endpoint_auth_signing_alg_values_supported: ASSERTION_ALGORITHMS,
    scopes_supported: [...(signIn ? ['openid'] : []), ...SCOPES],
    ...(signIn && describeSignIn(issuer, signIn)),
  }
}

function describeSignIn(issuer: string, { realmUrl }: SignInPlace): Partial<Discovery> {
  return {
    authorization_endpoint: `${realmUrl}/protocol/openid-connect/auth`,
    end_session_endpoint: `${realmUrl}/protocol/openid-connect/logout`,
    userinfo_endpoint: issuer + USERINFO_PATH,
    response_modes_supported: ['query'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [SIGNING_ALGORITHM],
    claims_supported: [
      'sub',
      'auth_time',
      'amr',
      'name',
      'preferred_username',
      'email',
      'merchant_id',
      'portal_roles',
    ],
    ui_locales_supported: [...LOCALES],
  }
}

/** The path below the realm. */
export const USERINFO_PATH = '/protocol/openid-connect/userinfo'

export interface WireRefusal {
  readonly status: 400 | 401 | 429
  readonly body: OAuthError
  readonly headers: Readonly<Record<string, string>>
}

/** Writes a refusal as RFC 6749 §5.2 requires. */
export function toWireRefusal(refusal: OAuthRefusal, realm: string): WireRefusal {
  if (refusal.reason === 'slow_down') {
    return {
      status: 429,
      body: { error: 'slow_down', error_description: 'Too many requests' },
      headers: { 'retry-after': String(refusal.retryAfterSeconds) },
    }
  }
  const { status, error, description } = OAUTH_REFUSALS[refusal.reason]
  return {
    status,
    body: {
      error,
      error_description:
        'scopes' in refusal ? `${description}: ${describeScopes(refusal.scopes)}` : description,
    },
    headers: status === 401 ? { 'www-authenticate': `Basic realm="${realm}"` } : {},
  }
}

/** Long enough to recognise the scope that cannot be had; a request is never sent back. */
const SCOPES_MAX_CHARS = 100

/** RFC 6749 §5.2: a description has printable ASCII only, without quotation marks and backslashes. */
function describeScopes(scopes: string): string {
  const text = scopes.slice(0, SCOPES_MAX_CHARS).replaceAll(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, '?')
  return scopes.length > SCOPES_MAX_CHARS ? `${text}...` : text
}
