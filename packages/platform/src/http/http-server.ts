import { LIMITS } from '@sluice/types'
import { fastify, type FastifyInstance, type FastifyRequest } from 'fastify'

import { memberOfNetworks } from './address-block.ts'
import { ADDRESS_CAPS, capAddresses } from './address-caps.ts'
import { withLogContext } from '../logging/log-context.ts'
import { answerError } from './answer-error.ts'
import { recordRefusal } from './audit-request.ts'
import { answerHalfClosed } from './answer-half-closed.ts'
import { endUnusedConnections } from './end-unused-connections.ts'
import { parseForm } from './form-body.ts'
import { commonHeaders, refusalOfConnection } from './guard-request.ts'
import { guardRequests } from './guard-requests.ts'
import type { HttpServerOptions } from './http-server-options.ts'
import { logRequest } from './log-request.ts'
import { measureRequests } from './measure-requests.ts'
import { MEDIA_TYPES } from './media-type.ts'
import { recordFailure } from './record-failure.ts'
import { requestIdOf } from './request-id.ts'
import { forwardedAddress } from './network-address.ts'
import { type OriginName, type Origins, resolveOrigins } from './origins.ts'
import { RouteTable } from './route-table.ts'
import { leadByPort } from './lead-by-port.ts'
import { warnOfUnreadableAddresses } from './warn-of-unreadable-addresses.ts'

export {
  type Authenticate,
  type ClientKeyOwner,
  type HttpServerOptions,
  type PortalEntry,
  type ResolveClientKey,
} from './http-server-options.ts'

/** A Fastify instance with the whole edge: endpoints and pages are registered on it. */
export type HttpServer = FastifyInstance

// A request that dribbles in holds a socket and memory, nothing more; these are how long it may.
const HEADERS_TIMEOUT_MS = 10_000
const REQUEST_TIMEOUT_MS = 15_000
// Node checks for late requests this often; its default of 30 s would double the limits above.
const TIMEOUT_CHECK_INTERVAL_MS = 5_000
// Longer than the slowest answer: a fallback through every provider, each at its own time-out.
const IDLE_SOCKET_TIMEOUT_MS = 240_000
// Shorter than the idle time-outs of common clients, long enough for a shopper's next step to reuse the connection.
const KEEP_ALIVE_TIMEOUT_MS = 30_000
// Lets a balancer spread long-lived clients over processes that started later.
const REQUESTS_MAX_PER_SOCKET = 1_000
// Each open connection costs some 20 kB; more than this is an attack or a missing balancer.
const CONNECTIONS_MAX = 2_000

/** A route with a Fastify schema is a bug. */
function refuseSchema(): never {
  throw new Error('The contract validates routes: remove the Fastify schema.')
}

/** Returns a function that recognizes trusted proxies in `X-Forwarded-For`. */
function trustOf(trustedProxies: readonly string[]): false | ((entry: string) => boolean) {
  if (trustedProxies.length === 0) return false
  const isTrusted = memberOfNetworks(trustedProxies)
  return (entry) => isTrusted(forwardedAddress(entry) ?? '')
}

/** Makes a server with the whole edge and nothing served yet. */
export function createHttpServer(options: HttpServerOptions): HttpServer {
  const { config } = options
  const answering: Answering = {
    logger: options.logger,
    isOutage: options.isOutage ?? (() => false),
    environment: config.environment,
  }
  const server = createListener(options, answering)
  decorate(server, options)
  readBodiesAsBytes(server)
  endUnusedConnections(server)
  answerHalfClosed(server.server)
  listRoutes(server)
  // First, so that requests refused below are measured.
  if (options.telemetry) measureRequests(server, options.telemetry)
  server.addHook('onRequest', async (request, reply) => {
    void reply.headers(commonHeaders(request))
  })
  warnOfUnreadableAddresses(server, options.logger)
  capAddresses(server, options.addressCaps ?? ADDRESS_CAPS, config.trustedProxies)
  const isClosing = announceClosing(server, options)
  guardRequests(server, isClosing)
  // Runs after the body was read, because its last bytes arrive in the context of their connection.
  server.addHook('preHandler', (request, _reply, proceed) => {
    const traceId = options.telemetry?.traceId() ?? null
    request.logContext = { request_id: request.id, ...(traceId !== null && { trace_id: traceId }) }
    withLogContext(request.logContext, proceed)
  })
  if (config.environment === 'test') leadByPort(server)
  recordRequests(server, options)
  server.setErrorHandler((error, request, reply) => answerError(error, request, reply, answering))
  return server
}

type Answering = Parameters<typeof answerError>[3]

/** Creates the Fastify instance, with connection limits and answers to incomplete or malformed requests. */
function createListener({ config, random }: HttpServerOptions, answering: Answering): HttpServer {
  const server = fastify({
    logger: false,
    // The contract's own schemas validate requests and responses; loading Fastify's compiler would take a tenth of
    // the startup time.
    schemaController: { compilersFactory: { buildValidator: refuseSchema, buildSerializer: refuseSchema } },
    genReqId: (request) => requestIdOf(request, random),
    requestIdHeader: false,
    trustProxy: trustOf(config.trustedProxies),
    bodyLimit: LIMITS.BODY_MAX_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: IDLE_SOCKET_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    maxRequestsPerSocket: REQUESTS_MAX_PER_SOCKET,
    // The guard answers while closing, in our own words.
    return503OnClosing: false,
    // No id is as long as the longest URL, so the router never checks lengths.
    routerOptions: { maxParamLength: LIMITS.RETURN_URL_MAX_BYTES },
    http: {
      maxHeaderSize: LIMITS.HEADERS_MAX_BYTES,
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: TIMEOUT_CHECK_INTERVAL_MS,
    },
    clientErrorHandler: ({ code }, socket) => {
      // Into the middle of an earlier answer nothing may be written.
      if (!socket.writable || socket.bytesWritten > 0) return void socket.destroy()
      const status = UNREADABLE_STATUSES[code] ?? '400 Bad Request'
      socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
    },
    frameworkErrors: (error, request, reply) => {
      void reply.headers(commonHeaders(request))
      void answerError(refusalOfConnection(request, config) ?? error, request, reply, answering)
    },
  })
  server.server.maxConnections = CONNECTIONS_MAX
  return server
}

