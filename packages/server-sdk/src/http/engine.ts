/**
 * The half of the transport that is heavy: the contract with its schemas, and the HTTP library. It is loaded by the first
 * call and imported from nowhere else, so that importing the package stays cheap.
 *
 * @module
 * @decision 0038
 */
import { type Endpoint, type EndpointName, ENDPOINTS, envelope, type Envelope } from '@sluice/types'
import { checkEnvelope } from '../check-envelope.ts'
import type { Settings } from '../client-options.ts'
import type { GatewayErrorDetails } from '../errors/gateway-error.ts'
import { createAccessTokens, tokenCall } from './access-token.ts'
import type { ApiResponse } from './api-promise.ts'
import type { CallSettings } from './call-options.ts'
import { type Answer, exchange } from './exchange.ts'
import type { OutgoingRequest } from './outgoing-request.ts'
import { startLimit } from './limit.ts'
import { openStream } from './open-stream.ts'
import { DECIDING_MEMBERS } from './deciding-members.ts'
import { type AnyInput, type CustomRequest, prepareCustomRequest, prepareRequest } from './prepare-request.ts'
import { readJsonObject } from './read-json.ts'
import { readRefusal } from './read-refusal.ts'
import { readRequestId } from './read-request-id.ts'
import { readSuccess } from './read-success.ts'
import { sendUntilAnswered, waitForToken } from './send-until-answered.ts'

/** Endpoints that do the same thing once however often they are called, by the reference in the body. */
const REPEATABLE: readonly EndpointName[] = ['createPayment', 'createPayout']

/** Statuses that are not successes but whose body is a result, not an error. */
const FURTHER_ANSWERS: Readonly<Partial<Record<EndpointName, readonly number[]>>> = { getStatus: [404] }

export interface Engine {
  call(name: EndpointName, input: AnyInput, options: CallSettings): Promise<ApiResponse<unknown>>
  request(request: CustomRequest, options: CallSettings): Promise<ApiResponse<unknown>>
  /** Opens a streaming response, once. */
  stream(name: EndpointName, input: AnyInput, options: CallSettings): AsyncIterable<string>
  /** Gets an access token, unless there is one. */
  authenticate(options: CallSettings): Promise<void>
}

export function createEngine(settings: Settings): Engine {
  const accessTokens = createAccessTokens({
    host: hostOf(settings.realmUrl),
    proveClient: settings.proveClient,
    nowMs: settings.monotonicMs,
    postForm: (form) => postTokenForm(settings, form),
  })

  return {
    async call(name, input, options) {
      const request = prepareRequest(settings, options, name, input)
      const further = FURTHER_ANSWERS[name] ?? []
      const answer = await sendUntilAnswered(request, {
        settings,
        options,
        accessTokens,
        isRepeatable: isRepeatable(request, options) || REPEATABLE.includes(name),
        isAnswer: ({ status }) => isSuccess(status) || further.includes(status),
      })
      return { ...around(answer), data: readBody(settings, name, answer, request) }
    },
    async request(custom, options) {
      const request = prepareCustomRequest(settings, options, custom)
      const answer = await sendUntilAnswered(request, {
        settings,
        options,
        accessTokens,
        isRepeatable: isRepeatable(request, options),
        isAnswer: ({ status }) => isSuccess(status),
      })
      return { ...around(answer), data: readAnything(answer.text) }
    },
    stream: (name, input, options) =>
      openStream(prepareRequest(settings, options, name, input), { settings, options, accessTokens }),
    async authenticate({ deadlineMs, signal }) {
      const limit = startLimit(deadlineMs, signal, settings.startTimer)
      const call = tokenCall(hostOf(settings.realmUrl))
      await waitForToken(accessTokens, limit.signal, { call }).finally(() => limit.release())
    },
  }
}

async function postTokenForm(settings: Settings, form: URLSearchParams): Promise<Answer> {
  const { method, path }: Endpoint = ENDPOINTS.issueToken
  // The shared request has its own time limit, and continues if one of its callers goes away.
  const limit = startLimit(settings.timeoutMs, undefined, settings.startTimer)
  const request: OutgoingRequest = {
    method,
    url: settings.realmUrl + path,
    headers: {
      ...settings.headers,
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
      'user-agent': settings.userAgent,
    },
    body: form.toString(),
    call: tokenCall(hostOf(settings.realmUrl)),
    acts: false,
  }
  const context = { settings, signal: limit.signal, attempt: 1 }
  return exchange(request, context).finally(() => limit.release())
}

function hostOf(url: string): string {
  return new URL(url).origin
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300
}

function isRepeatable({ acts }: OutgoingRequest, { retryUnsafe }: CallSettings): boolean {
  return !acts || retryUnsafe
}

function around(answer: Answer): Omit<ApiResponse<unknown>, 'data'> {
  const { status, headers } = answer
  return { status, headers, requestId: readRequestId(headers) }
}

/**
 * @throws When the body breaks the contract. {@link ContractError}
 * @throws When it refuses the request: some deployments do that with a success. {@link ValidationError}
 */
function readBody(settings: Settings, name: EndpointName, answer: Answer, request: OutgoingRequest): unknown {
  const { responses, success }: Endpoint = ENDPOINTS[name]
  // Any 2xx is a success; one that the table does not list has the body of the one that it does.
  const schema = responses[answer.status] ?? responses[success]
  if (!schema) return undefined
  const { status, text } = answer
  const { call, acts } = request
  const requestId = readRequestId(answer.headers)
  const refusal = readRefusal(readJsonObject(text), { call, status, requestId })
  if (refusal) throw refusal
  const details: GatewayErrorDetails = { call, status, requestId, outcomeUnknown: acts }
  const body = readSuccess(text, {
    schema,
    details,
    deciding: DECIDING_MEMBERS[name],
    onDeviation: (members) => settings.watch.contractDeviation({ call, status, requestId, members }),
  })
  if (schema === envelope) checkEnvelope(body as Envelope, { ...details, answer: text })
  return body
}

/** JSON as it reads, nothing as `undefined`, anything else as its text. */
function readAnything(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}
