import type { EndpointName } from '@sluice/types'
import type { Caller } from './caller.ts'
import type { CorsPolicy } from './cors.ts'
import type { ClientKeyOwner, HttpServerOptions } from './http-server-options.ts'

/** What the routes of a server share; made by `createHttpServer`, found on every Fastify instance below it. */
export interface Edge {
  readonly options: HttpServerOptions
  /** Of the service as its clients see it, without a path. With port 0 it is known once the server listens. */
  readonly ownOrigin: () => string
}

declare module 'fastify' {
  interface FastifyInstance {
    readonly edge: Edge
  }
  interface FastifyRequest {
    /** The body's bytes; `null` without one. */
    rawBody: Buffer | null
    /** Known once the edge has identified somebody. */
    caller: Caller | null
    /** What the answer says about limits; null until they were asked. */
    rateHeaders: Readonly<Record<string, string>> | null
    /** Looked up for CORS already; `undefined` where nobody asked yet. */
    clientKeyOwner: ClientKeyOwner | null | undefined
  }
  interface FastifyContextConfig {
    readonly endpoint?: EndpointName
    readonly cors?: CorsPolicy | null
  }
}
