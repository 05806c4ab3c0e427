import type { IncomingHttpHeaders } from 'node:http'
import {
  type BodyOf,
  type Endpoint,
  type EndpointName,
  ENDPOINTS,
  type ErrorItem,
  LIMITS,
  type ParamsOf,
  type QueryOf,
} from '@sluice/types'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { onBehalfOf } from '../audit/audit-origin.ts'
import { answerOnce } from './answer-once.ts'
import { sendAnswer } from './answer.ts'
import { auditOriginOf } from './audit-request.ts'
import type { BrowserCaller, MerchantCaller } from './caller.ts'
import { corsPolicyOf } from './cors.ts'
import type { Edge } from './edge.ts'
import type { HttpServer } from './http-server.ts'
import { runRequestPipeline, type Rules } from './request-pipeline.ts'
import { clientAddress } from './network-address.ts'
import { RequestRefusal } from './request-refusal.ts'
import { verifyAnswer } from './verify-answer.ts'

export { type BrowserCaller, type MerchantCaller } from './caller.ts'
export { RequestRefusal, validationRefusal } from './request-refusal.ts'

interface CallerByAuth {
  readonly bearer: MerchantCaller
  readonly 'client-key': BrowserCaller
  readonly 'bearer-or-client-key': MerchantCaller | BrowserCaller
  // The person at the portal; null for the operator, whom the edge has authorized.
  readonly simulator: MerchantCaller | null
  // These prove themselves inside their own handlers: by form fields, a signature, or not at all; the operator to the edge.
  readonly 'client-credentials': null
  readonly 'provider-signature': null
  readonly operator: null
  readonly none: null
}

export type CallerOf<N extends EndpointName> = CallerByAuth[(typeof ENDPOINTS)[N]['auth']]

type IsRaw<N extends EndpointName> = (typeof ENDPOINTS)[N]['auth'] extends 'provider-signature' ? true : false

/** The request as a handler receives it: parsed by the schemas of the endpoint table, with the identified caller. */
export interface EndpointRequest<N extends EndpointName> {
  readonly params: ParamsOf<N>
  /** The raw body, if the endpoint verifies and parses the request itself. */
  readonly query: IsRaw<N> extends true ? Readonly<Record<string, unknown>> : QueryOf<N>
  readonly body: IsRaw<N> extends true ? undefined : BodyOf<N>
  readonly caller: CallerOf<N>
  readonly requestId: string
  /**
   * The address of the client; behind configured proxies the one they report. IPv4 addresses are never in IPv6
   * notation.
   */
  readonly ip: string
  readonly headers: IncomingHttpHeaders
  /** The unchanged bytes of the body, for signatures over them; empty without one. */
  readonly rawBody: Buffer
  /**
   * The same for the same `Idempotency-Key` on the same path with the same body; null if there is no key. A handler
   * that marks its rows with it finds them again when the request is repeated after a crash.
   */
  readonly requestKey: string | null
}

export interface EndpointReply {
  readonly status: number
  /** The body: sent as JSON, bytes unchanged; absent for a response without a body. */
  readonly body?: unknown
  readonly headers?: Record<string, string>
}

export type EndpointHandler<N extends EndpointName> = (request: EndpointRequest<N>) => Promise<EndpointReply>

export interface EndpointOptions<N extends EndpointName = EndpointName> {
  /** Validates the parsed JSON after the value filter and before the schema; violations return 400. */
  readonly precheck?: (body: unknown) => readonly ErrorItem[]
  /** Validates rules that depend on the environment, after the schema passed; violations return 422. */
  readonly refine?: (body: BodyOf<N>) => readonly ErrorItem[]
}

/** Serves one row of the endpoint table; the edge validates everything it can before `handler` runs. */
export function registerEndpoint<N extends EndpointName>(
  server: HttpServer,
  name: N,
  handler: EndpointHandler<N>,
  options: EndpointOptions<N> = {},
): void {
  const { edge } = server
  const rules: Rules = { precheck: () => [], refine: () => [], ...options }

  const handle = async (request: FastifyRequest, reply: FastifyReply) => {
    const verify = edge.options.verifyAnswers ? verifyAnswer : trustAnswer
    let answer: EndpointReply
    try {
      const judged = await runRequestPipeline(name, request, edge, rules)
      answer = await onBehalfOf(auditOriginOf(request), () =>
        answerOnce(name, request, judged.caller, edge.options.idempotency, (requestKey) =>
          handler({
            ...judged,
            requestId: request.id,
            ip: clientAddress(request),
            headers: request.headers,
            rawBody: request.rawBody ?? Buffer.alloc(0),
            requestKey,
            // The schemas of the very row that types the request made its parts.
          } as EndpointRequest<N>),
        ),
      )
    } catch (error) {
      if (error instanceof RequestRefusal) verify(name, error.status, error.bodyFor(request.method))
      throw error
    }
    // Bytes are in a form of the caller's own, which the contract does not describe.
    if (!(answer.body instanceof Uint8Array)) verify(name, answer.status, answer.body)
    return sendAnswer(reply, answer.status, answer.body, answer.headers)
  }

  routeEndpoint(server, name, handle)
}

/** Puts a handler at the address of a row, and at that of the portal where people may use it. */
export function routeEndpoint(
  server: HttpServer,
  name: EndpointName,
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
): void {
  const { edge } = server
  const endpoint: Endpoint = ENDPOINTS[name]
  const { method } = endpoint
  const url = routePath(endpoint, edge)
  const cors = corsPolicyOf(endpoint.auth, edge.options.config.environment)
  const limit = endpoint.bodyType === 'raw' && { bodyLimit: LIMITS.CALLBACK_MAX_BYTES }
  server.route({ method, url, config: { endpoint: name, cors }, handler, ...limit })
  if (edge.options.portal?.serves(name))
    server.route({
      method,
      url: PORTAL_PREFIX + url,
      config: { endpoint: name, cors: null, ...AT_PORTAL },
      handler,
    })
}

/** The paths at which a cookie of the portal is valid. */
export const AT_PORTAL = { origin: 'portal', onlyApart: true } as const

/** The prefix of endpoints that the portal's origin serves too. */
const PORTAL_PREFIX = '/portal'

function trustAnswer(): void {}

/** `/api/customers/{id}` → `/api/customers/:id`; the identity provider's paths are below its realm. */
function routePath({ path, server }: Endpoint, edge: Edge): string {
  const template = path.replaceAll(/\{([^{}]+)\}/g, ':$1')
  return server === 'api' ? template : belowRealm(template, edge)
}

/** Returns the template of a path of the identity provider that is no row of the endpoint table. */
export function realmRoute({ edge }: HttpServer, path: string): string {
  return belowRealm(path, edge)
}

function belowRealm(template: string, { options: { config } }: Edge): string {
  const prefix = config.authUrl === null ? '' : new URL(config.authUrl).pathname.replace(/\/$/, '')
  return `${prefix}/realms/${config.realm}${template}`
}
