import type { ErrorItem } from '@sluice/types'
import type { OperatorArea } from '@sluice/types/vocabulary'

export type AnswerHeaders = Readonly<Record<string, string>>

/**
 * An answer other than success, thrown anywhere below a handler: the edge sends it unchanged.
 *
 * A decline is not a refusal: it is a result and travels in a success.
 */
export class RequestRefusal extends Error {
  readonly status: number
  readonly headers: AnswerHeaders
  readonly #body: unknown

  /**
   * @param body - the JSON body; `null` for an empty one.
   */
  constructor(status: number, body: unknown, headers: AnswerHeaders = {}) {
    super(`answered with ${status}`)
    this.name = 'RequestRefusal'
    this.status = status
    this.headers = headers
    this.#body = body
  }

  /** @param _method - of the request, which some bodies repeat. */
  bodyFor(_method: string): unknown {
    return this.#body
  }
}

/** Problems of single members; the body names the request's method. */
class ProblemRefusal extends RequestRefusal {
  readonly #errors: readonly ErrorItem[]

  readonly #further: Readonly<Record<string, unknown>>

  constructor(
    status: 400 | 422,
    errors: readonly ErrorItem[],
    further: Readonly<Record<string, unknown>> = {},
  ) {
    super(status, null)
    this.#errors = errors
    this.#further = further
  }

  override bodyFor(method: string): unknown {
    return { errors: this.#errors, ...this.#further, method, status: this.status }
  }
}

/**
 * 422: the request is invalid. It lists all problems, in the order of its members.
 *
 * @param further - further members of the body.
 */
export function validationRefusal(
  errors: readonly ErrorItem[],
  further: Readonly<Record<string, unknown>> = {},
): RequestRefusal {
  return new ProblemRefusal(422, errors, further)
}

/** 400: the request cannot be read at all, or names a notification URL that cannot be used. */
export function badRequestRefusal(errors: readonly ErrorItem[]): RequestRefusal {
  return new ProblemRefusal(400, errors)
}

/** 403 without a body: the edge does not say what it saw. @see docs/protocol/origins.md#edge-filter */
export function edgeRefusal(): RequestRefusal {
  return new RequestRefusal(403, null)
}

/** 403: the caller's token lacks a role. */
export function insufficientScope(): RequestRefusal {
  return new RequestRefusal(
    403,
    { error: 'Forbidden' },
    { 'www-authenticate': 'Bearer error="insufficient_scope"' },
  )
}

/**
 * 403: the token of the operator's program is good for other areas. RFC 6750 §3 requires the header to name the missing
 * scope.
 */
export function missingArea(area: OperatorArea): RequestRefusal {
  return new RequestRefusal(
    403,
    { error: 'Forbidden', area },
    { 'www-authenticate': `Bearer error="insufficient_scope", scope="operator:${area}"` },
  )
}

export function notFoundRefusal(): RequestRefusal {
  return new RequestRefusal(404, { error: 'Not Found' })
}

/** 503: the caller may come back after `retryAfterSeconds`. */
export function unavailableRefusal(retryAfterSeconds: number): RequestRefusal {
  return new RequestRefusal(
    503,
    { error: 'Service Unavailable' },
    { 'retry-after': String(retryAfterSeconds) },
  )
}

// Most outages end within seconds, and clients add their own jitter.
const OUTAGE_RETRY_SECONDS = 2

/** 503: a dependency is down. */
export function outageRefusal(): RequestRefusal {
  return unavailableRefusal(OUTAGE_RETRY_SECONDS)
}

/** 500: an internal error, of which the caller receives only the id in our log. */
export function failureRefusal(requestId: string): RequestRefusal {
  return new RequestRefusal(500, { error: 'Internal Server Error', request_id: requestId })
}

/** 400: the body never was what it says it is. */
export function malformedBodyRefusal(): RequestRefusal {
  return badRequestRefusal([{ property: 'body', message: 'Malformed JSON', params: ['body'] }])
}
