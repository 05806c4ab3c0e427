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
import { ValidationError, type ValidationProblem } from '../errors/validation-error.ts'
import type { Answer } from './exchange.ts'
import { readJsonObject } from './read-json.ts'
import { readRequestId } from './read-request-id.ts'
import { readRetryAfterSeconds } from './read-retry-after.ts'

type Body = Readonly<Record<string, unknown>> | undefined

interface ReadingContext {
  readonly call: CallDescription
  /** Whether the gateway may have acted when it breaks; see {@link ServerError}. */
  readonly acts: boolean
}

interface ErrorParts {
  readonly details: GatewayErrorDetails & { readonly status: number }
  readonly body: Body
  readonly answer: Answer
  readonly acts: boolean
}

/** Status → class. Every row of the contract's table of HTTP errors that has a meaning of its own. */
const ERROR_BY_STATUS: Readonly<Record<number, (parts: ErrorParts) => GatewayError>> = {
  400: readBadRequest,
  401: ({ details }) => new AuthenticationError({ ...details, refusedBy: 'gateway' }),
  403: ({ details, answer }) => new PermissionError({ ...details, blockedAtEdge: answer.text === '' }),
  404: ({ details, body }) =>
    new NotFoundError({ ...details, isAnswerOfApi: body?.['error'] === 'Not Found' }),
  409: readConflict,
  422: ({ details, body }) =>
    new ValidationError({
      ...details,
      foundBy: 'gateway',
      problems: readProblems(body),
      processingCode: readWords(body?.['processing_code']),
    }),
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
 * Turns an answer that is not a success into the error it means. Bodies that are not the contract's (a proxy's page)
 * are judged by their status alone.
 *
 * @see docs/protocol.md#http-errors
 */
export function readError(answer: Answer, { call, acts }: ReadingContext): GatewayError {
  const { status } = answer
  const details = { call, status, requestId: readRequestId(answer.headers) }
  const known = ERROR_BY_STATUS[status]
  if (known) return known({ details, body: readJsonObject(answer.text), answer, acts })
  if (status >= 500) return new ServerError({ ...details, outcomeUnknown: acts })
  if (status >= 400) return new RequestRejectedError(details)
  return new ContractError({
    ...details,
    outcomeUnknown: acts,
    what: `status ${status} is not one of the API`,
  })
}

/** Only for a key that is in use it is said when to come back: the request that is running is this one, sent before. */
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
    : new ValidationError({ ...details, foundBy: 'gateway', problems })
}

/** Both shapes of the contract carry `errors`; items without `params` are tolerated, other oddities are skipped. */
function readProblems(body: Body): ValidationProblem[] {
  const items: unknown = body?.['errors']
  if (!Array.isArray(items)) return []
  return items.flatMap((item: unknown): ValidationProblem[] => {
    if (typeof item !== 'object' || item === null) return []
    const { property, message, params } = item as Record<string, unknown>
    if (typeof property !== 'string' || typeof message !== 'string') return []
    return [{ property, message, params: Array.isArray(params) ? params.map(String) : [] }]
  })
}

/** Longer texts are no reasons but pages, and do not belong in a message. */
const WORDS_MAX_CHARS = 200

function readWords(value: unknown): string | undefined {
  return typeof value === 'string' && value.length > 0 && value.length <= WORDS_MAX_CHARS ? value : undefined
}