/** Adds the members to the server and its requests in which the edge stores its data. */
function decorate(server: HttpServer, options: HttpServerOptions): void {
  server.decorate('edge', {
    options,
    routes: new RouteTable(),
    origins: keepOrigins(server),
    originPorts: {},
    fallbackPorts: {},
    notFoundPages: {},
    doors: [],
  })
  server.addConstraintStrategy(originConstraint(() => server.edge.origins()))
  server.decorateRequest('rawBody', null)
  server.decorateRequest('caller', null)
  server.decorateRequest('operator', null)
  server.decorateRequest('rateHeaders', null)
  server.decorateRequest('logContext', null)
  server.decorateRequest('failedWith', null)
  server.decorateRequest('clientKeyOwner', undefined)
}

/** Records each registered route, so that callers can look up which routes a path has. */
function listRoutes(server: HttpServer): void {
  server.addHook('onRoute', ({ method, url, config }) => {
    for (const one of [method].flat())
      server.edge.routes.add({
        method: one,
        template: url,
        cors: config?.cors ?? null,
        origin: config?.origin ?? 'base',
      })
  })
}

/** Asks clients to close their connections during shutdown. Returns whether the server is shutting down. */
function announceClosing(
  server: HttpServer,
  { isDraining = () => false }: Pick<HttpServerOptions, 'isDraining'>,
): () => boolean {
  let isClosing = false
  server.addHook('preClose', async () => {
    isClosing = true
    // Lets this event loop turn accept its connections first: closing the listener resets the others, with their requests.
    await new Promise((resolve) => setImmediate(resolve))
    for (const door of server.edge.doors) door.close()
  })
  server.addHook('onSend', async ({ rateHeaders }, reply) => {
    if (rateHeaders !== null) void reply.headers(rateHeaders)
    if (isClosing || isDraining()) void reply.header('connection', 'close')
  })
  return () => isClosing
}

function recordRequests(
  server: HttpServer,
  { logger, recordSecurityEvent, recordFailedRequest }: HttpServerOptions,
): void {
  server.addHook('onResponse', async (request, reply) => {
    logRequest(request, reply, logger)
    if (recordSecurityEvent) recordRefusal(request, reply, recordSecurityEvent)
    if (recordFailedRequest) recordFailure(request, reply, recordFailedRequest)
  })
}

/** Lets a path have another handler at the portal's origin than at the base, where that is a different one. */
function originConstraint(origins: () => Origins): ConstraintStrategy {
  return {
    name: 'origin',
    storage() {
      const handlers = new Map<unknown, Handler>()
      return {
        get: (key) => handlers.get(key) ?? null,
        set: (key, handler) => void handlers.set(key, handler),
      }
    },
    deriveConstraint: ({ headers }) => {
      const asked = origins().at(headers.host)
      return asked?.has('portal') && !asked.has('base') ? 'portal' : 'base'
    },
    validate() {},
  }
}

type ConstraintStrategy = Parameters<HttpServer['addConstraintStrategy']>[0]

type Handler = NonNullable<ReturnType<ReturnType<ConstraintStrategy['storage']>['get']>>

/**
 * Returns the address at which clients reach the service: as configured, else where it listens. Without a trailing
 * slash.
 */
export function baseUrlOf(server: HttpServer): string {
  return server.edge.origins().urls.base
}

/** Returns the address of one of the origins for browsers; no trailing slash. */
export function originUrlOf(server: HttpServer, name: OriginName): string {
  return server.edge.origins().urls[name]
}

/** They are settled when the server listens, and stay while it ends. */
function keepOrigins(server: HttpServer): () => Origins {
  let known: Origins | null = null
  server.addHook('onListen', async () => {
    known = findOrigins(server)
  })
  return () => known ?? findOrigins(server)
}

function findOrigins(server: HttpServer): Origins {
  const { options, originPorts: ports, fallbackPorts } = server.edge
  const { environment, originUrls: urls } = options.config
  return resolveOrigins({
    base: options.config.baseUrl ?? listeningUrlOf(server),
    // Clients of a production service use its name; a client that uses only its address bypassed the proxy.
    listening: environment === 'test' ? listeningUrlOf(server) : null,
    urls,
    ports,
    fallbackPorts,
  })
}

function listeningUrlOf(server: HttpServer): string {
  const { host, port } = server.edge.options.config
  const origin = server.server.listening ? server.listeningOrigin : `http://${host}:${port}`
  // Addresses that mean "all of this machine's" are not addresses that a client could connect to.
  return origin.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//localhost:')
}

// A request that cannot be parsed has no path and no known client, so the response is only a status.
const UNREADABLE_STATUSES: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

/** Bodies stay bytes: our own reader parses JSON after sizes, types and callers were validated. */
function readBodiesAsBytes(server: HttpServer): void {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    request.rawBody = body
    return body
  })
  server.addContentTypeParser(
    MEDIA_TYPES.form,
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      request.rawBody = body
      return parseForm(body)
    },
  )
}
