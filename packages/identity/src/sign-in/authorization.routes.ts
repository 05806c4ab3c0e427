import type { FastifyReply } from 'fastify'

import { sendPage } from '@sluice/shared/html'
import type { HttpServer } from '@sluice/platform/http/http-server'

import { beginSignInAttempt } from './advance-sign-in.ts'
import { answerUrl, readAuthorizationRequest } from './authorization-request.ts'
import { START_PATH } from './login.ts'
import { clearAttempt } from './sign-in-cookie.routes.ts'
import { signInNotice } from './sign-in-pages.wire.ts'
import { findLoginClient, type SignInPorts } from './sign-in-ports.ts'
import {
  AT_PORTAL,
  type SignInExchange,
  leave,
  noticeFrame,
  queryOf,
  showAttempt,
} from './sign-in-response.routes.ts'

/** Serves the authorization endpoint, where a sign-in begins, and the endpoint that ends a session. */
export function registerAuthorization(server: HttpServer, ports: SignInPorts): void {
  const path = `/realms/${ports.realm}/protocol/openid-connect`
  server.get(`${path}/auth`, AT_PORTAL, async (request, reply) => authorize(ports, { request, reply }))
  server.get(`${path}/logout`, AT_PORTAL, async (request, reply) => logOut(ports, { request, reply }))
}

function authorize(ports: SignInPorts, { request, reply }: SignInExchange): FastifyReply {
  const reading = readAuthorizationRequest(queryOf(request), (clientId) => findLoginClient(ports, clientId))
  switch (reading.kind) {
    case 'not_understood':
      return sendPage(reply, { status: 400, ...signInNotice(noticeFrame(ports, request), 'refused', null) })
    case 'refused': {
      const { error, description } = reading.error
      const { redirectUri, state } = reading
      const answer = { state, issuer: ports.issuer(), error, error_description: description }
      return leave(reply, answerUrl(redirectUri, answer))
    }
    case 'asked':
      return showAttempt(ports, reply, beginSignInAttempt(ports, reading.request, { name: 'identify' }))
  }
}

function logOut(ports: SignInPorts, { request, reply }: SignInExchange): FastifyReply {
  const query = queryOf(request)
  const target = query.get('post_logout_redirect_uri')
  const client = findLoginClient(ports, query.get('client_id') ?? '')
  // The identity provider has no session of its own; only the client's session ends.
  void reply.header('set-cookie', clearAttempt(ports))
  if (target !== null && client?.signedOutUris.includes(target) === true) {
    const url = new URL(target)
    const state = query.get('state')
    if (state !== null) url.searchParams.set('state', state)
    return leave(reply, url.href)
  }
  const startUrl = ports.portalUrl() + START_PATH
  return sendPage(reply, signInNotice(noticeFrame(ports, request), 'signedOut', startUrl))
}
