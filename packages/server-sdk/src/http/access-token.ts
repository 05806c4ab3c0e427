import { AuthenticationError } from '../errors/authentication-error.ts'
import { ContractError } from '../errors/contract-error.ts'
import type { CallDescription } from '../errors/gateway-error.ts'
import type { Answer } from './exchange.ts'
import { readError } from './read-error.ts'
import { readJsonObject } from './read-json.ts'
import { readRequestId } from './read-request-id.ts'
import type { ProveClient } from './sign-assertion.ts'

/** A token is renewed this long before it ends, so that none expires on its way. */
const EARLY_REFRESH_MS = 30_000

/** Used when the token endpoint does not say, which RFC 6749 §5.1 allows. Short, since a guess must be safe. */
const LIFETIME_WHEN_UNSAID_SECONDS = 60

/** Refusals of a refresh token after which the client's own credentials are tried. */
const REFRESH_REFUSALS: readonly unknown[] = [
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
]

/** Refusals that are about the client, with any status: Keycloak says the second where the RFC says the first. */
const CLIENT_REFUSALS: readonly unknown[] = ['invalid_client', 'unauthorized_client']

/** The name of the token endpoint in errors and hooks. */
export const TOKEN_PATH = '/realms/{realm}/protocol/openid-connect/token'

/** The call that gets a token, as errors describe it. */
export const tokenCall = (host: string): CallDescription => ({ method: 'POST', path: TOKEN_PATH, host })

export interface AccessTokens {
  /** Returns a token that is valid for at least another moment. Callers at the same time share one request. */
  current(): Promise<string>
  /** Discards a token that the API refused, unless a newer one has replaced it. */
  refuse(accessToken: string): void
}

export interface AccessTokensOptions {
  /** Origin of the identity provider, for errors. */
  readonly host: string
  readonly proveClient: ProveClient
  /** Posts a form to the token endpoint. */
  readonly postForm: (form: URLSearchParams) => Promise<Answer>
  /** Milliseconds of a clock that only goes forward: a lifetime is a duration, independent of the time of day. */
  readonly nowMs: () => number
}

interface Grant {
  readonly accessToken: string
  readonly refreshToken: string | null
  readonly renewAtMs: number
}

/**
 * Gets access tokens by client credentials and keeps them until shortly before they end (RFC 6749 §4.4, §6).
 *
 * @see docs/protocol/identity.md#identity
 */
export function createAccessTokens(options: AccessTokensOptions): AccessTokens {
  let grant: Grant | null = null
  let pending: Promise<Grant> | null = null

  async function renew(refreshToken: string | null): Promise<Grant> {
    if (refreshToken !== null) {
      const refreshed = await requestGrant(options, {
        grant_type: 'refresh_token',
        refresh_token: refreshToken,
      })
      if (refreshed) return refreshed
    }
    const fresh = await requestGrant(options, { grant_type: 'client_credentials' })
    if (!fresh)
      throw new AuthenticationError({ call: tokenCall(options.host), refusedBy: 'identity_provider' })
    return fresh
  }

  function startRenewal(): Promise<Grant> {
    // A refresh token works once. It is removed before it is sent: after a lost answer it may have been used, and using
    // it twice revokes the whole family.
    const refreshToken = grant?.refreshToken ?? null
    grant = null
    return renew(refreshToken)
      .then((renewed) => (grant = renewed))
      .finally(() => (pending = null))
  }

  return {
    async current() {
      if (grant && options.nowMs() < grant.renewAtMs) return grant.accessToken
      pending ??= startRenewal()
      return (await pending).accessToken
    },
    refuse(accessToken) {
      if (grant?.accessToken === accessToken) grant = { ...grant, renewAtMs: Number.NEGATIVE_INFINITY }
    },
  }
}

/** @returns `null` when a refresh token was refused, so that another grant can be tried. */
async function requestGrant(
  options: AccessTokensOptions,
  grantForm: Record<string, string>,
): Promise<Grant | null> {
  const { proveClient, nowMs } = options
  // Counted from before the request: the token's life began somewhere between then and the answer.
  const askedAtMs = nowMs()
  const answer = await options.postForm(new URLSearchParams({ ...grantForm, ...(await proveClient()) }))
  if (answer.status >= 200 && answer.status < 300) return readGrant(options, answer, askedAtMs)

  const refusal = readJsonObject(answer.text)?.['error']
  if (grantForm['grant_type'] === 'refresh_token' && REFRESH_REFUSALS.includes(refusal)) return null
  throw readRefusal(options, answer, refusal)
}

function readGrant(options: AccessTokensOptions, answer: Answer, askedAtMs: number): Grant {
  const body = readJsonObject(answer.text)
  const accessToken = body?.['access_token']
  const tokenType = body?.['token_type']
  const refreshToken = body?.['refresh_token']
  // The token becomes a header; RFC 6750 §2.1 gives its alphabet.
  if (typeof accessToken !== 'string' || !/^[\w.~+/-]+=*$/.test(accessToken))
    throw refuseGrant(options, answer, 'access_token')
  if (typeof tokenType !== 'string' || tokenType.toLowerCase() !== 'bearer')
    throw refuseGrant(options, answer, 'token_type')

  const lifetimeMs = readLifetimeSeconds(body?.['expires_in']) * 1_000
  return {
    accessToken,
    refreshToken: typeof refreshToken === 'string' && refreshToken !== '' ? refreshToken : null,
    // Half the life of a very short token: renewing 30 s early would mean never using it.
    renewAtMs: askedAtMs + lifetimeMs - Math.min(EARLY_REFRESH_MS, lifetimeMs / 2),
  }
}

function readLifetimeSeconds(expiresIn: unknown): number {
  return typeof expiresIn === 'number' && Number.isFinite(expiresIn) && expiresIn > 0
    ? expiresIn
    : LIFETIME_WHEN_UNSAID_SECONDS
}

function refuseGrant(options: AccessTokensOptions, answer: Answer, member: string): ContractError {
  return new ContractError({
    call: tokenCall(options.host),
    status: answer.status,
    requestId: readRequestId(answer.headers),
    what: `the token endpoint's ${member} is missing or unusable`,
  })
}

function readRefusal(options: AccessTokensOptions, answer: Answer, refusal: unknown): Error {
  const oauthError = typeof refusal === 'string' && /^[a-z_]{1,40}$/.test(refusal) ? refusal : undefined
  const refused = answer.status === 400 || answer.status === 401 || CLIENT_REFUSALS.includes(refusal)
  return refused
    ? new AuthenticationError({
        call: tokenCall(options.host),
        status: answer.status,
        requestId: readRequestId(answer.headers),
        refusedBy: 'identity_provider',
        oauthError,
      })
    : readError(answer, { call: tokenCall(options.host), acts: false })
}
