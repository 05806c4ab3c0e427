/**
 * Validates a client's request to the authorization endpoint (RFC 6749 §4.1.1, RFC 7636, OpenID Connect Core §3.1.2).
 * Pure.
 */
import { SIGN_IN_ACTIONS, type SignInAction } from './login.ts'

/** A program that users sign in for. */
export interface LoginClient {
  readonly clientId: string
  /** Whole addresses, which are compared only as a whole (RFC 9700 §2.1). */
  readonly redirectUris: readonly string[]
  readonly signedOutUris: readonly string[]
}

export interface AuthorizationRequest {
  readonly clientId: string
  readonly redirectUri: string
  readonly state: string | null
  readonly nonce: string | null
  readonly codeChallenge: string
  readonly scope: string
  readonly action: SignInAction | null
  readonly loginHint: string | null
  /** BCP 47 tags, preferred first. */
  readonly locales: readonly string[]
}

/** RFC 6749 §4.1.2.1 and OpenID Connect Core §3.1.2.6. */
export interface AuthorizationError {
  readonly error:
    | 'invalid_request'
    | 'unsupported_response_type'
    | 'invalid_scope'
    | 'login_required'
    | 'request_not_supported'
    | 'request_uri_not_supported'
  readonly description: string
}

export type AuthorizationReading =
  | { readonly kind: 'asked'; readonly request: AuthorizationRequest }
  /** An error for the client, whose redirect address is verified. */
  | {
      readonly kind: 'refused'
      readonly redirectUri: string
      readonly state: string | null
      readonly error: AuthorizationError
    }
  /** An error for the person: the origin of the request is unverified, so nothing is sent there (RFC 6749 §4.1.2.1). */
  | { readonly kind: 'not_understood' }

/** Enough for what libraries send; the whole goes into a cookie. */
const STATE_MAX_CHARS = 512
const NONCE_MAX_CHARS = 256
const LOGIN_HINT_MAX_CHARS = 254

/** SHA-256 in base64url: 43 characters. */
const S256_CHALLENGE = /^[A-Za-z0-9_-]{43}$/

/** Printable ASCII (RFC 6749 Appendix A.5). */
const PRINTABLE = /^[\x20-\x7e]+$/

export function readAuthorizationRequest(
  query: URLSearchParams,
  findClient: (clientId: string) => LoginClient | null,
): AuthorizationReading {
  const names = [...query.keys()]
  const hasTwice = new Set(names).size !== names.length
  const client = findClient(query.get('client_id') ?? '')
  const redirectUri = query.get('redirect_uri') ?? ''
  if (hasTwice || client === null || !client.redirectUris.includes(redirectUri))
    return { kind: 'not_understood' }

  const state = query.get('state')
  const error = findError(query)
  if (error !== null) return { kind: 'refused', redirectUri, state: tolerable(state), error }
  const action = query.get('kc_action')
  return {
    kind: 'asked',
    request: {
      clientId: client.clientId,
      redirectUri,
      state,
      nonce: query.get('nonce'),
      codeChallenge: query.get('code_challenge') ?? '',
      scope: grantedScope(query.get('scope') ?? ''),
      action: isAction(action) ? action : null,
      loginHint: query.get('login_hint')?.slice(0, LOGIN_HINT_MAX_CHARS) ?? null,
      locales: (query.get('ui_locales') ?? '').split(' ').filter((tag) => tag !== ''),
    },
  }
}

const KNOWN_SCOPES = ['openid', 'profile', 'email']

/** Words that mean nothing here are ignored (OpenID Connect Core §3.1.2.1): roles are the user's, not the request's. */
function grantedScope(scope: string): string {
  const words = new Set(scope.split(' '))
  return KNOWN_SCOPES.filter((word) => words.has(word)).join(' ')
}

function findError(query: URLSearchParams): AuthorizationError | null {
  const of = (name: string) => query.get(name)
  const invalid = (description: string) => ({ error: 'invalid_request', description }) as const
  if (of('request') !== null)
    return { error: 'request_not_supported', description: 'request is not supported' }
  if (of('request_uri') !== null)
    return { error: 'request_uri_not_supported', description: 'request_uri is not supported' }
  // A member that is missing is an invalid request (RFC 6749 §4.1.2.1), not a type that is not supported.
  if (!of('response_type')) return invalid('response_type is required')
  if (of('response_type') !== 'code')
    return { error: 'unsupported_response_type', description: 'response_type must be code' }
  if ((of('response_mode') ?? 'query') !== 'query') return invalid('response_mode must be query')
  if (of('scope')?.split(' ').includes('openid') !== true)
    return { error: 'invalid_scope', description: 'scope must have openid' }
  // A missing method means `plain` (RFC 7636 §4.3), which exposes the verifier to the front channel.
  if (of('code_challenge_method') !== 'S256') return invalid('code_challenge_method must be S256')
  if (!S256_CHALLENGE.test(of('code_challenge') ?? ''))
    return invalid('code_challenge must be a SHA-256 in base64url')
  if (tolerable(of('state')) !== of('state')) return invalid('state must be up to 512 printable characters')
  if (!isText(of('nonce'), NONCE_MAX_CHARS)) return invalid('nonce must be up to 256 printable characters')
  const action = of('kc_action')
  if (action !== null && !isAction(action)) return invalid('kc_action is not known')
  // No session outlives a sign-in here, so there is never one to continue.
  if (of('prompt') === 'none') return { error: 'login_required', description: 'the user has to sign in' }
  return null
}

function isAction(name: string | null): name is SignInAction {
  return (SIGN_IN_ACTIONS as readonly (string | null)[]).includes(name)
}

function isText(text: string | null, maxChars: number): boolean {
  return text === null || (text.length <= maxChars && PRINTABLE.test(text))
}

/** Values that can be returned unchanged. */
function tolerable(state: string | null): string | null {
  return isText(state, STATE_MAX_CHARS) ? state : null
}

/** Returns the redirect address with the outcome of a client's request; `iss` names the issuer (RFC 9207). */
export function answerUrl(
  redirectUri: string,
  {
    state,
    issuer,
    ...members
  }: Readonly<Record<string, string | null>> & {
    readonly state: string | null
    readonly issuer: string
  },
): string {
  const url = new URL(redirectUri)
  for (const [name, value] of Object.entries({ ...members, state, iss: issuer }))
    if (value !== null) url.searchParams.set(name, value)
  return url.href
}
