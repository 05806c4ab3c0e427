import { LIMITS } from '@sluice/types/vocabulary'
import { sha256Base64Url } from '@sluice/platform/crypto/aead'
import { hashSecret } from '@sluice/platform/crypto/secret-hash'

import type { CodeRefusal, RedeemedCode } from './login-code.ts'
import { type Login, PORTAL_AUDIENCE, PORTAL_CLIENT_ID } from './login.ts'
import type { SignInPorts } from './sign-in-ports.ts'

/** RFC 7636 §4.1. */
const VERIFIER = /^[A-Za-z0-9\-._~]{43,128}$/

export type RedeemRefusal = CodeRefusal | 'code_missing' | 'redirect_uri_missing' | 'verifier_missing'

/** The fields that a client sends to the token endpoint (RFC 6749 §4.1.3, RFC 7636 §4.5). */
export interface CodeFields {
  readonly client_id?: string | undefined
  readonly code?: string | undefined
  readonly redirect_uri?: string | undefined
  readonly code_verifier?: string | undefined
}

/** Takes a code that the authorization endpoint gave, once. */
export async function redeemCode(
  ports: Pick<SignInPorts, 'codes' | 'realTime' | 'portalUrl'>,
  fields: CodeFields,
): Promise<RedeemedCode | { readonly refusal: RedeemRefusal }> {
  const { client_id: clientId = '', code, redirect_uri: redirectUri, code_verifier: verifier } = fields
  if (!code) return { refusal: 'code_missing' }
  if (!redirectUri) return { refusal: 'redirect_uri_missing' }
  if (!verifier) return { refusal: 'verifier_missing' }
  return ports.codes.redeem({
    codeHash: hashSecret(code),
    clientId,
    redirectUri,
    // One that is no verifier fits no challenge.
    codeChallenge: VERIFIER.test(verifier) ? sha256Base64Url(verifier) : '',
    nowMs: ports.realTime.now(),
  })
}

interface TokenFacts {
  readonly issuer: string
  readonly code: RedeemedCode
  readonly nowMs: number
}

/** Describes the signed-in user to the client (OpenID Connect Core §2). */
export function describeIdToken({ issuer, code, nowMs }: TokenFacts): Readonly<Record<string, unknown>> {
  const { login, nonce, grantId, scope } = code
  return {
    ...lifeOf(issuer, nowMs),
    sub: login.userId,
    aud: PORTAL_CLIENT_ID,
    azp: PORTAL_CLIENT_ID,
    typ: 'ID',
    auth_time: Math.floor(login.authenticatedAtMs / 1000),
    amr: login.methods,
    sid: grantId,
    ...(nonce === null ? {} : { nonce }),
    ...describeUser(login, scope),
  }
}

/** Valid only at the userinfo endpoint: the API requires another audience, and roles that it lacks. */
export function describePortalToken(
  facts: TokenFacts & { readonly id: string },
): Readonly<Record<string, unknown>> {
  const { issuer, code, nowMs, id } = facts
  return {
    ...lifeOf(issuer, nowMs),
    sub: code.login.userId,
    aud: PORTAL_AUDIENCE,
    azp: PORTAL_CLIENT_ID,
    client_id: PORTAL_CLIENT_ID,
    typ: 'Bearer',
    jti: id,
    sid: code.grantId,
    scope: code.scope,
  }
}

/** Returns the claims about a user that a scope opens (OpenID Connect Core §5.4), and what the portal is for. */
export function describeUser(login: Login, scope: string): Readonly<Record<string, unknown>> {
  const words = scope.split(' ')
  return {
    ...(words.includes('profile') ? { name: login.name, preferred_username: login.email } : {}),
    ...(words.includes('email') ? { email: login.email } : {}),
    ...(login.merchantId === null ? {} : { merchant_id: login.merchantId }),
    portal_roles: login.roles,
  }
}

function lifeOf(issuer: string, nowMs: number) {
  const iat = Math.floor(nowMs / 1000)
  return { iss: issuer, iat, exp: iat + LIMITS.ACCESS_TOKEN_LIFETIME_SECONDS }
}
