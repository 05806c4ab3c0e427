import { GatewayError, type GatewayErrorDetails } from './gateway-error.ts'

export interface AuthenticationErrorDetails extends GatewayErrorDetails {
  /** The party that refused: the token endpoint, or the API, which rejected the access token. */
  readonly refusedBy: 'identity_provider' | 'gateway'
  /** RFC 6749 §5.2 error code of the token endpoint, `invalid_client`. */
  readonly oauthError?: string | undefined
}

/** The client's credentials, or the access token got with them, were refused. Nothing was done. */
export class AuthenticationError extends GatewayError {
  override readonly name = 'AuthenticationError'
  readonly code = 'authentication_failed'
  /** The party that refused: the token endpoint, or the gateway, which rejected the access token. */
  readonly refusedBy: 'identity_provider' | 'gateway'
  /** The token endpoint's own word, `invalid_client`; undefined when the gateway refused. */
  readonly oauthError: string | undefined

  constructor(details: AuthenticationErrorDetails) {
    super(MESSAGES[details.refusedBy](details.oauthError), details)
    this.refusedBy = details.refusedBy
    this.oauthError = details.oauthError
  }

  override toJSON(): Record<string, unknown> {
    return { ...super.toJSON(), refusedBy: this.refusedBy, oauthError: this.oauthError }
  }
}

const MESSAGES = {
  identity_provider: (oauthError: string | undefined) =>
    `The token endpoint rejected the client${oauthError ? ` (${oauthError})` : ''}. Check clientId, clientSecret, authUrl and realm.`,
  gateway: () =>
    'The gateway rejected a new access token. Check that baseUrl and authUrl belong to the same environment.',
}
