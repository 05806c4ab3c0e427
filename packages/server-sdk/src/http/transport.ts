import {
  type AnswerOf,
  type BodyOf,
  type Endpoint,
  type EndpointName,
  ENDPOINTS,
  type ParamsOf,
  type QueryOf,
} from '@sluice/types'
import type { GatewayErrorDetails } from '../errors/gateway-error.ts'
import type { Settings } from '../client-options.ts'
import { type AccessTokens, createAccessTokens } from './access-token.ts'
import { type Answer, exchange, type OutgoingRequest } from './exchange.ts'
import { type AnyInput, prepareRequest } from './prepare-request.ts'
import { readError, readRequestId } from './read-error.ts'
import { readSuccess } from './read-success.ts'

/** What an endpoint needs to be called: its path parameters, its query and its body, each only where it has one. */
export type CallInput<Name extends EndpointName> = (ParamsOf<Name> extends undefined
  ? object
  : { readonly params: ParamsOf<Name> }) &
  (QueryOf<Name> extends undefined ? object : { readonly query: QueryOf<Name> }) &
  (BodyOf<Name> extends undefined ? object : { readonly body: BodyOf<Name> })

export interface CallResult<Name extends EndpointName> {
  readonly body: AnswerOf<Name>
  readonly headers: Headers
  /** For an error about the body that only the caller can see. */
  readonly details: GatewayErrorDetails
}

export interface FindResult<Name extends EndpointName> {
  readonly found: boolean
  /** The body of the success; that of the 404 when `found` is `false`. */
  readonly body: AnswerOf<Name>
}

export interface Transport {
  /** Calls an endpoint of the API and reads its success. Everything else is thrown. */
  call<Name extends EndpointName>(name: Name, input: CallInput<Name>): Promise<CallResult<Name>>
  /** The same for an endpoint whose 404 is an answer with a body of its own. */
  find<Name extends EndpointName>(name: Name, input: CallInput<Name>): Promise<FindResult<Name>>
}

/** Joins the table of endpoints, the access token and the exchange into one way to call the API. */
export function createTransport(settings: Settings): Transport {
  const accessTokens = createAccessTokens({
    clientId: settings.clientId,
    clientSecret: settings.clientSecret,
    now: settings.now,
    postForm: (form) => postTokenForm(settings, form),
  })

  async function send(name: EndpointName, input: AnyInput, isAnswer: (status: number) => boolean) {
    const request = prepareRequest(settings, name, input)
    const answer = await sendAuthorized(settings, accessTokens, request)
    if (!isAnswer(answer.status)) throw readError(answer, request)
    const { responses, success }: Endpoint = ENDPOINTS[name]
    // Any 2xx is a success; one that the table does not list has the body of the one that it does.
    const schema = responses[answer.status] ?? responses[success]
    const details = {
      call: request.call,
      status: answer.status,
      requestId: readRequestId(answer),
      outcomeUnknown: request.acts,
    }
    return { answer, details, body: schema ? readSuccess(answer.text, schema, details) : undefined }
  }

  return {
    async call<Name extends EndpointName>(name: Name, input: CallInput<Name>) {
      const { answer, details, body } = await send(name, input as AnyInput, isSuccess)
      return { body: body as AnswerOf<Name>, headers: answer.headers, details }
    },
    async find<Name extends EndpointName>(name: Name, input: CallInput<Name>) {
      const { answer, body } = await send(
        name,
        input as AnyInput,
        (status) => isSuccess(status) || status === 404,
      )
      return { found: isSuccess(answer.status), body: body as AnswerOf<Name> }
    },
  }
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300
}

/**
 * Sends with an access token. A 401 means that the API did nothing, so that one is repeated, once, with a new token;
 * the idempotency key stays the same.
 */
async function sendAuthorized(
  settings: Settings,
  accessTokens: AccessTokens,
  request: OutgoingRequest,
): Promise<Answer> {
  const send = (accessToken: string) =>
    exchange(
      { ...request, headers: { ...request.headers, authorization: `Bearer ${accessToken}` } },
      settings,
    )

  const accessToken = await accessTokens.current()
  const answer = await send(accessToken)
  if (answer.status !== 401) return answer
  accessTokens.refuse(accessToken)
  return send(await accessTokens.current())
}

function postTokenForm(settings: Settings, form: URLSearchParams): Promise<Answer> {
  const { method, path }: Endpoint = ENDPOINTS.issueToken
  return exchange(
    {
      method,
      url: settings.realmUrl + path,
      headers: {
        accept: 'application/json',
        'content-type': 'application/x-www-form-urlencoded',
        'user-agent': settings.userAgent,
      },
      body: form.toString(),
      call: { method, path: `/realms/{realm}${path}` },
      acts: false,
    },
    settings,
  )
}
