/**
 * Mocks of the gateway for MSW, from the contract's own table of endpoints: every method and path, requests checked as
 * the gateway checks their form, answers that keep to the schemas. For states and money, run the real one:
 * `createTestGateway`.
 *
 * @module
 */
import {
  type AnswerOf,
  type BodyOf,
  type Endpoint,
  type EndpointName,
  ENDPOINTS,
  validateRequest,
} from '@sluice/types'
import { sampleAnswer } from '@sluice/types/openapi'
import { http, type HttpHandler, HttpResponse } from 'msw'
import { type KnownOptions, refuseUnknownOptions } from '../refuse-unknown-options.ts'
import { echoRequest } from './echo-request.ts'
import { sampleKeys } from './sample-keys.ts'

/** A request as a mock sees it. */
export interface MockedCall<Name extends EndpointName> {
  /** The received request; its body can still be read. */
  readonly request: Request
  /** Checked and parsed; `undefined` where the endpoint takes none. */
  readonly body: BodyOf<Name>
  /** Variable parts of the path by name, `{ id: "…" }`. */
  readonly params: Readonly<Record<string, string>>
}

type Answer<Name extends EndpointName> = AnswerOf<Name> | Response

/**
 * Responses that replace the sample of single endpoints: a body, or a function of the call; a `Response` for errors.
 */
export type MockedAnswers = {
  readonly [Name in EndpointName]?:
    | Answer<Name>
    | ((call: MockedCall<Name>) => Answer<Name> | Promise<Answer<Name>>)
}

/** The address of the mocked gateway, and its responses. */
export interface GatewayHandlersOptions {
  /** The client's `baseUrl`. */
  readonly baseUrl: string
  /** The client's `authUrl`. */
  readonly authUrl: string
  /** The client's `realm`. */
  readonly realm: string
  /** Responses by operation, instead of the contract's samples. */
  readonly answers?: MockedAnswers
}

const GATEWAY_HANDLERS_OPTIONS: KnownOptions<GatewayHandlersOptions> = {
  baseUrl: true,
  authUrl: true,
  realm: true,
  answers: true,
}

/**
 * Creates MSW handlers for every endpoint of the contract.
 *
 * By default, a request gets a sample with its own reference, amount, currency and terminal: transactions are
 * approved. A request that violates the contract's schema gets a 422 as from the gateway, one without an access token
 * a 401.
 *
 * @throws When an option or the operation of an answer is unknown. {@link ConfigurationError}
 *
 * @example
 * ```ts
 * const server = setupServer(
 *   ...gatewayHandlers({ baseUrl, authUrl, realm, answers: { manage: HttpResponse.json({ error: 'Conflict', message: 'busy' }, { status: 409 }) } }),
 * )
 * ```
 */
export function gatewayHandlers(options: GatewayHandlersOptions): HttpHandler[] {
  refuseUnknownOptions(options, GATEWAY_HANDLERS_OPTIONS)
  const { baseUrl, authUrl, realm, answers = {} } = options
  refuseUnknownOptions<object>(answers, ENDPOINTS, 'answers')
  const addresses = { api: baseUrl, auth: `${authUrl}/realms/${realm}` }
  return (Object.keys(ENDPOINTS) as EndpointName[]).map((name) => {
    const endpoint: Endpoint = ENDPOINTS[name]
    const address =
      addresses[endpoint.server].replace(/\/+$/, '') + endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1')
    const register = http[endpoint.method.toLowerCase() as 'delete' | 'get' | 'post']
    return register(address, async ({ request, params }) => {
      const isRefused =
        endpoint.auth === 'bearer' && !/^Bearer ./.test(request.headers.get('authorization') ?? '')
      if (isRefused) return HttpResponse.json({ error: 'Unauthorized' }, { status: 401 })

      const read = await readBody(endpoint, request.clone())
      if (!read.ok) {
        const refusal = { errors: read.errors, method: request.method, status: 422 }
        return HttpResponse.json(refusal, { status: 422 })
      }
      const given: unknown = answers[name] ?? echoRequest(defaultAnswer(name), read.value)
      const body: unknown =
        typeof given === 'function'
          ? await (given as (call: unknown) => unknown)({ request, params, body: read.value })
          : given
      if (body instanceof Response) return body.clone()
      return body === null || body === undefined
        ? new HttpResponse(null, { status: endpoint.success })
        : new HttpResponse(JSON.stringify(body), {
            status: endpoint.success,
            headers: { 'content-type': 'application/json; charset=utf-8' },
          })
    })
  })
}

/** An empty list of keys keeps to the contract, and no card could be sealed. */
const defaultAnswer = (name: EndpointName) =>
  name === 'getEncryptionKeys' ? sampleKeys(Date.now()) : sampleAnswer(name)

async function readBody({ body, bodyType }: Endpoint, request: Request) {
  if (!body) return { ok: true, value: undefined } as const
  const text = await request.text()
  const parsed: unknown =
    bodyType === 'form'
      ? Object.fromEntries(new URLSearchParams(text))
      : JSON.parse(text === '' ? 'null' : text)
  return validateRequest(body, parsed)
}
