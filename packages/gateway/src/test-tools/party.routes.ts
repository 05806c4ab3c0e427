import type { HandleMessage } from '@sluice/simulators'
import type { HttpServer } from '@sluice/platform/http/http-server'

/** Serves a party below the path that its clients configure. */
export function registerParty(server: HttpServer, prefix: string, handle: HandleMessage): void {
  server.route({
    method: ['GET', 'POST'],
    url: `${prefix}/*`,
    handler: async (request, reply) => {
      const answer = await handle({
        method: request.method,
        path: request.url.slice(prefix.length),
        headers: request.headers,
        body: request.rawBody?.toString() ?? '',
      })
      if (!('lost' in answer)) return reply.code(answer.status).type(answer.contentType).send(answer.body)
      // No answer is sent: the client times out, or this server closes the connection when it stops.
      if (answer.lost !== 'silence') request.raw.socket.resetAndDestroy()
      return reply.hijack()
    },
  })
}
