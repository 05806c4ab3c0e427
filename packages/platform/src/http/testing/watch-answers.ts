import type { FastifyRequest } from 'fastify'

import type { HttpServer } from '../http-server.ts'
import { findAnswerFaults, findPageFaults } from './find-header-faults.ts'

/** A document that a server of a test has sent. */
export interface SentPage {
  /** The method and the template of the route; without a route, only the method. */
  readonly route: string
  readonly status: number
}

/** The responses that a server has sent so far. */
export interface WatchedAnswers {
  readonly pages: readonly SentPage[]
  /** The route of each answer, in their order. */
  readonly routes: readonly string[]
  /** The faults in headers, each once. */
  readonly faults: ReadonlySet<string>
}

/**
 * Checks the headers of every response of a server, so that no page of any test is missed: closing the server fails
 * if one was wrong.
 */
export function watchAnswers(server: HttpServer): WatchedAnswers {
  const pages: SentPage[] = []
  const routes: string[] = []
  const faults = new Set<string>()
  server.addHook('onSend', async (request, reply, payload) => {
    const headers = reply.getHeaders()
    const isPage = String(headers['content-type']).startsWith('text/html')
    const route = routeOf(request)
    routes.push(route)
    if (isPage) pages.push({ route, status: reply.statusCode })
    const found = isPage ? findPageFaults(route, headers) : findAnswerFaults(headers)
    for (const fault of found) faults.add(`${route} answered ${reply.statusCode} and ${fault}`)
    return payload
  })
  server.addHook('onClose', async () => {
    if (faults.size > 0) throw new Error(`Headers of answers:\n${[...faults].join('\n')}`)
  })
  return { pages, routes, faults }
}

const routeOf = ({ method, routeOptions }: FastifyRequest): string =>
  `${method} ${routeOptions.url ?? ''}`.trim()
