import type { Discovery, OAuthError, TokenResponse } from '@sluice/types'
import { endpointPath, LIMITS } from '@sluice/types'

import { ASSERTION_ALGORITHMS } from './client-assertion.ts'
import { GRANT_TYPES, type IssuedToken } from './issue-token.ts'
import { OAUTH_REFUSALS, type OAuthRefusal } from './oauth-refusal.ts'
import { SCOPES } from './scope.ts'

/** How clients may prove themselves (RFC 8414 §2). */
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

/** Writes the metadata of the identity provider (RFC 8414): what is served, nothing else. */
export function toWireDiscovery(issuer: string): Discovery {
  return {
    issuer,
    token_endpoint: issuer + endpointPath('issueToken'),
    revocation_endpoint: issuer + endpointPath('revokeToken'),
    jwks_uri: issuer + endpointPath('getSigningKeys'),
    grant_types_supported: [...GRANT_TYPES],
    response_types_supported: [],
    token_endpoint_auth_methods_supported: CLIENT_AUTHENTICATION_METHODS,
    token_endpoint_auth_signing_alg_values_supported: ASSERTION_ALGORITHMS,
    revocation_endpoint_auth_methods_supported: CLIENT_AUTHENTICATION_METHODS,
    revocation_endpoint_auth_signing_alg_values_supported: ASSERTION_ALGORITHMS,
    scopes_supported: [...SCOPES],
  }
}

export interface WireRefusal {
  readonly status: 400 | 401 | 429
  readonly body: OAuthError
  readonly headers: Readonly<Record<string, string>>
}

/** Writes a refusal as RFC 6749 §5.2 wants it. */
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
