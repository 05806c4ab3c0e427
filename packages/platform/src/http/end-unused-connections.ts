import type { Socket } from 'node:net'

import type { FastifyInstance } from 'fastify'

/** The time by which a client sends its first request after connecting, even across an ocean. */
const UNUSED_GRACE_MS = 1_000

/**
 * Lets a closing server wait for requests, but not for connections without any: clients open such ones in advance, and
 * Node counts them as busy, for half a minute and more. A connection on which a byte has arrived has the time of a
 * request.
 */
export function endUnusedConnections(server: FastifyInstance): void {
  const unused = new Set<Socket>()
  server.server.on('connection', (socket: Socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  server.server.on('request', ({ socket }) => unused.delete(socket))
  server.addHook('preClose', async () => {
    setTimeout(() => {
      for (const socket of unused) if (socket.bytesRead === 0) socket.destroy()
    }, UNUSED_GRACE_MS).unref()
  })
}
