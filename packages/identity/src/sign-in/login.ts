import type { PortalRole } from '@sluice/types/vocabulary'

/** The person who has signed in, how and when. */
export interface Login {
  readonly userId: string
  /** The merchant; null for an operator of the service. */
  readonly merchantId: string | null
  readonly roles: readonly PortalRole[]
  readonly authenticatedAtMs: number
  readonly name: string
  readonly email: string
  /** RFC 8176: `pwd`, `otp`, `hwk`, `mfa`, `fed` (a foreign provider). */
  readonly methods: readonly string[]
}

/** Actions that a sign-in can require of a user, named like Keycloak's `kc_action`. */
export const SIGN_IN_ACTIONS = [
  'CONFIGURE_TOTP',
  'webauthn-register',
  'UPDATE_PASSWORD',
  'CONFIGURE_RECOVERY_AUTHN_CODES',
] as const

export type SignInAction = (typeof SIGN_IN_ACTIONS)[number]

/** The portal's way to a sign-in and back; the portal is the client `portal` of the identity provider. */
export interface PortalLogin {
  /**
   * Returns the address to which the browser is redirected. It returns to `{portal_url}/portal/callback` with `code`,
   * `state` and `iss`, or with `error` and `state`.
   *
   * @param request.codeChallenge - SHA-256 of the verifier, base64url (RFC 7636, `S256`).
   * @param request.action - what the user changes right after signing in.
   */
  authorizationUrl(request: {
    readonly state: string
    readonly nonce: string
    readonly codeChallenge: string
    readonly action?: SignInAction
    readonly loginHint?: string
    readonly locale?: string
  }): string
  /**
   * Takes a code, as the token endpoint does, without a request over the network.
   *
   * @returns null when the code is unknown, expired, used, or belongs to another verifier or nonce.
   */
  redeemCode(use: {
    readonly code: string
    readonly codeVerifier: string
    readonly nonce: string
  }): Promise<Login | null>
}

/** The client that the portal is. */
export const PORTAL_CLIENT_ID = 'portal'

/** The audience of its tokens: the API refuses them. */
export const PORTAL_AUDIENCE = 'portal'

/** The path to which the browser returns, below the portal's origin. */
export const CALLBACK_PATH = '/portal/callback'
/** The path at which the portal begins a sign-in. */
export const START_PATH = '/portal/login'
/** The path to which the browser goes after signing out. */
export const SIGNED_OUT_PATH = '/'
