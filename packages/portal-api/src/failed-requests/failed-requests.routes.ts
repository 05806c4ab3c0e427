import type { FastifyRequest } from 'fastify'

import { ENDPOINTS, type EndpointName } from '@sluice/types'
import { LIMITS } from '@sluice/types/vocabulary'
import { type Clock, toTimestamp } from '@sluice/platform/kernel/clock'
import { sendAnswer } from '@sluice/platform/http/answer'
import { AT_PORTAL, registerEndpoint } from '@sluice/platform/http/endpoint-routes'
import type { HttpServer } from '@sluice/platform/http/http-server'
import { validationRefusal } from '@sluice/platform/http/request-refusal'

import {
  type FailedRequest,
  type FailedRequests,
  FAILURES_KEPT_MS,
  type FailureKind,
} from './failed-request.ts'

const PATH = '/portal/failed-requests'

/** About two screens. */
const PAGE = 50

const ID = /^[0-9a-f-]{36}$/

/** Serves which requests of a merchant failed: to programs one by one, and by kinds at the portal. @see docs/protocol/portal.md#failed-requests */
export function registerFailedRequests(
  server: HttpServer,
  {
    failures,
    realTime,
    requirePermission,
  }: {
    readonly failures: Pick<FailedRequests, 'group' | 'list' | 'search'>
    readonly realTime: Clock
    /** The merchant of the requesting person, who has the right. */
    readonly requirePermission: (request: FastifyRequest) => Promise<{ readonly merchantId: string }>
  },
): void {
  registerEndpoint(server, 'listFailedRequests', async ({ query, caller: { merchantId } }) => {
    const { endpoint = null, status = null, transaction_id: transactionId = null, from, cursor } = query
    if (cursor !== undefined && !ID.test(cursor)) throw invalid('cursor')
    const { limit = LIMITS.PAGE_SIZE_DEFAULT } = query
    const found = await failures.search(merchantId, {
      endpoint,
      status,
      transactionId,
      sinceMs: Math.max(from === undefined ? 0 : Date.parse(from), realTime.now() - FAILURES_KEPT_MS),
      beforeId: cursor ?? null,
      limit: limit + 1,
    })
    const page = found.slice(0, limit)
    const data = page.map((failed) => ({
      id: failed.id,
      ...toWireKind(failed),
      ...toWireRequest(failed),
    }))
    return {
      status: 200,
      body: { data, next_cursor: found.length > limit ? (page.at(-1)?.id ?? null) : null },
    }
  })

  server.get(PATH, { config: AT_PORTAL }, async (request, reply) => {
    const { merchantId } = await requirePermission(request)
    const sinceMs = realTime.now() - FAILURES_KEPT_MS
    const groups = await failures.group(merchantId, sinceMs)
    return sendAnswer(reply, 200, {
      since: toTimestamp(sinceMs),
      data: groups.map(({ count, firstAtMs, lastAtMs, ...kind }) => ({
        ...toWireKind(kind),
        count,
        first_at: toTimestamp(firstAtMs),
        last_at: toTimestamp(lastAtMs),
      })),
    })
  })

  server.get(`${PATH}/requests`, { config: AT_PORTAL }, async (request, reply) => {
    const { merchantId } = await requirePermission(request)
    const query = request.query as Readonly<Record<string, unknown>>
    const beforeId = typeof query['cursor'] === 'string' ? query['cursor'] : null
    if (beforeId !== null && !ID.test(beforeId)) throw invalid('cursor')
    const sinceMs = realTime.now() - FAILURES_KEPT_MS
    const found = await failures.list(merchantId, readKind(query), { sinceMs, beforeId, limit: PAGE + 1 })
    const page = found.slice(0, PAGE)
    return sendAnswer(reply, 200, {
      data: page.map(toWireRequest),
      next_cursor: found.length > PAGE ? (page.at(-1)?.id ?? null) : null,
    })
  })
}

function readKind(query: Readonly<Record<string, unknown>>): FailureKind {
  const text = (name: string) => {
    const value = query[name]
    // PostgreSQL would stumble over a NUL.
    if (typeof value === 'string' && /\p{Cc}/u.test(value)) throw invalid(name)
    return typeof value === 'string' ? value : null
  }
  const endpoint = text('endpoint')
  if (endpoint === null || !isEndpoint(endpoint)) throw invalid('endpoint')
  const status = Number(text('status'))
  if (!Number.isInteger(status) || status < 400 || status > 599) throw invalid('status')
  return { endpoint, status, property: text('property'), message: text('message') }
}

function isEndpoint(name: string): name is EndpointName {
  return Object.hasOwn(ENDPOINTS, name)
}

function invalid(property: string) {
  return validationRefusal([{ property, message: 'has an invalid format', params: [property] }])
}

function toWireKind({ endpoint, status, property, message }: FailureKind) {
  // A release may take an endpoint away whose failures are still there.
  const row = isEndpoint(endpoint) ? ENDPOINTS[endpoint] : null
  return {
    endpoint,
    method: row?.method ?? null,
    path: row?.path ?? null,
    status,
    property,
    message,
  }
}

function toWireRequest({ requestId, transactionId, caller, createdAtMs }: FailedRequest) {
  return {
    request_id: requestId,
    transaction_id: transactionId,
    caller: caller === 'browser' ? 'BROWSER' : 'SERVER',
    created_at: toTimestamp(createdAtMs),
  }
}
