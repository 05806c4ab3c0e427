import { Readable } from 'node:stream'

import { type Endpoint, type EndpointName, ENDPOINTS } from '@sluice/types'
import type { FastifyReply, FastifyRequest } from 'fastify'

import { type EndpointRequest, routeEndpoint } from './endpoint-routes.ts'
import type { HttpServer } from './http-server.ts'
import { identify, runRequestPipeline } from './request-pipeline.ts'
import { RequestRefusal } from './request-refusal.ts'

/** The request as the handler of a stream receives it. */
export interface EventStreamRequest<N extends EndpointName> extends Pick<
  EndpointRequest<N>,
  'query' | 'caller' | 'headers'
> {
  /** Returns whether the caller would still be admitted: tokens expire, and people lose their rights. */
  readonly mayGoOn: () => Promise<boolean>
  /** Aborted when the client has gone away, which may have been before the handler runs. */
  readonly ended: AbortSignal
}

const RULES = { precheck: () => [], refine: () => [] }

/**
 * Serves a row of the endpoint table whose answer is `text/event-stream`.
 *
 * @param open - validates what the edge cannot, and yields the text of the stream piece by piece. The next piece is
 *   requested when the client has received the previous one.
 */
export function registerEventStream<N extends EndpointName>(
  server: HttpServer,
  name: N,
  open: (request: EventStreamRequest<N>) => Promise<AsyncIterable<string>>,
): void {
  const { edge } = server
  const endpoint: Endpoint = ENDPOINTS[name]

  const handle = async (request: FastifyRequest, reply: FastifyReply) => {
    const ended = watchReader(request, reply)
    const { query, caller } = await runRequestPipeline(name, request, edge, RULES)
    const pieces = await open({
      query,
      caller,
      headers: request.headers,
      mayGoOn: () => isAuthorized(request),
      ended,
      // The schemas of the very row that types the request made its parts.
    } as EventStreamRequest<N>)
    return reply
      .code(endpoint.success)
      .headers({
        'content-type': 'text/event-stream; charset=utf-8',
        // Proxies that gather an answer before they send it on would never send this one.
        'x-accel-buffering': 'no',
        // A stream that ends as the process stops leaves no idle socket, which the process would wait for.
        connection: 'close',
      })
      .send(Readable.from(pieces))
  }

  async function isAuthorized(request: FastifyRequest): Promise<boolean> {
    try {
      await identify(name, request, edge)
      return true
    } catch (error) {
      if (error instanceof RequestRefusal) return false
      throw error
    }
  }

  routeEndpoint(server, name, handle)
}

/** Listens for the client's disconnection from the beginning: a later listener could miss it. */
function watchReader({ raw: { socket } }: FastifyRequest, { raw: answer }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  const leave = (): void => gone.abort(null)
  // A disconnecting reader half-closes first, which is noticed at once; the rest is noticed at the next piece.
  socket.once('end', leave)
  answer.once('close', () => {
    // A refusal leaves the connection open for the next request.
    socket.removeListener('end', leave)
    leave()
  })
  if (socket.destroyed || socket.readableEnded) leave()
  return gone.signal
}
