import { LIMITS } from '@sluice/types'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { HttpConfig } from '../../config.ts'
import { sendAnswer } from './answer.ts'
import { API_VERSION } from './api-version.ts'
import { isConnectionAcceptable } from './connection-rule.ts'
import { answerHeaders, isOriginAllowed, preflightHeaders } from './cors.ts'
import type { HttpServerOptions } from './http-server-options.ts'
import { edgeRefusal, notFoundRefusal, RequestRefusal } from './request-refusal.ts'
import type { KnownRoute } from './route-table.ts'
import { securityHeaders } from './security-headers.ts'

/** What is judged of every request, page or endpoint, before its body is read. */

export function commonHeaders(request: FastifyRequest): Record<string, string> {
  return {
    ...securityHeaders(request.protocol === 'https'),
    'x-request-id': request.id,
    ...(request.url.startsWith('/api/') && { 'api-version': API_VERSION }),
  }
}

export function refusalOfConnection(
  request: FastifyRequest,
  { environment }: HttpConfig,
): RequestRefusal | null {
  // Balancers probe over plain HTTP and without a name; there is nothing behind these paths but yes and no.
  if (isHealthCheck(request)) return null
  const connection = {
    protocol: request.protocol,
    peerAddress: request.socket.remoteAddress,
    userAgent: request.headers['user-agent'],
  }
  if (!isConnectionAcceptable(connection, environment)) return edgeRefusal()
  const isTooLong = Buffer.byteLength(request.url) > LIMITS.REQUEST_URL_MAX_BYTES
  return isTooLong ? new RequestRefusal(414, { error: 'URI Too Long' }) : null
}

/** No handler for this method and path: a preflight, a wrong method, or nothing at all. */
export async function answerUnknownRoute(
  request: FastifyRequest,
  reply: FastifyReply,
  known: readonly KnownRoute[],
  options: HttpServerOptions,
): Promise<FastifyReply> {
  if (known.length === 0) throw notFoundRefusal()
  const methods = [...new Set(known.map(({ method }) => method))].sort()
  const policy = known.find(({ cors }) => cors !== null)?.cors ?? null
  const { origin } = request.headers

  if (request.method === 'OPTIONS' && policy && origin !== undefined) {
    if (policy === 'client-key' && !(await options.isRegisteredOrigin(origin))) throw edgeRefusal()
    void reply.headers({ ...answerHeaders(policy, origin), ...preflightHeaders(methods) })
    return sendAnswer(reply, 204, null)
  }
  throw new RequestRefusal(405, { error: 'Method Not Allowed' }, { allow: methods.join(', ') })
}

/** Headers that let a page of another origin read the answer, where it may. */
export async function corsHeadersFor(
  request: FastifyRequest,
  options: HttpServerOptions,
): Promise<Record<string, string>> {
  const { cors: policy } = request.routeOptions.config
  if (!policy) return {}
  const { origin, 'x-client-key': clientKey } = request.headers
  if (policy === 'any' || origin === undefined) return answerHeaders(policy, null)

  request.clientKeyOwner = typeof clientKey === 'string' ? await options.resolveClientKey(clientKey) : null
  // A page with a mistyped key shall see our 404 instead of a riddle of its browser.
  const isAllowed = request.clientKeyOwner
    ? isOriginAllowed(origin, request.clientKeyOwner)
    : await options.isRegisteredOrigin(origin)
  return answerHeaders(policy, isAllowed ? origin : null)
}

export function isHealthCheck(request: FastifyRequest): boolean {
  return pathOf(request).startsWith('/health/')
}

export function pathOf({ url }: FastifyRequest): string {
  return url.split('?', 1)[0] ?? ''
}
