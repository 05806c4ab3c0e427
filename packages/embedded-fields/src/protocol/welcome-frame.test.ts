import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import {
  embedderOrigin,
  HandshakeError,
  makeNonce,
  refusePage,
  type Welcomed,
  welcomeFrame,
} from './handshake.ts'
import { PROTOCOL_VERSION } from './messages.ts'

const GATEWAY = 'https://gateway.example'
const NONCE = 'nonce'

/** A frame in a page, and what the page posts to the frame's window. */
class Frame extends EventTarget {
  readonly src = `${GATEWAY}/embedded-fields/card-frame/ck_1#nonce=${NONCE}`
  readonly said: { readonly message: unknown; readonly origin: string; readonly ports: MessagePort[] }[] = []
  readonly contentWindow = {
    postMessage: (message: unknown, origin: string, ports: MessagePort[]) =>
      void this.said.push({ message, origin, ports }),
  }
}

let frame: Frame
let page: EventTarget
let policies: EventTarget
let leave: AbortController

beforeEach(() => {
  vi.useFakeTimers()
  ;[frame, page, policies, leave] = [new Frame(), new EventTarget(), new EventTarget(), new AbortController()]
  vi.stubGlobal('window', page)
  vi.stubGlobal('document', policies)
})
afterEach(() => {
  for (const { ports } of frame.said) for (const port of ports) port.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** The result of the handshake: the origin of the frame, or the code of the failure; `open` until it has ended. */
function welcome(origin: string | null = GATEWAY, onLate?: (welcomed: Welcomed) => void) {
  const ended = { as: 'open' }
  const welcomed = welcomeFrame(frame as unknown as HTMLIFrameElement, {
    origin,
    nonce: NONCE,
    signal: leave.signal,
    ...(onLate && { onLate }),
  })
  void welcomed.then(
    (result) => {
      result.port.close()
      ended.as = result.origin
    },
    (error: HandshakeError) => (ended.as = error.code),
  )
  return async () => {
    await vi.advanceTimersByTimeAsync(0)
    return ended.as
  }
}

function hear(members: { source?: unknown; origin?: string; data?: unknown } = {}): void {
  const data = { type: 'hello', v: PROTOCOL_VERSION, nonce: NONCE }
  page.dispatchEvent(
    Object.assign(new Event('message'), { source: frame.contentWindow, origin: GATEWAY, data }, members),
  )
}

describe('a page', () => {
  it('gives the frame that says hello one port, addressed to the origin of that frame', async () => {
    const end = welcome()
    hear()
    expect(await end()).toBe(GATEWAY)
    const message = { type: 'init', v: PROTOCOL_VERSION, nonce: NONCE }
    expect(frame.said).toEqual([{ message, origin: GATEWAY, ports: [expect.any(MessagePort)] }])
  })

  it('gives no second port', async () => {
    const end = welcome()
    hear()
    hear()
    await end()
    expect(frame.said).toHaveLength(1)
  })

  const hello = { type: 'hello', v: PROTOCOL_VERSION, nonce: NONCE }
  it.each([
    ['another origin', { origin: 'https://thief.example' }],
    ['another window', { source: {} }],
    ['no window', { source: null }],
    ['another nonce', { data: { ...hello, nonce: 'other' } }],
    ['no nonce', { data: { type: 'hello', v: PROTOCOL_VERSION } }],
    ['another message', { data: { ...hello, type: 'init' } }],
    ['no message', { data: null }],
    ['a text', { data: 'hello' }],
  ])('answers nothing that comes from or with %s', async (_, members) => {
    const end = welcome()
    hear(members)
    expect(await end()).toBe('open')
    expect(frame.said).toEqual([])
    hear()
    expect(await end()).toBe(GATEWAY)
  })

  it('takes a frame of any origin that has its nonce, where the gateway sends the frame on', async () => {
    const end = welcome(null)
    hear({ origin: 'https://elsewhere.example', data: { ...hello, nonce: 'other' } })
    expect(await end()).toBe('open')
    hear({ origin: 'https://elsewhere.example' })
    expect(await end()).toBe('https://elsewhere.example')
    expect(frame.said).toEqual([expect.objectContaining({ origin: 'https://elsewhere.example' })])
  })

  it.each([
    [{ refusal: 'origin_not_allowed' }, 'origin_not_allowed'],
    [{ refusal: 'unknown_client_key' }, 'unknown_client_key'],
    [{ v: PROTOCOL_VERSION + 1 }, 'version_mismatch'],
  ])('fails by a hello with %o, and gives no port', async (members, code) => {
    const end = welcome()
    hear({ data: { ...hello, ...members } })
    expect(await end()).toBe(code)
    hear()
    expect(frame.said).toEqual([])
  })

  it('fails after 10 s', async () => {
    const end = welcome()
    await vi.advanceTimersByTimeAsync(9_999)
    expect(await end()).toBe('open')
    await vi.advanceTimersByTimeAsync(1)
    expect(await end()).toBe('frame_timeout')
    hear()
    expect(frame.said).toEqual([])
  })

  it('connects a frame that says hello after the time limit, if configured', async () => {
    const late: string[] = []
    const end = welcome(GATEWAY, ({ port, origin }) => {
      port.close()
      late.push(origin)
    })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await end()).toBe('frame_timeout')
    hear({ origin: 'https://thief.example' })
    expect([late, frame.said]).toEqual([[], []])
    hear()
    hear()
    expect(late).toEqual([GATEWAY])
    expect(frame.said).toHaveLength(1)
  })

  it('answers no frame that the page has left, however late', async () => {
    const late: Welcomed[] = []
    welcome(GATEWAY, (welcomed) => late.push(welcomed))
    await vi.advanceTimersByTimeAsync(10_000)
    leave.abort()
    hear()
    expect([late, frame.said]).toEqual([[], []])
  })

  it('fails 2 s after the frame has loaded without a message', async () => {
    const end = welcome()
    frame.dispatchEvent(new Event('load'))
    await vi.advanceTimersByTimeAsync(1_999)
    expect(await end()).toBe('open')
    await vi.advanceTimersByTimeAsync(1)
    expect(await end()).toBe('frame_timeout')
  })

  it('leaves no timer and no listener behind', async () => {
    const end = welcome()
    frame.dispatchEvent(new Event('load'))
    hear()
    await end()
    expect(vi.getTimerCount()).toBe(0)
    frame.dispatchEvent(new Event('load'))
    expect(vi.getTimerCount()).toBe(0)
  })

  it('fails when it is aborted', async () => {
    const end = welcome()
    leave.abort()
    expect(await end()).toBe('frame_timeout')
  })

  it.each([
    ['frame-src', GATEWAY, 'frame_blocked'],
    ['child-src', GATEWAY, 'frame_blocked'],
    ['script-src', GATEWAY, 'open'],
    ['frame-src', 'https://other.example', 'open'],
    // The policy of a page may block another frame whose address this one happens to end with.
    ['frame-src', `nonce=${NONCE}`, 'open'],
  ])('a page whose policy blocks %s of %s: %s', async (effectiveDirective, blockedURI, as) => {
    const end = welcome()
    policies.dispatchEvent(
      Object.assign(new Event('securitypolicyviolation'), { effectiveDirective, blockedURI }),
    )
    expect(await end()).toBe(as)
  })
})

describe('a frame', () => {
  const stubAncestors = (ancestorOrigins: readonly string[] | undefined, referrer: string) => {
    vi.stubGlobal('location', { ancestorOrigins })
    vi.stubGlobal('document', { referrer })
  }

  it.each([
    [['https://shop.example', 'https://outer.example'], '', 'https://shop.example'],
    [undefined, 'https://shop.example/cart?id=1', 'https://shop.example'],
    [undefined, '', null],
    [undefined, 'no address', null],
    [['null'], '', null],
    [[], 'https://shop.example/', 'https://shop.example'],
  ])('with ancestors %j and referrer %j is in a page of %j', (ancestors, referrer, origin) => {
    stubAncestors(ancestors, referrer)
    expect(embedderOrigin()).toBe(origin)
  })

  it.each([
    [['https://shop.example'], 'https://shop.example'],
    [['null'], '*'],
  ])('in a page of %j reports to %j why there is no form', (ancestors, target) => {
    stubAncestors(ancestors, '')
    const said: unknown[] = []
    vi.stubGlobal('window', {
      parent: { postMessage: (message: unknown, origin: string) => said.push({ message, origin }) },
    })
    refusePage(NONCE, 'origin_not_allowed')
    const message = { type: 'hello', v: PROTOCOL_VERSION, nonce: NONCE, refusal: 'origin_not_allowed' }
    expect(said).toEqual([{ message, origin: target }])
  })
})

it('a nonce has 128 bits in hex, and another page has another', () => {
  const nonces = Array.from({ length: 200 }, makeNonce)
  for (const nonce of nonces) expect(nonce).toMatch(/^[0-9a-f]{32}$/)
  expect(new Set(nonces).size).toBe(200)
})

it('a failed handshake names its kind in code, message and name', () => {
  const error = new HandshakeError('frame_blocked')
  expect([error.name, error.code, error.message]).toEqual([
    'HandshakeError',
    'frame_blocked',
    'frame_blocked',
  ])
})
