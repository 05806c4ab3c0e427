import { afterEach, expect, it } from 'vitest'

import { makeCertificate } from '../../../platform/test/make-certificate.ts'
import { type Answering, takeIt, FaultyReceiver } from '../../test/faulty-receiver.ts'
import { createPostWebhook } from './post-webhook.http.ts'

const rules = { mayBeLocal: true, ports: [443], maxChars: 256 }
const cleanUps: (() => void | Promise<void>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp()
})

async function receive(answer: Answering, tls?: { readonly key: string; readonly cert: string }) {
  const receiver = await FaultyReceiver.start(answer, tls)
  const { post, close } = createPostWebhook({ ...rules, ...(tls && { ca: tls.cert }) })
  cleanUps.push(close, () => receiver.close())
  const { url } = receiver
  const send = (deadlineMs = 10_000, signal?: AbortSignal) =>
    post(
      { url, headers: { 'webhook-id': 'msg_1' }, body: '{"a":"ü"}' },
      { deadlineMs, ...(signal && { signal }) },
    )
  return { receiver, send }
}

it('sends the body unchanged, and returns the status and the first kilobyte', async () => {
  const { receiver, send } = await receive((response) => void response.writeHead(201).end('é'.repeat(3_000)))
  const answer = await send()
  expect(answer.status).toBe(201)
  expect(answer.excerpt).toBe('é'.repeat(512))
  expect(receiver.received).toMatchObject([
    { body: '{"a":"ü"}', headers: { 'webhook-id': 'msg_1', 'content-length': '10' } },
  ])
})

it('keeps the connection for the next', async () => {
  const { receiver, send } = await receive((response) => void response.end('ok'))
  for (let count = 0; count < 5; count += 1) await send()
  expect(receiver.connections).toBe(1)
})

it('follows no redirect', async () => {
  const elsewhere = await FaultyReceiver.start()
  cleanUps.push(() => elsewhere.close())
  const { send } = await receive((response) => {
    response.writeHead(307, { location: elsewhere.url }).end()
  })
  expect((await send()).status).toBe(307)
  expect(elsewhere.received).toEqual([])
})

it('reads no more than 64 kB of ten megabytes', async () => {
  let sent = 0
  const { send } = await receive((response) => {
    const chunk = 'x'.repeat(65_536)
    const write = (): void => {
      while (sent < 160 && !response.destroyed) {
        sent += 1
        if (!response.write(chunk)) {
          response.once('drain', write)
          return
        }
      }
      response.end()
    }
    response.writeHead(200)
    write()
  })
  expect((await send()).status).toBe(200)
  expect(sent).toBeLessThan(160)
})

it('takes the status as the answer when the body drips', async () => {
  const { send } = await receive((response) => {
    response.writeHead(200)
    response.write('b')
    const drip = setInterval(() => response.write('b'), 50)
    response.once('close', () => clearInterval(drip))
  })
  expect(await send()).toMatchObject({ status: 200, excerpt: expect.stringMatching(/^b+$/) as string })
})

it('waits for an answer no longer than the deadline, silent or dripping', async () => {
  const { send } = await receive(() => undefined)
  await expect(send(100)).rejects.toThrow('no response within 0.1 s')
  const dripping = await receive((response) => {
    const { socket } = response
    const drip = setInterval(() => socket?.write('H'), 20)
    socket?.once('close', () => clearInterval(drip))
  })
  await expect(dripping.send(200)).rejects.toThrow()
})

it('stops when it is aborted', async () => {
  const giving = new AbortController()
  const { receiver, send } = await receive(() => giving.abort())
  await expect(send(10_000, giving.signal)).rejects.toThrow()
  expect(receiver.received).toHaveLength(1)
})

it('sends again at once when a connection that was kept turns out to be closed', async () => {
  const { receiver, send } = await receive((response, number) => {
    if (number === 2) response.destroy()
    else response.end('ok')
  })
  for (let count = 0; count < 2; count += 1) expect((await send()).status).toBe(200)
  expect([receiver.received.length, receiver.connections]).toEqual([3, 2])
})

it('sends nothing again when a connection that was kept breaks within the answer', async () => {
  const { receiver, send } = await receive((response, number) => {
    if (number === 1) return void response.end('ok')
    response.writeHead(500, { 'content-length': '9' })
    response.write('broken', () => response.socket?.resetAndDestroy())
  })
  await send()
  expect(await send()).toMatchObject({ status: 500 })
  expect(receiver.received).toHaveLength(2)
})

it('does not wait for a receiver that speaks another protocol', async () => {
  const { send } = await receive(({ socket }) => {
    socket?.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n')
  })
  await expect(send()).rejects.toThrow('the connection was closed before the response')
})

it('reports what is wrong with a connection', async () => {
  const { receiver, send } = await receive((response) => response.destroy())
  await expect(send()).rejects.toThrow('the connection was closed before the response (ECONNRESET)')
  await receiver.close()
  cleanUps.pop()
  await expect(send()).rejects.toThrow('the connection was refused (ECONNREFUSED)')
})

it('returns the wait that the receiver asks for', async () => {
  const { send } = await receive((response) => void response.writeHead(429, { 'retry-after': '120' }).end())
  expect(await send()).toMatchObject({ status: 429, retryAfter: '120' })
})

it('speaks TLS, and trusts no certificate that has expired', async () => {
  const DAY_MS = 86_400_000
  const valid = makeCertificate({ fromMs: Date.now() - DAY_MS, untilMs: Date.now() + DAY_MS })
  const trusting = await receive(takeIt, valid)
  expect((await trusting.send()).status).toBe(204)
  const expired = makeCertificate({ fromMs: Date.now() - 2 * DAY_MS, untilMs: Date.now() - DAY_MS })
  const late = await receive(takeIt, expired)
  await expect(late.send()).rejects.toThrow('its certificate has expired (CERT_HAS_EXPIRED)')
  expect(late.receiver.received).toEqual([])
})
