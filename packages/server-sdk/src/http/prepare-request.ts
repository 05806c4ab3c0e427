import { type Endpoint, type EndpointName, ENDPOINTS, validateRequest } from '@sluice/types'
import type { Settings } from '../client-options.ts'
import { ConfigurationError } from '../errors/configuration-error.ts'
import type { CallDescription } from '../errors/gateway-error.ts'
import { ValidationError } from '../errors/validation-error.ts'
import { type KnownOptions, refuseUnknownOptions } from '../refuse-unknown-options.ts'
import type { CallSettings } from './call-options.ts'
import { checkRequest } from './check-request.ts'
import { hintAtProblems } from './hint-at-problems.ts'
import type { OutgoingRequest } from './outgoing-request.ts'
import { fillPath, type PathParams } from './fill-path.ts'

/** The options that a call may have; the compiler checks at the call which endpoint needs what. */
export interface AnyInput {
  readonly params?: PathParams
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

/** A request that this package knows no endpoint for. */
export interface CustomRequest {
  /** The HTTP method. */
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The path below `baseUrl`, with braces for ids: `/api/orders/{order_id}`. Errors and hooks show it unchanged. */
  readonly path: string
  /** The values for the braces; they are percent-encoded. */
  readonly params?: PathParams
  /** Members that are `undefined` are left out. */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>
  /** Sent as JSON. */
  readonly body?: unknown
}

/**
 * Checks a call by the contract and writes the request down, once for all its tries.
 *
 * @throws When a member breaks a rule; nothing is sent. {@link ValidationError}
 */
export function prepareRequest(
  settings: Settings,
  options: CallSettings,
  name: EndpointName,
  { params, query, body }: AnyInput,
): OutgoingRequest {
  const endpoint: Endpoint = ENDPOINTS[name]
  const call = describe(endpoint.method, endpoint.path, body, options)
  const path = fillPath(endpoint.path, params, call)
  const target = path + writeQuery(checkQuery(endpoint, query, call))
  const isExtension = endpoint.origin === 'extension'
  if (!endpoint.body) return { ...write(settings, options, call, target), isExtension }
  checkRequest(name, body, call)
  const text = JSON.stringify(checkBy(endpoint.body, body, call))
  return { ...write(settings, options, call, target, text), isExtension }
}

const CUSTOM_REQUEST: KnownOptions<CustomRequest> = {
  method: true,
  path: true,
  params: true,
  query: true,
  body: true,
}

/**
 * @throws When the path is not one below `baseUrl`, or the request has a member that none has: a `boddy` would be sent empty.
 *   {@link ConfigurationError}
 */
export function prepareCustomRequest(
  settings: Settings,
  options: CallSettings,
  request: CustomRequest,
): OutgoingRequest {
  refuseUnknownOptions(request, CUSTOM_REQUEST, 'request')
  const { method, path, params, query, body } = request
  const isBelow = /^\/[^/\\?#\s][^\\?#\s]*$/.test(path) && !/(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i.test(path)
  if (!isBelow)
    throw new ConfigurationError(
      'path',
      'must begin with a single / and must not contain dot segments, a query or a fragment',
    )
  const call = describe(method, path, body, options)
  const target = fillPath(path, params, call) + writeQuery(query)
  return write(settings, options, call, target, body === undefined ? undefined : JSON.stringify(body))
}

function describe(method: string, path: string, body: unknown, options: CallSettings): CallDescription {
  if (method === 'GET') return { method, path }
  const reference = readReference(body)
  // A key names the content of a body; deleting needs none to happen once.
  const hasKey = method !== 'DELETE'
  return {
    method,
    path,
    ...(reference === undefined ? {} : { reference }),
    ...(hasKey ? { idempotencyKey: options.idempotencyKey ?? crypto.randomUUID() } : {}),
  }
}

function write(
  settings: Settings,
  options: CallSettings,
  call: CallDescription,
  target: string,
  body?: string,
): OutgoingRequest {
  return {
    method: call.method,
    url: settings.baseUrl + target,
    call: { ...call, host: settings.baseUrl },
    acts: call.method !== 'GET',
    headers: {
      ...options.headers,
      accept: 'application/json',
      'user-agent': settings.userAgent,
      ...(body === undefined ? {} : { 'content-type': 'application/json; charset=utf-8' }),
      ...(call.idempotencyKey === undefined ? {} : { 'idempotency-key': call.idempotencyKey }),
    },
    body,
  }
}

/** Omitted members are not sent, because an empty one would be validated. */
function checkQuery({ query: schema }: Endpoint, query: AnyInput['query'], call: CallDescription) {
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined)
  if (!schema || given.length === 0) return {}
  checkBy(schema, Object.fromEntries(given), call)
  return Object.fromEntries(given)
}

function writeQuery(query: Readonly<Record<string, unknown>> = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  if (given.length === 0) return ''
  return `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()}`
}

function checkBy(schema: NonNullable<Endpoint['body']>, value: unknown, call: CallDescription): unknown {
  const validation = validateRequest(schema, value, call.method)
  if (validation.ok) return validation.value
  throw new ValidationError({
    call,
    foundBy: 'sdk',
    problems: hintAtProblems(schema, value, validation.errors),
  })
}

function readReference(body: unknown): string | undefined {
  const reference: unknown = (body as { reference?: unknown } | null | undefined)?.reference
  return typeof reference === 'string' ? reference : undefined
}
