import type { Server } from 'node:net'

import type { Page } from '@sluice/shared/html'
import type { EndpointName } from '@sluice/types'
import type { LogContext } from '../logging/log-context.ts'
import type { Caller } from './caller.ts'
import type { Operator } from './identify-operator.ts'
import type { CorsPolicy } from './cors.ts'
import type { ClientKeyOwner, HttpServerOptions } from './http-server-options.ts'
import type { RouteTable } from './route-table.ts'
import type { FurtherOrigin, OriginName, Origins } from './origins.ts'

/** The state that the routes of a server share; */
export interface Edge {
  readonly options: HttpServerOptions
  /** The origins; with port 0 they are known once the server listens. */
  readonly origins: () => Origins
  /** All served routes. */
  readonly routes: RouteTable
  /** Ports of origins that have one of their own, once they are open. */
  readonly originPorts: Partial<Record<FurtherOrigin, number>>
  /** Ports for browsers that do not resolve names below `localhost`, once they are open. */
  readonly fallbackPorts: Partial<Record<FurtherOrigin, number>>
  /**
   * The 404 pages of origins without the shopper's page. An origin that shares the base's name has shoppers, too, who
   * see their own.
   */
  readonly notFoundPages: Partial<Record<FurtherOrigin, () => Page>>
  /** Further addresses where the server listens, which close before it. */
  readonly doors: Server[]
}

declare module 'fastify' {
  interface FastifyInstance {
    readonly edge: Edge
  }
  interface FastifyRequest {
    /** The body's bytes; `null` without one. */
    rawBody: Buffer | null
    /** Releases the address's place among concurrent requests; null once it is released. */
    endWaiting: (() => void) | null
    /** Known once the edge has identified the caller. */
    caller: Caller | null
    /** A caller as the operator, even without the area that the endpoint requires. */
    operator: Operator | null
    /** The rate-limit headers of the response; null until the limits were checked. */
    rateHeaders: Readonly<Record<string, string>> | null
    /** The body of an answer of 400 or more; null for every other one. */
    failedWith: unknown
    /** The context of its log lines; null before its handler runs. */
    logContext: LogContext | null
    /** Looked up for CORS already; `undefined` before the look-up. */
    clientKeyOwner: ClientKeyOwner | null | undefined
  }
  interface FastifyContextConfig {
    readonly endpoint?: EndpointName
    readonly cors?: CorsPolicy | null
    /** The origin that serves the route; the base origin by default. */
    readonly origin?: OriginName | 'every'
    /**
     * Disables the route if its origin shares the base origin: a cookie authorizes it, and scripts of others run
     * there.
     */
    readonly onlyApart?: true
    /** A portal page that people open at the base URL, which redirects them to the portal. */
    readonly leadsToPortal?: true
  }
}
