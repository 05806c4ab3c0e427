import type { FastifyInstance, FastifyRequest } from 'fastify'

import type { RequestSpan } from '../telemetry/tracing.ts'
import type { Telemetry } from '../telemetry/telemetry.ts'

/** Health checks of balancers would dominate the measurements. */
const UNSEEN = '/health/'

/** Measures every request: by its route's template and never by its path, which may hold a session's id. */
export function measureRequests(server: FastifyInstance, telemetry: Telemetry): void {
  const spans = new WeakMap<FastifyRequest, RequestSpan>()
  server.addHook('onRequest', async (request) => {
    if (request.url.startsWith(UNSEEN)) return
    spans.set(request, telemetry.beginRequest(request.headers))
  })
  // Starts no earlier, because the callback of a body's last chunk runs in the socket's context and loses the span.
  server.addHook('preHandler', (request, _reply, done) => {
    const span = spans.get(request)
    if (span) span.run(done)
    else done()
  })
  server.addHook('onResponse', async (request, reply) => {
    const span = spans.get(request)
    if (!span) return
    telemetry.endRequest(span, {
      method: request.method,
      // Unknown paths are made up by strangers, without number.
      route: request.is404 ? 'none' : (request.routeOptions.url ?? 'none'),
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1_000,
    })
  })
}
