import type { IncomingHttpHeaders } from 'node:http'

import type { ContractGate } from '../contract/contract-gate.ts'
import { type Form, MalformedForm, parseForm } from '../http/form.ts'
import type { IdempotencyKeys, StoredAnswer } from '../http/idempotency.ts'
import type { World } from '../world/world.ts'
import { expandAnswer } from './expand.ts'
import { Refusal, badParameter } from './refusal.ts'
import { refuseParameters } from './refuse-parameters.ts'
import { type Route, findRoute } from './routes.ts'

export interface ApiRequest {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface ApiAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface ApiPorts {
  readonly world: World
  readonly catchUp: () => void
  readonly keys: IdempotencyKeys
  readonly gate: ContractGate
  readonly apiKeys: ReadonlySet<string>
  readonly apiVersion: string
  /** An error of the twin itself, which no test may overlook. */
  readonly report: (error: unknown) => void
  /** The request to which current events belong. */
  readonly during: (request: { id: string; key: string | null }, run: () => object) => object
}

/** The maximum length of a key at Stripe. */
const MOST_KEY_CHARACTERS = 255

export function createApi(ports: ApiPorts) {
  let count = 0

  /** @param failsAfterwards - Everything runs, and the answer that is given and kept is an error of the provider. */
  return function answer(request: ApiRequest, { failsAfterwards = false } = {}): ApiAnswer {
    const requestId = `req_${String(++count).padStart(14, '0')}`
    ports.catchUp()
    const key = request.method === 'POST' ? (request.headers['idempotency-key']?.toString() ?? null) : null
    let route: string = `${request.method} ${request.path}`
    let isTaken = false
    try {
      checkHeaders(ports, request)
      const found = findRoute(request.method, request.path)
      if (!found) throw unknownUrl(request)
      route = `${found.route.method} ${found.route.path}`
      const params = readParams(request)
      if (key !== null) {
        checkKey(key)
        const kept = ports.keys.take(key, `${request.method} ${request.path}\n${request.body}`)
        if (kept) return replay(kept, key, requestId)
        isTaken = true
      }
      const body = run(ports, found.route, params, found.id, requestId, key)
      if (failsAfterwards) throw providerError()
      return finish(200, body, requestId, key)
    } catch (error) {
      const refusal = asRefusal(ports, error)
      ports.gate.error(route, refusal.body)
      if (key !== null && isTaken && !refusal.isKept) ports.keys.release(key)
      return finish(
        refusal.status,
        { error: refusal.body },
        requestId,
        isTaken && refusal.isKept ? key : null,
      )
    }
  }

  function finish(status: number, value: object, requestId: string, key: string | null): ApiAnswer {
    const body = JSON.stringify(value, null, 2)
    if (key !== null) ports.keys.keep(key, { status, body, requestId })
    return { status, body, headers: headersOf(requestId, key) }
  }

  function replay(kept: StoredAnswer, key: string, requestId: string): ApiAnswer {
    return {
      status: kept.status,
      body: kept.body,
      headers: {
        ...headersOf(requestId, key),
        'idempotent-replayed': 'true',
        'original-request': kept.requestId,
      },
    }
  }

  function headersOf(requestId: string, key: string | null): Record<string, string> {
    return {
      'content-type': 'application/json',
      'request-id': requestId,
      'stripe-version': ports.apiVersion,
      ...(key !== null && { 'idempotency-key': key }),
    }
  }
}

function run(
  ports: ApiPorts,
  route: Route,
  params: Form,
  id: string,
  requestId: string,
  key: string | null,
): object {
  const errors = ports.gate.request(route, params)
  if (errors.length > 0) throw refuseParameters(errors)
  const answer = ports.during({ id: requestId, key }, () => route.handle(ports.world, params, id))
  const body = expandAnswer(ports.world, answer, params)
  ports.gate.answer(route, body)
  return body
}

function readParams({ method, query, body, headers }: ApiRequest): Form {
  const type = headers['content-type'] ?? ''
  if (method === 'POST' && body !== '' && !type.startsWith('application/x-www-form-urlencoded'))
    throw badParameter(
      '',
      `Invalid request (check that your POST content type is application/x-www-form-urlencoded).`,
    )
  try {
    return parseForm(method === 'POST' ? body : query)
  } catch (error) {
    if (error instanceof MalformedForm) throw badParameter('', error.message)
    throw error
  }
}

function checkHeaders(ports: ApiPorts, { headers }: ApiRequest): void {
  const key = apiKeyOf(headers.authorization ?? '')
  if (key === '')
    throw unauthorized(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    )
  if (!ports.apiKeys.has(key))
    throw unauthorized(`Invalid API Key provided: ${key.slice(0, 8)}${'*'.repeat(8)}${key.slice(-4)}`)
  const version = headers['stripe-version']
  if (version !== undefined && version !== ports.apiVersion)
    throw badParameter(
      '',
      `Invalid Stripe API version: ${String(version)}. This twin speaks ${ports.apiVersion}.`,
    )
}

function apiKeyOf(authorization: string): string {
  const [scheme = '', value = ''] = authorization.split(' ')
  if (scheme.toLowerCase() === 'bearer') return value
  if (scheme.toLowerCase() !== 'basic') return ''
  return Buffer.from(value, 'base64').toString('utf8').split(':')[0] ?? ''
}

function checkKey(key: string): void {
  if (key.length > MOST_KEY_CHARACTERS)
    throw badParameter('', `Invalid idempotency key: at most ${String(MOST_KEY_CHARACTERS)} characters`)
}

function unauthorized(message: string): Refusal {
  return new Refusal(401, { type: 'invalid_request_error', message }, { isKept: false })
}

function unknownUrl({ method, path }: ApiRequest): Refusal {
  const message = `Unrecognized request URL (${method}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`
  return new Refusal(404, { type: 'invalid_request_error', message }, { isKept: false })
}

function asRefusal(ports: ApiPorts, error: unknown): Refusal {
  if (error instanceof Refusal) return error
  ports.report(error)
  return providerError()
}

/** Returns Stripe's response to an internal error. */
function providerError(): Refusal {
  return new Refusal(500, {
    type: 'api_error',
    message: 'An unknown error occurred. Please contact support@stripe.com for assistance.',
  })
}
