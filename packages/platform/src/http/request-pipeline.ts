import {
  type Endpoint,
  type EndpointName,
  ENDPOINTS,
  type ErrorItem,
  toErrorItems,
  validateRequest,
} from '@sluice/types'
import type { FastifyRequest } from 'fastify'
import { endAddressWait } from './address-caps.ts'
import { checkApiVersion } from './api-version.ts'
import type { Caller } from './caller.ts'
import type { Edge } from './edge.ts'
import { readForm } from './form-body.ts'
import { identifyCaller } from './identify-caller.ts'
import { operatorRule } from './identify-operator.ts'
import { isBodyTypeAccepted, MEDIA_TYPES } from './media-type.ts'
import { clientAddress } from './network-address.ts'
import { endpointNotFoundRefusal } from './not-found.ts'
import { readJson } from './raw-json.ts'
import { badRequestRefusal, edgeRefusal, RequestRefusal, validationRefusal } from './request-refusal.ts'
import { holdsHostileText } from './value-filter.ts'

/** A request after the edge has validated everything that it can. */
export interface Judged {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
  readonly caller: Caller | null
}

export interface Rules {
  readonly precheck: (body: unknown) => readonly ErrorItem[]
  readonly refine: (body: never) => readonly ErrorItem[]
}

/**
 * Validates a request to an endpoint in the order that the contract promises. The server has already validated the connection, the
 * path, the method and the size of the body. @see docs/protocol/errors-and-limits.md#http-errors
 *
 * @throws {RequestRefusal} the first thing that is wrong; only the problems of members come together.
 */
export async function runRequestPipeline(
  name: EndpointName,
  request: FastifyRequest,
  edge: Edge,
  rules: Rules,
): Promise<Judged> {
  const endpoint: Endpoint = ENDPOINTS[name]
  checkBodyType(endpoint, request)
  const caller = await identify(name, request, edge)
  await interfere(request, caller, edge)
  await checkRate(name, request, caller, edge)
  if (endpoint.server === 'api') refuseAny(400, checkApiVersion(headerOf(request, 'api-version')))
  const given = readBody(endpoint, request)
  const { isUnfiltered = () => false } = edge.options
  const isFiltered = endpoint.bodyType !== 'raw'
  if (isFiltered && holdsHostileText([given, request.query, request.params], isUnfiltered))
    throw edgeRefusal()
  refuseAny(400, rules.precheck(given))
  const params = readParams(name, request)
  const { query, body } = parseMembers(endpoint, request, given, rules)
  return { params, query, body, caller }
}

function checkBodyType({ body, bodyType = 'json' }: Endpoint, { headers }: FastifyRequest): void {
  if (body && bodyType !== 'raw' && !isBodyTypeAccepted(headers, bodyType)) {
    throw new RequestRefusal(415, { error: 'Unsupported Media Type' }, { accept: MEDIA_TYPES[bodyType] })
  }
}

/** Identifies the caller. @throws {RequestRefusal} for a caller without access to the endpoint. */
export async function identify(
  name: EndpointName,
  request: FastifyRequest,
  edge: Edge,
): Promise<Caller | null> {
  const endpoint: Endpoint = ENDPOINTS[name]
  const { config, authenticate, resolveClientKey, operatorToken, operatorPrograms, portal } = edge.options
  const isAtPortal = portal && request.routeOptions.config.origin === 'portal'
  const caller = isAtPortal
    ? await portal.requirePermission(name, request)
    : await identifyCaller(endpoint, request.headers, {
        realm: config.realm,
        origins: edge.origins,
        operator: operatorRule(config, operatorToken ?? null, operatorPrograms),
        onOperator: (operator) => {
          request.operator = operator
        },
        authenticate,
        resolveClientKey: async (clientKey) =>
          request.clientKeyOwner === undefined ? resolveClientKey(clientKey) : request.clientKeyOwner,
      })
  request.caller = caller
  if (caller?.kind === 'merchant') endAddressWait(request)
  return caller
}

