import { LIMITS } from '@sluice/types'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { HttpConfig } from './http-config.ts'
import { sendAnswer } from './answer.ts'
import { API_VERSION } from './api-version.ts'
import { isConnectionAcceptable } from './connection-rule.ts'
import { answerHeaders, type CorsPolicy, isFrameOrigin, isOriginAllowed, preflightHeaders } from './cors.ts'
import { hasOversizedHeader } from './header-limits.ts'
import type { HttpServerOptions } from './http-server-options.ts'
import { isMarkedOutgoing } from './outgoing-mark.ts'
import { ORIGIN_NAMES, type OriginName, type Origins } from './origins.ts'
import { badRequestRefusal, edgeRefusal, notFoundRefusal, RequestRefusal } from './request-refusal.ts'
import type { KnownRoute } from './route-table.ts'
import { securityHeaders } from './security-headers.ts'

/** Validates every request, to a page or an endpoint, before its body is read. */

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
  if (hasSeveralHosts(request))
    return badRequestRefusal([{ property: 'Host', message: 'must not be repeated', params: ['Host'] }])
  // Balancers probe over plain HTTP and without a name; there is nothing behind these paths but yes and no.
  if (isHealthCheck(request)) return null
  if (isMarkedOutgoing(request.headers)) return edgeRefusal()
  const connection = {
    protocol: request.protocol,
    peerAddress: request.socket.remoteAddress,
    userAgent: request.headers['user-agent'],
    // Not every provider sends a User-Agent, and each authenticates by its signature.
    needsUserAgent: !request.url.startsWith(CALLBACKS),
  }
  if (!isConnectionAcceptable(connection, environment)) return edgeRefusal()
  if (hasOversizedHeader(request.headers)) return new RequestRefusal(431, null)
  const isTooLong = Buffer.byteLength(request.url) > maxBytesOf(request.url)
  return isTooLong ? new RequestRefusal(414, { error: 'URI Too Long' }) : null
}

/** RFC 9112 §3.2: a proxy in front may have believed another of them than the first, which Node keeps. */
function hasSeveralHosts({ raw: { rawHeaders } }: FastifyRequest): boolean {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? ''
    if (name.length === 'host'.length && name.toLowerCase() === 'host') count += 1
  }
  return count > 1
}

/** The callback addresses of providers. */
const CALLBACKS = '/api/providers/'

/**
 * Paths to which pages of other parties redirect browsers. The path of an order carries two addresses of the shop;
 * banks and acquirers that authenticate add whole signed messages.
 */
const RETURNS = ['/orders/', '/three-ds/']

function maxBytesOf(url: string): number {
  const isReturn = RETURNS.some((path) => url.startsWith(path))
  return isReturn ? LIMITS.RETURN_URL_MAX_BYTES : LIMITS.REQUEST_URL_MAX_BYTES
}

/**
 * Returns the origins that the request's `Host` leads to. An unknown name belongs to a page that was bound to this
 * address by DNS, or to a proxy that does not pass the name on.
 *
 * @throws {RequestRefusal} 421 for such a name.
 */
export function requestedOrigins(request: FastifyRequest, { at, urls }: Origins): ReadonlySet<OriginName> {
  // Balancers ask by address. Every origin has these paths, so none is given away.
  if (isHealthCheck(request)) return new Set(ORIGIN_NAMES)
  const asked = at(request.headers.host)
  if (asked !== null) return asked
  const message = `No service has this host name. The address is ${urls.base}; a proxy in front must forward the Host header.`
  throw new RequestRefusal(421, { error: 'Misdirected Request', message })
}

/** No handler for this method and path: a preflight, a wrong method, or nothing at all. */
export async function answerUnknownRoute(
  request: FastifyRequest,
  reply: FastifyReply,
  known: readonly KnownRoute[],
  options: HttpServerOptions,
  origins: Origins,
): Promise<FastifyReply> {
  if (known.length === 0) throw notFoundRefusal()
  const methods = [...new Set(known.map(({ method }) => method))].sort()
  const policy = known.find(({ cors }) => cors !== null)?.cors ?? null
  const { origin } = request.headers

  if (request.method === 'OPTIONS' && policy && origin !== undefined) {
    if (policy !== 'any' && !(await mayAnyRead(policy, origin, options, origins))) throw edgeRefusal()
    void reply.headers({ ...answerHeaders(policy, origin), ...preflightHeaders(policy, methods) })
    return sendAnswer(reply, 204, null)
  }
  throw new RequestRefusal(405, { error: 'Method Not Allowed' }, { allow: methods.join(', ') })
}

/** Headers that let a page of another origin read the answer, if it may. */
export async function corsHeadersFor(
  request: FastifyRequest,
  options: HttpServerOptions,
  origins: Origins,
): Promise<Record<string, string>> {
  const { cors: policy } = request.routeOptions.config
  if (!policy) return {}
  const { origin, 'x-client-key': clientKey } = request.headers
  if (policy === 'any' || origin === undefined) return answerHeaders(policy, null)

  if (policy === 'portal') return answerHeaders(policy, origin === origins.urls.portal ? origin : null)

  request.clientKeyOwner = typeof clientKey === 'string' ? await options.resolveClientKey(clientKey) : null
  // A page with a mistyped key must see our 404 instead of a cryptic error of its browser.
  const isAllowed = request.clientKeyOwner
    ? isFrameOrigin(origin, origins) || isOriginAllowed(origin, request.clientKeyOwner)
    : await mayAnyRead(policy, origin, options, origins)
  return answerHeaders(policy, isAllowed ? origin : null)
}

/** Returns whether a page of the origin may read anything at all, with any key. */
async function mayAnyRead(
  policy: Exclude<CorsPolicy, 'any'>,
  origin: string,
  { isRegisteredOrigin }: HttpServerOptions,
  origins: Origins,
): Promise<boolean> {
  if (policy === 'portal') return origin === origins.urls.portal
  return isFrameOrigin(origin, origins) || isRegisteredOrigin(origin)
}

export function isHealthCheck(request: FastifyRequest): boolean {
  return pathOf(request).startsWith('/health/')
}

export function pathOf({ url }: FastifyRequest): string {
  return url.split('?', 1)[0] ?? ''
}
