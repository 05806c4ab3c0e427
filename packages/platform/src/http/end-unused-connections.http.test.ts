import { EventEmitter, once } from 'node:events'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'

import { fastify } from 'fastify'
import { expect, it } from 'vitest'

import { endUnusedConnections } from './end-unused-connections.ts'

/** A server that responds on command, with an idle open connection to it. */
async function serve() {
  const server = fastify({ logger: false })
  endUnusedConnections(server)
  const request = new EventEmitter()
  const asked = once(request, 'asked')
  const may = once(request, 'answer')
  server.get('/', async (_, reply) => {
    request.emit('asked')
    await may
    return reply.header('connection', 'close').send('done')
  })
  await server.listen({ host: '127.0.0.1', port: 0 })
  const { port } = server.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  await once(server.server, 'connection')
  return { server, socket, port, asked, answer: () => request.emit('answer') }
}

it('a server that closes does not wait for a connection on which nothing was sent', async () => {
  const { server, socket } = await serve()
  const ended = once(socket, 'close')
  await server.close()
  await ended
})

it('a server that closes answers requests that it has received', async () => {
  const { server, socket, port, asked, answer } = await serve()
  const unused = once(socket, 'close')
  const answered = fetch(`http://127.0.0.1:${port}/`).then((response) => response.text())
  await asked
  const closed = server.close()
  // The unused connection has ended, and the request continues.
  await unused
  answer()
  expect(await answered).toBe('done')
  await closed
})