/** Actions at the portal, and the test tools themselves, always work. */
async function interfere(request: FastifyRequest, caller: Caller | null, { options }: Edge): Promise<void> {
  if (caller === null || request.routeOptions.config.origin === 'portal') return
  await options.interfereWith?.(caller.merchantId, request.id)
}

/**
 * Counts the use of an endpoint, or of a page that acts as one.
 *
 * @throws {RequestRefusal} 429 when the limit is exceeded.
 */
export async function checkRate(
  endpoint: EndpointName,
  request: FastifyRequest,
  caller: Caller | null,
  { options: { limitRate } }: Edge,
): Promise<void> {
  if (!limitRate) return
  const use = { endpoint, caller, ip: clientAddress(request), params: request.params }
  const { waitSeconds, headers } = await limitRate(use)
  request.rateHeaders = headers
  if (waitSeconds === null) return
  throw new RequestRefusal(429, { error: 'Too Many Requests' }, { 'retry-after': String(waitSeconds) })
}

function readBody({ body, bodyType = 'json' }: Endpoint, { rawBody }: FastifyRequest): unknown {
  if (!body || bodyType === 'raw') return undefined
  const bytes = rawBody ?? new Uint8Array()
  if (bodyType === 'form') return readForm(bytes)
  const reading = readJson(bytes)
  if (!reading.ok) throw badRequestRefusal([reading.error])
  return reading.value
}

/** An id that no record can have is the id of nothing. PostgreSQL would stumble over a NUL. */
function readParams(name: EndpointName, request: FastifyRequest): unknown {
  const { params: schema }: Endpoint = ENDPOINTS[name]
  if (!schema) return undefined
  const parsed = schema.safeParse(request.params)
  const isReadable =
    parsed.success && Object.values(parsed.data).every((text) => !holdsControlCharacter(text))
  if (isReadable) return parsed.data
  throw endpointNotFoundRefusal(name)
}

function holdsControlCharacter(value: unknown): boolean {
  // oxlint-disable-next-line no-control-regex -- the expression searches for them
  return typeof value === 'string' && /[\u0000-\u001f\u007f-\u009f]/.test(value)
}

function parseMembers(
  endpoint: Endpoint,
  request: FastifyRequest,
  given: unknown,
  rules: Rules,
): Pick<Judged, 'query' | 'body'> {
  if (endpoint.bodyType === 'raw') return { query: request.query, body: undefined }
  const query = endpoint.query && validateRequest(endpoint.query, request.query)
  const body = endpoint.body && validateRequest(endpoint.body, given, endpoint.method)
  const problems = [
    ...headerProblems(endpoint, request),
    ...(query?.ok === false ? query.errors : []),
    ...(body?.ok === false ? body.errors : []),
  ]
  if (problems.length > 0 && endpoint.bodyType === 'form') throw formRefusal(problems)
  refuseAny(422, problems)

  const value: unknown = body?.ok ? body.value : undefined
  refuseAny(422, body ? rules.refine(value as never) : [])
  return { query: query?.ok ? query.value : undefined, body: value }
}

/** Removes headers whose values people write freely; client keys were validated with the caller. */
function headerProblems({ headers: schema }: Endpoint, { headers }: FastifyRequest): readonly ErrorItem[] {
  const parsed = schema?.safeParse(headers)
  if (!schema || !parsed || parsed.success) return []
  return toErrorItems(parsed.error, headers, schema)
    .filter(({ property }) => property !== 'x-client-key')
    .map(({ property, message, params: [, ...params] }) => {
      const name = property.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase())
      return { property: name, message, params: [name, ...params] }
    })
}

/** RFC 6749 §5.2: one problem, in words. */
function formRefusal([first]: readonly ErrorItem[]): RequestRefusal {
  const description =
    first?.message === 'is required'
      ? `Missing form parameter: ${first.property}`
      : `Invalid form parameter: ${first?.property}`
  return new RequestRefusal(400, { error: 'invalid_request', error_description: description })
}

function refuseAny(status: 400 | 422, problems: readonly ErrorItem[]): void {
  if (problems.length > 0) throw status === 400 ? badRequestRefusal(problems) : validationRefusal(problems)
}

function headerOf({ headers }: FastifyRequest, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}
