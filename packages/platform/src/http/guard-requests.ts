import type { FastifyInstance } from 'fastify'

import {
  answerUnknownRoute,
  corsHeadersFor,
  isHealthCheck,
  requestedOrigins,
  pathOf,
  refusalOfConnection,
} from './guard-request.ts'
import { notFoundRefusal, unavailableRefusal } from './request-refusal.ts'
import { isServedAt } from './route-table.ts'

/** The client can retry at once at another process; this one ends within seconds. */
const CLOSING_RETRY_SECONDS = 1

/** Refuses requests that no route of the origin serves, and those that arrive while the server shuts down. */
export function guardRequests(server: FastifyInstance, isClosing: () => boolean): void {
  const { options, routes } = server.edge
  const { config, servesOnlyHealth = false } = options
  const usedSockets = new WeakSet<object>()
  server.addHook('onRequest', async (request, reply) => {
    // A proxy that has just connected switches to another process only when its next connection is refused.
    const isFirst = !usedSockets.has(request.socket)
    usedSockets.add(request.socket)
    if (isClosing() && !isFirst) throw unavailableRefusal(CLOSING_RETRY_SECONDS)
    const refusal = refusalOfConnection(request, config)
    if (refusal) throw refusal
    if (servesOnlyHealth && !isHealthCheck(request)) throw notFoundRefusal()
    const origins = server.edge.origins()
    const asked = requestedOrigins(request, origins)
    if (request.is404) {
      const known = routes.at(pathOf(request), asked)
      return answerUnknownRoute(request, reply, known, options, origins)
    }
    const { origin = 'base', onlyApart = false, leadsToPortal = false } = request.routeOptions.config
    const isPath = request.url.startsWith('/')
    if (leadsToPortal && isPath && asked.has('base') && !asked.has('portal'))
      return reply.redirect(`${origins.urls.portal}${request.url}`)
    if (!isServedAt(origin, asked) || (onlyApart && asked.has('base'))) throw notFoundRefusal()
    // No record id contains a NUL, and PostgreSQL rejects it in text.
    if (origin === 'portal' && holdsNul(request.params)) throw notFoundRefusal()
    void reply.headers(await corsHeadersFor(request, options, origins))
  })
}

function holdsNul(params: unknown): boolean {
  return Object.values(params ?? {}).some((value) => typeof value === 'string' && value.includes('\0'))
}
