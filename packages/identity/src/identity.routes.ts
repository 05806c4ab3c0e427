import type { IncomingHttpHeaders } from 'node:http'
import type { Logger } from 'pino'

import type { RevocationRequest, TokenRequest } from '@sluice/types'
import type { RecordSecurityEvent } from '@sluice/platform/audit/security-log'
import { hashSecret } from '@sluice/platform/crypto/secret-hash'
import { type EndpointReply, registerEndpoint } from '@sluice/platform/http/endpoint-routes'
import type { HttpServer } from '@sluice/platform/http/http-server'

import { type Authentication, authenticateClient, type AuthenticationPorts } from './authenticate-client.ts'
import { readClientCredentials } from './client-credentials.ts'
import { toWireDiscovery, toWireLogin, toWireRefusal, toWireToken } from './identity.wire.ts'
import { isGrantType, issueToken, type TokenPorts } from './issue-token.ts'
import type { OAuthRefusal } from './oauth-refusal.ts'
import { PORTAL_CLIENT_ID } from './sign-in/login.ts'
import { describeIdToken, describePortalToken, redeemCode } from './sign-in/redeem-code.ts'
import { findLoginClient, type SignInPorts } from './sign-in/sign-in-ports.ts'

export interface IdentityPorts extends TokenPorts, Omit<AuthenticationPorts, 'audiences'> {
  readonly realm: string
  readonly logger: Pick<Logger, 'warn'>
  readonly recordSecurityEvent: RecordSecurityEvent
  /** Null if people cannot sign in, because the portal has no origin of its own. */
  readonly signIn: SignInPorts | null
}

/** RFC 6749 §5.1: an answer with a token in it is not stored. */
const NOT_STORED = { 'cache-control': 'no-store', pragma: 'no-cache' }

/** Events that need an operator's attention: guesses, and a refresh token with two holders. */
const SUSPICIOUS: ReadonlySet<OAuthRefusal['reason']> = new Set([
  'client_refused',
  'slow_down',
  'refresh_token_reused',
  'code_reused',
  'verifier_wrong',
])

/** The name for all unknown client ids. */
const UNKNOWN_CLIENT = '?'

/** Keys and metadata change rarely; five minutes is what clients of other providers are used to. */
const PUBLIC_FOR_MINUTES = { 'cache-control': 'public, max-age=300' }

/** Serves the identity provider. @see docs/protocol/identity.md#identity */
export function registerIdentity(server: HttpServer, ports: IdentityPorts): void {
  const { signIn } = ports
  registerEndpoint(server, 'issueToken', async ({ body, headers, ip }) => {
    if (body.grant_type === '') return refuse({ reason: 'grant_type_missing' })
    const isCode = body.grant_type === 'authorization_code' && signIn !== null
    if (isCode && findLoginClient(signIn, body.client_id ?? '') !== null) return redeem(signIn, body)
    if (!isCode && !isGrantType(body.grant_type)) return refuse({ reason: 'grant_type_unknown' })
    const authentication = await authenticate(body, headers, ip)
    if (!authentication.ok) return refuse(authentication.refusal, authentication.clientId)
    // The credentials are right: `invalid_client` would send the developer looking for a typo in them.
    if (isCode) return refuse({ reason: 'grant_not_allowed' }, authentication.client.clientId)
    const issue = await issueToken(ports, body.grant_type, authentication.client, body)
    if (!issue.ok) return refuse(issue.refusal, authentication.client.clientId)
    const { merchantId, clientId } = authentication.client
    ports.recordSecurityEvent({
      merchantId,
      actor: 'merchant',
      action: 'authentication.accept',
      subject: clientId,
      isAboutKnown: true,
      detail: { outcome: 'issued', grant_type: body.grant_type },
    })
    return { status: 200, body: toWireToken(issue.token), headers: NOT_STORED }
  })

  registerEndpoint(server, 'revokeToken', async ({ body, headers, ip }) => {
    const authentication = await authenticate(body, headers, ip)
    if (!authentication.ok) return refuse(authentication.refusal, authentication.clientId)
    if (isAccessToken(body.token)) return refuse({ reason: 'token_type_unknown' })
    const { clientId } = authentication.client
    await ports.refreshTokens.revoke(hashSecret(body.token), clientId, ports.clock.now())
    return { status: 200, headers: NOT_STORED }
  })

  registerEndpoint(server, 'getSigningKeys', async () => ({
    status: 200,
    body: await ports.signingKeys.publish(),
    headers: PUBLIC_FOR_MINUTES,
  }))

  registerEndpoint(server, 'getDiscovery', async () => ({
    status: 200,
    body: discovery(),
    headers: PUBLIC_FOR_MINUTES,
  }))

  function discovery() {
    const realmUrl = signIn && `${signIn.portalUrl()}/realms/${ports.realm}`
    return toWireDiscovery(ports.issuer(), realmUrl === null ? null : { realmUrl })
  }

  async function redeem(at: SignInPorts, body: TokenRequest): Promise<EndpointReply> {
    const code = await redeemCode(at, body)
    if ('refusal' in code) return refuse({ reason: code.refusal }, PORTAL_CLIENT_ID)
    const facts = { issuer: at.issuer(), code, nowMs: at.realTime.now() }
    const login = toWireLogin({
      accessToken: await ports.signingKeys.sign(describePortalToken({ ...facts, id: ports.random.uuid() })),
      idToken: await ports.signingKeys.sign(describeIdToken(facts)),
      sessionState: code.grantId,
      scope: code.scope,
    })
    return { status: 200, body: login, headers: NOT_STORED }
  }

  function audiences(): readonly string[] {
    const { issuer, token_endpoint: tokenEndpoint } = discovery()
    return [issuer, tokenEndpoint]
  }

  async function authenticate(
    fields: TokenRequest | RevocationRequest,
    headers: IncomingHttpHeaders,
    ip: string,
  ): Promise<Authentication> {
    const reading = readClientCredentials(fields, headers.authorization)
    if (!reading.ok) return { ok: false, refusal: { reason: reading.reason }, clientId: null }
    return authenticateClient({ ...ports, audiences }, reading.credentials, ip)
  }

  /** @param clientId - of a client that exists: what callers call themselves may be a secret in the wrong field. */
  function refuse(refusal: OAuthRefusal, clientId: string | null = null): EndpointReply {
    if (SUSPICIOUS.has(refusal.reason)) {
      const subject = clientId ?? UNKNOWN_CLIENT
      ports.logger.warn({ client_id: subject, reason: refusal.reason }, 'token refused')
      ports.recordSecurityEvent({
        merchantId: null,
        actor: 'caller',
        action: 'authentication.refuse',
        subject,
        isAboutKnown: clientId !== null,
        detail: { outcome: refusal.reason },
      })
    }
    const { status, body, headers } = toWireRefusal(refusal, ports.realm)
    return { status, body, headers: { ...headers, ...NOT_STORED } }
  }
}

/** A JWT has three parts (RFC 7519 §3); our refresh tokens have no dots. */
function isAccessToken(token: string): boolean {
  return token.split('.').length === 3
}
