import type { FastifyReply } from 'fastify'

import { onBehalfOf } from '@sluice/platform/audit/audit-origin'
import { auditOriginOf } from '@sluice/platform/http/audit-request'
import type { HttpServer } from '@sluice/platform/http/http-server'
import { clientAddress } from '@sluice/platform/http/network-address'

import { advance, beginSignInAttempt } from './advance-sign-in.ts'
import type { ExternalLogin } from './external-login.ts'
import { findAccountUser } from './prove-identity.ts'
import { METHODS, recordRefusal } from './record-sign-in.ts'
import type { SignInAttempt, StageNamed } from './sign-in-attempt.ts'
import { readAttempt, writeAttempt } from './sign-in-cookie.routes.ts'
import { type SignInPorts, signInPath } from './sign-in-ports.ts'
import {
  AT_PORTAL,
  type SignInExchange,
  followMove,
  leave,
  sendEnded,
  sendProblem,
} from './sign-in-response.routes.ts'

/** The ports that the redirects to and from a foreign provider need. */
type ProviderPorts = SignInPorts & { readonly externalLogin: ExternalLogin }

/** Serves the redirects to and from a foreign identity provider. */
export function registerExternalProvider(server: HttpServer, ports: ProviderPorts): void {
  server.get(`${signInPath(ports.realm)}/provider`, AT_PORTAL, async (request, reply) => {
    const attempt = await readAttempt(ports, request)
    if (attempt?.stage.name !== 'identify') return sendEnded(ports, { request, reply })
    return sendToProvider(ports, { request, reply }, attempt, false)
  })

  server.get(returnPath(ports), AT_PORTAL, async (request, reply) => {
    const attempt = await readAttempt(ports, request)
    if (attempt?.stage.name !== 'at_provider') return sendEnded(ports, { request, reply })
    return onBehalfOf(auditOriginOf(request), () => acceptReturn(ports, { request, reply }, attempt))
  })
}

async function acceptReturn(
  ports: ProviderPorts,
  exchange: SignInExchange,
  attempt: SignInAttempt,
): Promise<FastifyReply> {
  const { request } = exchange
  const returned = new URL(request.url, ports.portalUrl())
  const stage = attempt.stage as StageNamed<'at_provider'>
  const account = await ports.externalLogin.complete(returned, stage.journey)
  const user = account && (await findAccountUser(ports, account))
  if (account === null || user === null) {
    const kind = account === null ? 'providerFailed' : 'providerUnknown'
    recordRefusal(ports, null, { outcome: kind, step: 'provider' })
    return beginAgain(ports, exchange, attempt, kind)
  }
  // If the provider's clock is ahead, the sign-in must still not outlive its end.
  const authenticatedAtMs = Math.min(account.authenticatedAtMs, ports.realTime.now())
  // An authentication from before this user's sign-ins were ended does not count: the provider must authenticate again, once.
  if (authenticatedAtMs < (user.signInsEndedAtMs ?? 0)) {
    if (!stage.isFresh) {
      const again = beginSignInAttempt(ports, attempt.request, { name: 'identify' })
      return sendToProvider(ports, exchange, again, true)
    }
    recordRefusal(ports, user.id, { outcome: 'providerFailed', step: 'provider' })
    return beginAgain(ports, exchange, attempt, 'providerFailed')
  }
  const proven = { userId: user.id, methods: METHODS.provider, authenticatedAtMs }
  const ip = clientAddress(request)
  return followMove(ports, exchange, await advance(ports, attempt, { user, ip, ...proven }))
}

/** @param isFresh - whether the provider must authenticate the user again, however recently it did. */
async function sendToProvider(
  ports: ProviderPorts,
  exchange: SignInExchange,
  attempt: SignInAttempt,
  isFresh: boolean,
): Promise<FastifyReply> {
  const begun = await ports.externalLogin.begin(ports.portalUrl() + returnPath(ports), isFresh)
  if (begun === null)
    return sendProviderProblem(ports, exchange, attempt, { status: 502, kind: 'providerFailed' })
  const { url, journey } = begun
  const next = beginSignInAttempt(ports, attempt.request, { name: 'at_provider', journey, isFresh })
  return leave(exchange.reply.header('set-cookie', writeAttempt(ports, next)), url)
}

/** Redirects to the first page, which shows why the provider's response was rejected. */
async function beginAgain(
  ports: ProviderPorts,
  exchange: SignInExchange,
  { request }: SignInAttempt,
  kind: 'providerUnknown' | 'providerFailed',
): Promise<FastifyReply> {
  const again = beginSignInAttempt(ports, request, { name: 'identify' })
  return sendProviderProblem(ports, exchange, again, { status: 403, kind })
}

async function sendProviderProblem(
  ports: ProviderPorts,
  { request, reply }: SignInExchange,
  attempt: SignInAttempt,
  { status, kind }: { readonly status: number; readonly kind: 'providerUnknown' | 'providerFailed' },
): Promise<FastifyReply> {
  void reply.header('set-cookie', writeAttempt(ports, attempt))
  const problem = { kind, provider: ports.externalLogin.name }
  return sendProblem(ports, { request, reply, attempt }, status, problem)
}

function returnPath({ realm }: SignInPorts): string {
  return `${signInPath(realm)}/provider/return`
}
