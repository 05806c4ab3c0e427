import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { joinPage } from './handshake.ts'

const SHOP = 'https://shop.example'
const NONCE = 'nonce'

/** The window of a frame in the page of a shop, and what it posts to that page. */
class FrameWindow extends EventTarget {
  readonly said: { readonly message: unknown; readonly origin: string }[] = []
  readonly parent = {
    postMessage: (message: unknown, origin: string) => void this.said.push({ message, origin }),
  }

  hear(members: { source?: unknown; origin?: string; data?: unknown; ports?: readonly unknown[] }): void {
    const event = new Event('message')
    const fitting = { source: this.parent, origin: SHOP, data: { type: 'init', nonce: NONCE }, ports: [{}] }
    this.dispatchEvent(Object.assign(event, fitting, members))
  }
}

let frame: FrameWindow

beforeEach(() => {
  vi.useFakeTimers()
  frame = new FrameWindow()
  vi.stubGlobal('window', frame)
  vi.stubGlobal('location', { ancestorOrigins: [SHOP] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('a frame says hello only to the origin around it, and accepts the port that comes back', async () => {
  const port = {}
  const joined = joinPage(NONCE)
  expect(frame.said).toEqual([{ message: expect.objectContaining({ type: 'hello' }), origin: SHOP }])
  frame.hear({ ports: [port] })
  expect(await joined).toBe(port)
})

it.each([
  ['another origin', { origin: 'https://thief.example' }],
  ['another window', { source: {} }],
  ['no window', { source: null }],
  ['a page with another nonce', { data: { type: 'init', nonce: 'other' } }],
  ['a page that says something else', { data: { type: 'hello', nonce: NONCE } }],
  ['a page that gives no port', { ports: [] }],
])('a frame accepts no port from %s', async (_, members) => {
  const own = {}
  const joined = joinPage(NONCE)
  frame.hear({ ports: [{}], ...members })
  frame.hear({ ports: [own] })
  expect(await joined).toBe(own)
})

it('a frame accepts its port however late the page sends it', async () => {
  const [port, joined] = [{}, joinPage(NONCE)]
  await vi.advanceTimersByTimeAsync(60_000)
  frame.hear({ ports: [port] })
  expect(await joined).toBe(port)
})

it('a document that is not a frame, or does not know its parent, sends no hello', () => {
  vi.stubGlobal('location', { ancestorOrigins: ['null'] })
  void joinPage(NONCE)
  vi.stubGlobal('location', { ancestorOrigins: [SHOP] })
  Object.defineProperty(frame, 'parent', { value: frame })
  const said: unknown[] = []
  Object.assign(frame, { postMessage: (...message: unknown[]) => said.push(message) })
  void joinPage(NONCE)
  expect([frame.said, said]).toEqual([[], []])
})
