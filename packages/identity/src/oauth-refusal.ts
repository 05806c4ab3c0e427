/** The refusals of the token endpoint and their responses (RFC 6749 §5.2, RFC 7009 §2.2.1). */
interface OAuthRefusalEntry {
  readonly status: 400 | 401
  readonly error: string
  readonly description: string
}

/**
 * One description for every way in which authentication can fail: guessing reveals nothing.
 *
 * @see docs/protocol/identity.md#identity
 */
export const OAUTH_REFUSALS = {
  grant_type_missing: {
    status: 400,
    error: 'invalid_request',
    description: 'Missing form parameter: grant_type',
  },
  grant_not_allowed: {
    status: 400,
    error: 'unauthorized_client',
    description: 'Client not allowed for this grant: use client_credentials',
  },
  grant_type_unknown: { status: 400, error: 'unsupported_grant_type', description: 'Unsupported grant_type' },
  refresh_token_missing: { status: 400, error: 'invalid_request', description: 'No refresh token' },
  credentials_differ: {
    status: 400,
    error: 'invalid_request',
    description: 'Client credentials of the header and of the form differ',
  },
  client_id_missing: { status: 400, error: 'invalid_client', description: 'Missing client_id parameter' },
  client_refused: {
    status: 401,
    error: 'invalid_client',
    description: 'Invalid client or Invalid client credentials',
  },
  refresh_token_unknown: { status: 400, error: 'invalid_grant', description: 'Invalid refresh token' },
  refresh_token_expired: { status: 400, error: 'invalid_grant', description: 'Token is not active' },
  refresh_token_reused: {
    status: 400,
    error: 'invalid_grant',
    description: 'Maximum allowed refresh token reuse exceeded',
  },
  session_ended: { status: 400, error: 'invalid_grant', description: 'Session not active' },
  scope_refused: { status: 400, error: 'invalid_scope', description: 'Invalid scopes' },
  code_missing: { status: 400, error: 'invalid_request', description: 'Missing form parameter: code' },
  redirect_uri_missing: {
    status: 400,
    error: 'invalid_request',
    description: 'Missing form parameter: redirect_uri',
  },
  verifier_missing: {
    status: 400,
    error: 'invalid_grant',
    description: 'PKCE code verifier not specified',
  },
  code_unknown: { status: 400, error: 'invalid_grant', description: 'Code not valid' },
  code_expired: { status: 400, error: 'invalid_grant', description: 'Code is expired' },
  code_reused: { status: 400, error: 'invalid_grant', description: 'Code was used before' },
  code_of_another: { status: 400, error: 'invalid_grant', description: 'Incorrect redirect_uri' },
  verifier_wrong: { status: 400, error: 'invalid_grant', description: 'PKCE verification failed' },
  token_type_unknown: {
    status: 400,
    error: 'unsupported_token_type',
    description: 'Access tokens cannot be revoked; they expire within minutes',
  },
} as const satisfies Record<string, OAuthRefusalEntry>

export type OAuthRefusalReason = keyof typeof OAUTH_REFUSALS

/** A refusal on its way to the edge. */
export type OAuthRefusal =
  | { readonly reason: Exclude<OAuthRefusalReason, 'scope_refused'> }
  | { readonly reason: 'scope_refused'; readonly scopes: string }
  | { readonly reason: 'slow_down'; readonly retryAfterSeconds: number }
