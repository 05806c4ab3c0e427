import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

import { expect, it, onTestFinished } from 'vitest'

import { sendOverHttps } from '../http/send-over-https.ts'
import { createSendRequest } from './carry-requests.ts'

/** A provider that closes the connection after it read the second request, and refuses every later one. */
async function startProvider(refusal: number) {
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      requests.push(request)
      if (requests.length === 2) request.socket.resetAndDestroy()
      else response.writeHead(requests.length === 1 ? 200 : refusal).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const send = createSendRequest(sendOverHttps({ party: 'acme', url }))
  const call = (movesMoney: boolean) =>
    send({ method: 'POST', path: '/', headers: {}, body: 'key-1', movesMoney }, 60_000)
  return { requests, call }
}

it.each([429, 403])(
  'a request that moves money is lost with its keep-alive connection, and no later %d can refuse it',
  async (refusal) => {
    const { requests, call } = await startProvider(refusal)
    expect(await call(false)).toMatchObject({ kind: 'answer', status: 200 })
    expect(await call(true)).toEqual({ kind: 'failure', code: 'CONNECTION_LOST' })
    expect(requests).toHaveLength(2)
    // The same connection must be used, or the test proves nothing.
    expect(requests[1]?.socket).toBe(requests[0]?.socket)
  },
)

it('a request that moves no money is sent again', async () => {
  const { requests, call } = await startProvider(429)
  await call(false)
  expect(await call(false)).toMatchObject({ kind: 'answer', status: 429 })
  expect(requests).toHaveLength(3)
})
