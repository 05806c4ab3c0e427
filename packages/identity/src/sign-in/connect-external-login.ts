import type { Configuration } from 'openid-client'

import type { Clock } from '@sluice/platform/kernel/clock'
import type { Secret } from '@sluice/platform/kernel/secret'

import type { ExternalLogin } from './external-login.ts'

export interface ExternalLoginOptions {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: Secret<string>
  /** The label of the button. */
  readonly name: string
  readonly realTime: Clock
  /** Logs the cause of a failure; people only see that it failed. */
  readonly onError: (error: unknown) => void
}

/** The maximum age of a sign-in at the provider: the portal requires the same of its own before a sensitive change. */
const AGE_MAX_SECONDS = 600

/** Longer than providers take; the person waits. */
const TIMEOUT_SECONDS = 10

/** Its description is read again after this long, so that keys and addresses may change. */
const DISCOVERY_AGE_MAX_MS = 3_600_000

/** Only required if a provider is configured. */
const loadClient = () => import('openid-client')

/** Signs people in at another OpenID Connect provider, by the code flow with PKCE, state and nonce. */
export function connectExternalLogin(options: ExternalLoginOptions): ExternalLogin {
  const { issuer, clientId, clientSecret, name, realTime, onError } = options
  let known: { readonly configuration: Configuration; readonly readAtMs: number } | null = null

  const configure = async () => {
    const nowMs = realTime.now()
    if (known !== null && nowMs - known.readAtMs < DISCOVERY_AGE_MAX_MS) return known.configuration
    const openid = await loadClient()
    const url = new URL(issuer)
    const configuration = await openid.discovery(url, clientId, clientSecret.reveal(), undefined, {
      timeout: TIMEOUT_SECONDS,
      // The provider is on this machine; the configuration allows no other http address.
      execute: url.protocol === 'http:' ? [openid.allowInsecureRequests] : [],
    })
    known = { configuration, readAtMs: nowMs }
    return configuration
  }

  return {
    name,

    async begin(redirectUri, isFresh) {
      try {
        const openid = await loadClient()
        const journey = {
          state: openid.randomState(),
          nonce: openid.randomNonce(),
          codeVerifier: openid.randomPKCECodeVerifier(),
        }
        const url = openid.buildAuthorizationUrl(await configure(), {
          redirect_uri: redirectUri,
          scope: 'openid email',
          state: journey.state,
          nonce: journey.nonce,
          code_challenge: await openid.calculatePKCECodeChallenge(journey.codeVerifier),
          code_challenge_method: 'S256',
          max_age: String(AGE_MAX_SECONDS),
          ...(isFresh && { prompt: 'login' }),
        })
        return { url: url.href, journey }
      } catch (error) {
        onError(error)
        return null
      }
    },

    async complete(returned, { state, nonce, codeVerifier }) {
      try {
        const openid = await loadClient()
        const tokens = await openid.authorizationCodeGrant(await configure(), returned, {
          pkceCodeVerifier: codeVerifier,
          expectedState: state,
          expectedNonce: nonce,
          maxAge: AGE_MAX_SECONDS,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        if (claims === undefined) return null
        const { sub, email, email_verified: isVerified, auth_time: authTime } = claims
        return {
          issuer: claims.iss,
          subject: sub,
          // An address that its owner has not shown to be theirs could be any.
          email: isVerified === true && typeof email === 'string' ? email : null,
          authenticatedAtMs: typeof authTime === 'number' ? authTime * 1000 : realTime.now(),
        }
      } catch (error) {
        onError(error)
        return null
      }
    },
  }
}
