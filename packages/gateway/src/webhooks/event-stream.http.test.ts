import { connect, type Socket } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'

import { type RunningEdge, startEdge } from '@sluice/platform/http/testing/start-edge'
import { systemClock, systemTimers } from '@sluice/platform/system'

import { registerEvents } from './event-stream.routes.ts'
import { createEventStreams } from './event-streams.ts'

const WAIT = { timeout: 60_000 }
const LIMITS = { perMerchant: 1, perProcess: 10, pollMs: 1_000, hurriedPollMs: 50, heartbeatMs: 600_000 }
const KNOWN = `msg_${'1'.repeat(27)}`

/** The checks that a request passes before its stream is open. */
type Window = 'the caller is found' | 'the feed is prepared' | 'the beginning is found'

/** An edge with a place for one stream, whose requests wait in a window while it is shut. */
async function startStreams() {
  const shut = new Map<Window, { readonly arrived: () => void; readonly open: Promise<void> }>()
  const pass = async (window: Window): Promise<void> => {
    const gate = shut.get(window)
    gate?.arrived()
    await gate?.open
  }
  const sockets: Socket[] = []
  const listeners: number[] = []
  const edge = await startEdge(
    (server) => {
      server.server.on('connection', (socket: Socket) => {
        sockets.push(socket)
        listeners.push(socket.listenerCount('end'))
      })
      registerEvents(server, {
        eventStreams: createEventStreams(null, systemTimers, LIMITS),
        realTime: systemClock,
        heartbeatMs: LIMITS.heartbeatMs,
        eventFeed: {
          prepare: () => pass('the feed is prepared'),
          findNewest: () => pass('the beginning is found').then(() => null),
          findPlace: async () => null,
          findNewestIds: async () => new Map(),
          listAfter: async () => [],
        },
      })
    },
    {
      authenticate: async () => {
        await pass('the caller is found')
        return { kind: 'merchant', merchantId: 'm1', clientId: 'c1', roles: new Set(['transactions:read']) }
      },
    },
  )
  onTestFinished(() => edge.server.close())
  /** Lets requests wait there until it is opened. */
  const shutWindow = (window: Window) => {
    let [arrive, open] = [() => {}, () => {}]
    const arrived = new Promise<void>((resolve) => (arrive = resolve))
    const opened = new Promise<void>((resolve) => (open = resolve))
    shut.set(window, { arrived: arrive, open: opened })
    return {
      arrived,
      open: () => {
        shut.delete(window)
        open()
      },
    }
  }
  return { edge, sockets, listeners, shutWindow }
}

/** A client that has sent a request for a stream. */
function ask({ port }: RunningEdge, query = '') {
  const socket = connect(port, '127.0.0.1')
  let received = ''
  socket.on('data', (part) => (received += String(part)))
  socket.on('error', () => undefined)
  const send = () =>
    socket.write(
      `GET /api/events${query} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUser-Agent: test\r\n` +
        'Authorization: Bearer all-roles\r\n\r\n',
    )
  send()
  return {
    socket,
    send,
    text: () => received,
    statuses: () => [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status),
  }
}

/** An error may come before it. */
const hears = (socket: Socket, event: 'close' | 'end'): Promise<void> =>
  new Promise((resolve) => socket.once(event, () => resolve()))

/** Retries until there is a place, and disconnects as clients do. */
async function expectPlace(edge: RunningEdge): Promise<void> {
  const statusOf = async () => {
    const { socket, statuses } = ask(edge)
    await expect.poll(() => statuses().length, WAIT).toBe(1)
    socket.destroy()
    return statuses()[0]
  }
  await expect.poll(statusOf, WAIT).toBe('200')
}

it.each(['the caller is found', 'the feed is prepared', 'the beginning is found'] as const)(
  'a reader that resets its connection before %s leaves its place to another',
  async (name) => {
    const { edge, sockets, shutWindow } = await startStreams()
    const window = shutWindow(name)
    const { socket } = ask(edge)
    await window.arrived
    const [atServer] = sockets
    if (!atServer) throw new Error('nobody has connected')
    const heard = hears(atServer, 'close')
    socket.resetAndDestroy()
    await heard
    window.open()
    await expectPlace(edge)
  },
)

it.each([
  ['resets its connection', (socket: Socket) => void socket.resetAndDestroy()],
  ['closes its connection', (socket: Socket) => void socket.destroy()],
  ['half-closes its connection', (socket: Socket) => void socket.end()],
])('a reader that %s in the middle of its stream leaves its place to another', async (_, leave) => {
  const { edge } = await startStreams()
  const { socket, statuses } = ask(edge)
  await expect.poll(statuses, WAIT).toEqual(['200'])
  leave(socket)
  await expectPlace(edge)
})

it('a reader that ends its side before the stream is open leaves its place to another', async () => {
  const { edge, shutWindow, sockets } = await startStreams()
  const window = shutWindow('the caller is found')
  const { socket, statuses } = ask(edge)
  await window.arrived
  const [atServer] = sockets
  if (!atServer) throw new Error('nobody has connected')
  const heard = hears(atServer, 'end')
  socket.end()
  await heard
  window.open()
  await expect.poll(statuses, WAIT).toEqual(['200'])
  await expectPlace(edge)
})

it('nothing is left on a kept connection of a stream that was refused', async () => {
  const { edge, sockets, listeners } = await startStreams()
  const { socket, send, statuses } = ask(edge, `?after=${KNOWN}`)
  onTestFinished(() => void socket.destroy())
  for (let answers = 1; answers <= 3; answers += 1) {
    await expect.poll(() => statuses().length, WAIT).toBe(answers)
    expect(statuses().at(-1)).toBe('404')
    await expect.poll(() => sockets[0]?.listenerCount('end'), WAIT).toBe(listeners[0])
    send()
  }
})

it('a reader beyond the limit gets a time to retry', async () => {
  const { edge } = await startStreams()
  const seated = ask(edge)
  onTestFinished(() => void seated.socket.destroy())
  await expect.poll(seated.statuses, WAIT).toEqual(['200'])
  const late = ask(edge)
  onTestFinished(() => void late.socket.destroy())
  await expect.poll(late.statuses, WAIT).toEqual(['429'])
  expect(late.text()).toMatch(/\r\nretry-after: 5\r\n/i)
})
