import { AuthenticationError } from '../errors/authentication-error.ts'
import { ConflictError } from '../errors/conflict-error.ts'
import { ContractError } from '../errors/contract-error.ts'
import type { CallDescription, GatewayError, GatewayErrorDetails } from '../errors/gateway-error.ts'
import {
  InvalidNotificationUrlError,
  NOTIFICATION_URL_PROPERTY,
} from '../errors/invalid-notification-url-error.ts'
import { NotFoundError } from '../errors/not-found-error.ts'
import { PermissionError } from '../errors/permission-error.ts'
import { RateLimitError } from '../errors/rate-limit-error.ts'
import { RequestRejectedError } from '../errors/request-rejected-error.ts'
import { ServerError } from '../errors/server-error.ts'
import { ServiceUnavailableError } from '../errors/service-unavailable-error.ts'
import type { Answer } from './exchange.ts'
import { readJsonObject } from './read-json.ts'
import { type Body, readProblems, readRefusal, readValidationError, readWords } from './read-refusal.ts'
import { readRequestId } from './read-request-id.ts'
import { readRetryAfterSeconds } from './read-retry-after.ts'

interface ReadingContext {
  readonly call: CallDescription
  /** Whether the gateway may have acted when it breaks; see {@link ServerError}. */
  readonly acts: boolean
  /** Whether only a Sluice gateway has the endpoint. */
  readonly isExtension?: boolean | undefined
}

interface ErrorParts extends Pick<ReadingContext, 'acts' | 'isExtension'> {
  readonly details: GatewayErrorDetails & { readonly status: number }
  readonly body: Body
  readonly answer: Answer
}

/** Status → class. Every row of the contract's table of HTTP errors that has a meaning of its own. */
const ERROR_BY_STATUS: Readonly<Record<number, (parts: ErrorParts) => GatewayError>> = {
  400: readBadRequest,
  401: ({ details }) => new AuthenticationError({ ...details, refusedBy: 'gateway' }),
  403: ({ details, answer }) => new PermissionError({ ...details, blockedAtEdge: answer.text === '' }),
  404: ({ details, body, isExtension }) =>
    new NotFoundError({ ...details, isExtension, isAnswerOfApi: body?.['error'] === 'Not Found' }),
  409: readConflict,
  422: ({ details, body }) => readValidationError(body, details),
  429: ({ details, answer }) =>
    new RateLimitError({ ...details, retryAfterSeconds: readRetryAfterSeconds(answer.headers) }),
  503: ({ details, answer, acts }) =>
    new ServiceUnavailableError({
      ...details,
      outcomeUnknown: acts,
      retryAfterSeconds: readRetryAfterSeconds(answer.headers),
    }),
}

/**
 * Converts an unsuccessful response to its error. Bodies that are not in the contract (a proxy's page) are classified
 * by their status alone.
 *
 * @see docs/protocol/errors-and-limits.md#http-errors
 */
export function readError(answer: Answer, { call, acts, isExtension }: ReadingContext): GatewayError {
  const { status } = answer
  const details = { call, status, requestId: readRequestId(answer.headers) }
  const body = readJsonObject(answer.text)
  const refusal = readRefusal(body, details)
  if (refusal) return refusal
  const known = ERROR_BY_STATUS[status]
  if (known) return known({ details, body, answer, acts, isExtension })
  if (status >= 500) return new ServerError({ ...details, outcomeUnknown: acts })
  if (status >= 400) return new RequestRejectedError(details)
  return new ContractError({
    ...details,
    outcomeUnknown: acts,
    what: `status ${status} is not documented`,
  })
}

/** Only a key in use has Retry-After: the running request is an earlier attempt of this one. */
function readConflict({ details, body, answer, acts }: ErrorParts): GatewayError {
  const retryAfterSeconds = readRetryAfterSeconds(answer.headers)
  return new ConflictError({
    ...details,
    outcomeUnknown: acts && retryAfterSeconds !== undefined,
    reason: readWords(body?.['message']),
    sessionStatus: readWords(body?.['status']),
    retryAfterSeconds,
  })
}

function readBadRequest({ details, body }: ErrorParts): GatewayError {
  const problems = readProblems(body)
  const aboutUrl = problems.find(({ property }) => property === NOTIFICATION_URL_PROPERTY)
  return aboutUrl
    ? new InvalidNotificationUrlError({ ...details, rule: aboutUrl.message })
    : readValidationError(body, details)
}
