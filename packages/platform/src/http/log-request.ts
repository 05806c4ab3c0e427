import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'

/** One line for each answer: the route's template and never the path, which may hold a session's id. */
export function logRequest(request: FastifyRequest, reply: FastifyReply, logger: Logger): void {
  const { url: route = 'unknown', config } = request.routeOptions
  const level = route.startsWith('/health/') ? 'debug' : 'info'
  logger[level](
    {
      ...request.logContext,
      request_id: request.id,
      method: request.method,
      route,
      endpoint: config.endpoint,
      status: reply.statusCode,
      duration_ms: Math.round(reply.elapsedTime),
      merchant_id: request.caller?.merchantId,
      client_id: request.caller?.kind === 'merchant' ? request.caller.clientId : undefined,
    },
    'answered',
  )
}
