import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'

import { expect, it } from 'vitest'

import { answerHalfClosed } from './answer-half-closed.ts'

it.each([
  { what: 'one', requests: 1, bytes: 10 },
  { what: 'some, one after the other', requests: 3, bytes: 10 },
  { what: 'more than a connection holds', requests: 12, bytes: 400_000 },
])('a client that has half-closed its connection gets its responses: $what', async ({ requests, bytes }) => {
  const server = createServer((request, response) => {
    // This arrives after the client's half-close.
    request.socket.once('end', () => response.end(`answer to ${request.url}${'.'.repeat(bytes)}`))
  })
  answerHalfClosed(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.end(
    Array.from({ length: requests }, (_, index) => `GET /${index} HTTP/1.1\r\nHost: a\r\n\r\n`).join(''),
  )
  const came = await text(socket)
  expect(came.match(/answer to \/\d+/g)).toEqual(
    Array.from({ length: requests }, (_, index) => `answer to /${index}`),
  )
  // The server has ended the connection, so nothing keeps it open.
  await new Promise((resolve) => server.close(resolve))
})
