import type { FastifyReply } from 'fastify'

import { makeCapability, type Random } from '@sluice/platform/kernel/random'
import { sha256Base64Url } from '@sluice/platform/crypto/aead'
import { hashSecret, isHashOf } from '@sluice/platform/crypto/secret-hash'
import { type CookieRule, readCookie, writeCookie } from '@sluice/platform/http/cookies'
import { AT_PORTAL } from '@sluice/platform/http/endpoint-routes'
import type { HttpServer } from '@sluice/platform/http/http-server'

import type { PortalAuth } from './portal-auth.ts'
import type { AuthenticatedPerson } from './portal-login.ts'

/** The identity provider at which people sign in. */
export interface LoginProvider {
  /** Returns the address of the sign-in; the browser returns to `/portal/callback`. */
  authorizationUrl(request: {
    readonly state: string
    readonly nonce: string
    /** SHA-256 of the verifier, base64url (RFC 7636, `S256`). */
    readonly codeChallenge: string
    /** The change that the person makes right after signing in. */
    readonly action?: (typeof ACTION_OF_CHANGE)[keyof typeof ACTION_OF_CHANGE]
  }): string
  /** Returns null for an invalid code, or one for another verifier or nonce. */
  redeemCode(use: {
    readonly code: string
    readonly codeVerifier: string
    readonly nonce: string
  }): Promise<AuthenticatedPerson | null>
}

export interface PortalLoginPorts {
  readonly login: LoginProvider
  readonly auth: PortalAuth
  readonly random: Random
  readonly portalUrl: () => string
}

/** The settings that a person can change with `?change=` of a sign-in, and the `kc_action` of each. */
const ACTION_OF_CHANGE = {
  password: 'UPDATE_PASSWORD',
  authenticator: 'CONFIGURE_TOTP',
  passkey: 'webauthn-register',
  'recovery-codes': 'CONFIGURE_RECOVERY_AUTHN_CODES',
} as const

/** Long enough for a person to sign in. */
const LOGIN_LIFETIME_SECONDS = 600

/** The page informs the person; the audit trail has the reason. */
const FAILED = '/?sign-in=failed'

/** Serves the beginning and the end of a sign-in. @see docs/protocol/portal-sign-in.md#portal-sign-in */
export function registerPortalLogin(
  server: HttpServer,
  { login, auth, random, portalUrl }: PortalLoginPorts,
): void {
  /** `Lax`: a foreign provider of identities sends the browser back from another site. */
  const rule = (): CookieRule => ({
    name: 'login',
    isSecure: new URL(portalUrl()).protocol === 'https:',
    sameSite: 'Lax',
  })
  const goTo = (reply: FastifyReply, address: string, cookies: readonly string[]) =>
    reply.headers({ 'set-cookie': [...cookies] }).redirect(address, 303)

  server.get('/portal/login', { config: AT_PORTAL }, (request, reply) => {
    const { change } = request.query as Readonly<Record<string, unknown>>
    const action = isChange(change) ? ACTION_OF_CHANGE[change] : undefined
    if (change !== undefined && action === undefined) return goTo(reply, FAILED, [])
    const [state, nonce, verifier] = [random, random, random].map(makeCapability) as [string, string, string]
    const address = login.authorizationUrl({
      state,
      nonce,
      codeChallenge: sha256Base64Url(verifier),
      ...(action && { action }),
    })
    return goTo(reply, address, [
      writeCookie(rule(), [state, nonce, verifier].join('.'), LOGIN_LIFETIME_SECONDS),
    ])
  })

  server.get('/portal/callback', { config: AT_PORTAL }, async (request, reply) => {
    // One sign-in, one try: the cookie goes with any outcome.
    const spent = writeCookie(rule(), null, 0)
    const [state = '', nonce = '', codeVerifier = ''] = (readCookie(request.headers, rule()) ?? '').split('.')
    const { code, state: given } = request.query as Readonly<Record<string, unknown>>
    const isOurs = state !== '' && typeof given === 'string' && isHashOf(given, hashSecret(state))
    if (!isOurs || typeof code !== 'string') return goTo(reply, FAILED, [spent])
    const person = await login.redeemCode({ code, codeVerifier, nonce })
    if (person === null) return goTo(reply, FAILED, [spent])
    return goTo(reply, '/', [spent, await auth.createPortalSession(person, request)])
  })
}

function isChange(name: unknown): name is keyof typeof ACTION_OF_CHANGE {
  return typeof name === 'string' && Object.hasOwn(ACTION_OF_CHANGE, name)
}
