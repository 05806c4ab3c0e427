import { type Endpoint, type EndpointName, endpointPath, ENDPOINTS, validateRequest } from '@sluice/types'
import type { Settings } from '../client-options.ts'
import type { CallDescription } from '../errors/gateway-error.ts'
import { ValidationError } from '../errors/validation-error.ts'
import type { OutgoingRequest } from './exchange.ts'

/** What a call may bring along; which endpoint needs what is the compiler's business at the call. */
export interface AnyInput {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

/**
 * Checks the body by the contract and writes the request down.
 *
 * @throws When a member breaks a rule; nothing is sent. {@link ValidationError}
 */
export function prepareRequest(
  settings: Settings,
  name: EndpointName,
  { params, query, body }: AnyInput,
): OutgoingRequest {
  const endpoint: Endpoint = ENDPOINTS[name]
  const { method } = endpoint
  const acts = method !== 'GET'
  const call: CallDescription = {
    method,
    path: endpoint.path,
    ...(acts ? { reference: readReference(body), idempotencyKey: crypto.randomUUID() } : {}),
  }
  checkParams(params, call)
  return {
    method,
    url:
      settings.baseUrl +
      (endpointPath as (name: EndpointName, params: unknown) => string)(name, params) +
      writeQuery(endpoint, query, call),
    call,
    acts,
    headers: {
      accept: 'application/json',
      'user-agent': settings.userAgent,
      ...(endpoint.body ? { 'content-type': 'application/json; charset=utf-8' } : {}),
      ...(call.idempotencyKey ? { 'idempotency-key': call.idempotencyKey } : {}),
    },
    body: endpoint.body && JSON.stringify(checkBody(endpoint, body, call)),
  }
}

/** Ids come from browsers too. An empty one, or one that climbs, would make the path another endpoint's. */
function checkParams(params: AnyInput['params'], call: CallDescription): void {
  const problems = Object.entries(params ?? {})
    .filter(([, value]) => typeof value !== 'string' || ['', '.', '..'].includes(value))
    .map(([property]) => ({ property, message: 'has an invalid format', params: [property] }))
  if (problems.length > 0) throw new ValidationError({ call, foundBy: 'sdk', problems })
}

/** Members that are left out are not sent: an empty one would be judged. */
function writeQuery({ query: schema }: Endpoint, query: AnyInput['query'], call: CallDescription): string {
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined)
  if (!schema || given.length === 0) return ''
  const validation = validateRequest(schema, Object.fromEntries(given))
  if (!validation.ok) throw new ValidationError({ call, foundBy: 'sdk', problems: validation.errors })
  return `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()}`
}

function checkBody({ body: schema }: Endpoint, body: unknown, call: CallDescription): unknown {
  if (!schema) return undefined
  const validation = validateRequest(schema, body)
  if (validation.ok) return validation.value
  throw new ValidationError({ call, foundBy: 'sdk', problems: validation.errors })
}

function readReference(body: unknown): string | undefined {
  const reference: unknown = (body as { reference?: unknown } | undefined)?.reference
  return typeof reference === 'string' ? reference : undefined
}
