/**
 * The handshake between a page and a frame of the gateway, after which they communicate through a port:
 *
 * the frame says hello to the origin that embeds it → the page checks origin, source and nonce, and answers with one
 * port of a channel → both stop listening on their windows.
 */
import { PROTOCOL_VERSION } from './messages.ts'
import { isObject } from './shape.ts'

/** A frame on a slow phone has answered in 3 s; a shopper does not wait longer than this. */
const HANDSHAKE_DEADLINE_MS = 10_000
/**
 * The frame's script sends its hello before its document has loaded, so a loaded frame that is silent is not the
 * gateway's.
 */
const SILENCE_AFTER_LOAD_MS = 2_000

/**
 * The reason why the gateway serves no form: the frame's address names a key that is unknown, or that the page must
 * not use.
 */
export const FRAME_REFUSALS = ['origin_not_allowed', 'unknown_client_key'] as const

export type FrameRefusal = (typeof FRAME_REFUSALS)[number]

export type HandshakeFailure = 'frame_timeout' | 'frame_blocked' | 'version_mismatch' | FrameRefusal

export class HandshakeError extends Error {
  override readonly name = 'HandshakeError'
  readonly code: HandshakeFailure

  constructor(code: HandshakeFailure) {
    super(code)
    this.code = code
  }
}

/** Returns 128 random bits in hex: no other frame of the page can guess them. */
export function makeNonce(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}

/** The known facts about a frame before it sends its hello. */
interface Expected {
  /**
   * The exact origin of the frame. Null for a frame that the gateway redirects to another origin; its nonce, which
   * no other document has, proves its identity.
   */
  readonly origin: string | null
  readonly nonce: string
  readonly signal: AbortSignal
  /**
   * Called for a frame that sends its hello after the timeout, as on a slow connection; without it, such a frame is
   * ignored.
   */
  readonly onLate?: (welcomed: Welcomed) => void
}

export interface Welcomed {
  readonly port: MessagePort
  /** The origin of the frame. */
  readonly origin: string
}

/**
 * Waits for the hello of a frame and answers it.
 *
 * @throws When no valid hello arrives in time. {@link HandshakeError}
 */
export function welcomeFrame(
  frame: HTMLIFrameElement,
  { origin: expected, nonce, signal, onLate }: Expected,
): Promise<Welcomed> {
  return new Promise((resolve, reject) => {
    const done = new AbortController()
    const until = { signal: done.signal }
    const timers: ReturnType<typeof setTimeout>[] = []
    const settle = (finish: () => void) => {
      done.abort()
      timers.forEach(clearTimeout)
      finish()
    }
    let isLate = false
    const giveUp = () => {
      const fail = () => reject(new HandshakeError('frame_timeout'))
      if (!onLate) return settle(fail)
      isLate = true
      fail()
    }
    const giveUpAfter = (ms: number) => timers.push(setTimeout(giveUp, ms))

    giveUpAfter(HANDSHAKE_DEADLINE_MS)
    // A browser's own error page also fires "load".
    frame.addEventListener('load', () => giveUpAfter(SILENCE_AFTER_LOAD_MS), until)
    signal.addEventListener('abort', () => settle(() => reject(new HandshakeError('frame_timeout'))), until)
    document.addEventListener(
      'securitypolicyviolation',
      ({ effectiveDirective, blockedURI }) => {
        const isOurs = effectiveDirective === 'frame-src' || effectiveDirective === 'child-src'
        if (isOurs && frame.src.startsWith(blockedURI)) {
          settle(() => reject(new HandshakeError('frame_blocked')))
        }
      },
      until,
    )
    window.addEventListener(
      'message',
      (event: MessageEvent<unknown>) => {
        const { data, origin, source } = event
        if (source !== frame.contentWindow || (expected ?? origin) !== origin) return
        if (!isObject(data) || data['type'] !== 'hello' || data['nonce'] !== nonce) return
        const refusal = FRAME_REFUSALS.find((known) => known === data['refusal'])
        if (refusal) return settle(() => reject(new HandshakeError(refusal)))
        if (data['v'] !== PROTOCOL_VERSION) {
          return settle(() => reject(new HandshakeError('version_mismatch')))
        }
        const { port1, port2 } = new MessageChannel()
        frame.contentWindow?.postMessage({ type: 'init', v: PROTOCOL_VERSION, nonce }, origin, [port2])
        const welcomed = { port: port1, origin }
        settle(() => (isLate ? onLate?.(welcomed) : resolve(welcomed)))
      },
      until,
    )
  })
}

/**
 * Greets the page around this frame and waits for its port, however late it arrives. A page that never answers reports
 * that itself.
 */
export function joinPage(nonce: string): Promise<MessagePort> {
  return new Promise((resolve) => {
    const origin = embedderOrigin()
    if (origin === null || window.parent === window) return
    const done = new AbortController()
    window.addEventListener(
      'message',
      (event: MessageEvent<unknown>) => {
        if (event.source !== window.parent || event.origin !== origin) return
        const { data } = event
        const [port] = event.ports
        if (!isObject(data) || data['type'] !== 'init' || data['nonce'] !== nonce || port === undefined)
          return
        done.abort()
        resolve(port)
      },
      { signal: done.signal },
    )
    window.parent.postMessage({ type: 'hello', v: PROTOCOL_VERSION, nonce }, origin)
  })
}

/** Informs the page around this frame why it has no form. The page could find out the same itself. */
export function refusePage(nonce: string, refusal: string): void {
  window.parent.postMessage({ type: 'hello', v: PROTOCOL_VERSION, nonce, refusal }, embedderOrigin() ?? '*')
}

/**
 * Returns the origin of the page around this frame. The gateway restricts it by `frame-ancestors`; here it must only
 * be exact, so that no other window receives messages.
 */
export function embedderOrigin(): string | null {
  // Firefox lacked ancestorOrigins for long; the frame requests `referrerpolicy="origin"`.
  const origin = location.ancestorOrigins?.[0] ?? originOf(document.referrer)
  return origin === null || origin === 'null' ? null : origin
}

function originOf(address: string): string | null {
  try {
    return new URL(address).origin
  } catch {
    return null
  }
}
