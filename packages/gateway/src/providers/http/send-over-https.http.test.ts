import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { expect, it, onTestFinished, vi } from 'vitest'

import { sendOverHttps } from './send-over-https.ts'

const WAIT = { timeout: 60_000 }
/** The maximum number of concurrent calls to one party. */
const CONNECTIONS = 256

/** A party that answers on request, and the calls that it received. */
async function startParty() {
  const bodies: string[] = []
  const open: ServerResponse[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += String(chunk)))
    request.on('end', () => {
      bodies.push(body)
      open.push(response)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const send = sendOverHttps({
    party: 'acme',
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  })
  return {
    bodies,
    open,
    send,
    call: (body: string, limitMs: number) =>
      send({ method: 'POST', path: '/', headers: {}, body }, limitMs).then(
        ({ status }) => String(status),
        (error: unknown) => String((error as { code?: unknown }).code),
      ),
  }
}

it('a call that gets no connection in time is reported in time as never sent, and is never sent later', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { bodies, open, call } = await startParty()
  const holding = Array.from({ length: CONNECTIONS }, () => call('holding', 60_000))
  await expect.poll(() => open.length, WAIT).toBe(CONNECTIONS)
  const told: string[] = []
  const tell = (name: string, outcome: Promise<string>) =>
    outcome.then((code) => told.push(`${name} ${code}`))
  void tell('short', call('short', 1_000))
  void tell('long', call('long', 30_000))
  vi.advanceTimersByTime(999)
  await new Promise((resolve) => setImmediate(resolve))
  expect(told).toEqual([])
  vi.advanceTimersByTime(1)
  await expect.poll(() => told, WAIT).toEqual(['short NEVER_SENT'])
  vi.advanceTimersByTime(4_000)
  await expect.poll(() => told, WAIT).toEqual(['short NEVER_SENT', 'long NEVER_SENT'])

  // Connections are free again. Earlier waiting calls come first, so the last call comes after both.
  const last = call('last', 4_000)
  for (const response of open) response.end()
  expect(new Set(await Promise.all(holding))).toEqual(new Set(['200']))
  await expect.poll(() => bodies.length, WAIT).toBe(CONNECTIONS + 1)
  open.at(-1)?.end()
  expect(await last).toBe('200')
  expect(bodies.filter((body) => body !== 'holding')).toEqual(['last'])
})

it('an answer to a call that was sent twice does not count as signed, because the first may have been executed', async () => {
  const { bodies, open, send } = await startParty()
  const message = { method: 'POST', path: '/', headers: {}, body: 'key-1' } as const
  const first = send(message, 60_000)
  await expect.poll(() => open.length, WAIT).toBe(1)
  open[0]?.writeHead(503, { 'sluice-signature': 'v1=signed' }).end()
  expect(await first).toMatchObject({ status: 503, signature: 'v1=signed' })
  const second = send(message, 60_000)
  await expect.poll(() => open.length, WAIT).toBe(2)
  // The same connection must be used, or the test proves nothing.
  expect(open[1]?.req.socket).toBe(open[0]?.req.socket)
  open[1]?.req.socket.destroy()
  await expect.poll(() => open.length, WAIT).toBe(3)
  open[2]?.writeHead(503, { 'sluice-signature': 'v1=signed' }).end()
  const answer = await second
  expect(answer.status).toBe(503)
  expect(answer).not.toHaveProperty('signature')
  expect(bodies).toEqual(['key-1', 'key-1', 'key-1'])
})

it('a call without an answer is reported as lost in time, however many others wait', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { open, call } = await startParty()
  const outcome = call('sent', 30_000)
  await expect.poll(() => open.length, WAIT).toBe(1)
  vi.advanceTimersByTime(30_000)
  expect(await outcome).toBe('TIMEOUT')
})

it.each([
  ['no HTTP', 'nonsense\r\n\r\n'],
  ['another protocol', 'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'],
])('a call that was answered with %s over a keep-alive connection is not sent again', async (_, answer) => {
  const { bodies, open, call } = await startParty()
  const first = call('first', 60_000)
  await expect.poll(() => open.length, WAIT).toBe(1)
  open[0]?.end()
  expect(await first).toBe('200')
  const second = call('second', 60_000)
  await expect.poll(() => open.length, WAIT).toBe(2)
  // The same connection must be used, or the test proves nothing.
  expect(open[1]?.req.socket).toBe(open[0]?.req.socket)
  open[1]?.req.socket.write(answer)
  expect(await second).toBe('CONNECTION_LOST')
  expect(bodies).toEqual(['first', 'second'])
})
