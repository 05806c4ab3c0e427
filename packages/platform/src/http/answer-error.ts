import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { sendAnswer } from './answer.ts'
import { errorPage, isPageVisit } from './error-page.ts'
import { type Page, sendPage } from '@sluice/shared/html'
import { explainRefusal } from './explain-refusal.ts'
import { pathOf } from './guard-request.ts'
import { undecodablePathRefusal } from './not-found.ts'
import type { OriginName } from './origins.ts'
import {
  failureRefusal,
  malformedBodyRefusal,
  notFoundRefusal,
  outageRefusal,
  RequestRefusal,
} from './request-refusal.ts'

const REFUSALS: Readonly<Record<string, (request: IncomingMessage) => RequestRefusal>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => new RequestRefusal(413, { error: 'Payload Too Large' }),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => new RequestRefusal(415, { error: 'Unsupported Media Type' }),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: malformedBodyRefusal,
  FST_ERR_BAD_URL: undecodablePathRefusal,
  FST_ERR_MAX_PARAM_LENGTH: notFoundRefusal,
}

/** The dependencies of the error handler. */
export interface ErrorAnswering {
  readonly logger: Logger
  /** Returns whether a dependency is down, so that the same request may succeed later. */
  readonly isOutage: (error: unknown) => boolean
  /** Adds a header in the test environment that explains why a request was refused. */
  readonly environment: 'test' | 'production'
}

/** Answers everything that was thrown below: refusals as they are, outages 503, everything else 500 without details. */
export function answerError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  { logger, isOutage, environment }: ErrorAnswering,
): FastifyReply {
  const refusal = refusalOf(error, request)
  const why = refusal && environment === 'test' ? explain(refusal, request) : null
  if (why !== null) void reply.header('x-refused', why)
  if (refusal && isPageVisit(request)) {
    const page = (refusal.status === 404 && ownNotFoundPage(request)) || errorPage(refusal.status, request)
    return sendPage(reply, { ...page, headers: { ...page.headers, ...refusal.headers } })
  }
  if (refusal) return sendAnswer(reply, refusal.status, refusal.bodyFor(request.method), refusal.headers)

  if (isOutage(error)) {
    logger.error({ err: error, request_id: request.id }, 'a dependency is unavailable')
    const outage = outageRefusal()
    return sendAnswer(reply, outage.status, outage.bodyFor(request.method), outage.headers)
  }
  logger.error({ err: error, request_id: request.id }, 'request failed')
  const failure = failureRefusal(request.id)
  return sendAnswer(reply, failure.status, failure.bodyFor(request.method))
}

/** Returns the 404 page of an origin that has its own, such as the portal; null for the base URL, which shoppers open. */
function ownNotFoundPage({ server: { edge }, headers }: FastifyRequest): Page | null {
  const asked = edge.origins().at(headers.host)
  if (asked === null || asked.has('base')) return null
  const [page] = Object.entries(edge.notFoundPages).filter(([name]) => asked.has(name as OriginName))
  return page === undefined ? null : { ...page[1](), status: 404 }
}

function explain({ status }: RequestRefusal, request: FastifyRequest): string | null {
  const { headers, rawBody } = request
  const { authorization, 'user-agent': userAgent } = headers
  return explainRefusal({ status, path: pathOf(request), userAgent, authorization, body: rawBody })
}

function refusalOf(error: unknown, { raw }: FastifyRequest): RequestRefusal | null {
  if (error instanceof RequestRefusal) return error
  // A client that disconnected in the middle of a body gets no response, and this is not our failure.
  if (raw.destroyed && !raw.complete) return malformedBodyRefusal()
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return Object.hasOwn(REFUSALS, code) ? (REFUSALS[code]?.(raw) ?? null) : null
}
