import { embedderOrigin } from '../protocol/handshake.ts'
import { connectSurface, type OpenSurface, type Surfaces } from '../payment/surfaces.ts'
import type { CardToPage, PageToCard, Surface } from '../protocol/messages.ts'

export interface RequestedSurfaces extends Surfaces {
  /** Receives the answers of the merchant's page to a request. */
  receive(answer: SurfaceAnswer, port: MessagePort | undefined): void
}

type SurfaceAnswer = Extract<PageToCard, { type: 'surface-opened' | 'surface-failed' }>
type SurfaceRequest = Extract<CardToPage, { type: 'open-surface' | 'close-surface' | 'redirect' }>

interface Opening {
  readonly opened: Promise<OpenSurface | null>
  readonly settle: (surface: OpenSurface | null) => void
}

/**
 * Requests 3DS frames from the merchant's page, because only the page can show something over itself.
 *
 * @param methodsUrl - the gateway's origin for banks' pages.
 */
export function requestSurfaces(
  ask: (request: SurfaceRequest) => void,
  methodsUrl: () => Promise<string>,
): RequestedSurfaces {
  const openings = new Map<Surface, Opening>()
  return {
    open(surface, windowSize) {
      const known = openings.get(surface)
      if (known) return known.opened
      let settle: Opening['settle'] = () => undefined
      const opened = new Promise<OpenSurface | null>((resolve) => (settle = resolve))
      openings.set(surface, { opened, settle })
      void methodsUrl().then((url) => {
        // It may have been closed in the meantime.
        if (openings.get(surface)?.opened === opened)
          ask({ type: 'open-surface', surface, windowSize, methodsUrl: url })
      })
      return opened
    },
    close(surface) {
      if (!openings.delete(surface)) return
      ask({ type: 'close-surface', surface })
    },
    leave: (url) => ask({ type: 'redirect', url }),
    announce(transStatus) {
      const message = { type: 'CHALLENGE_RESPONSE', trans_status: transStatus }
      window.parent.postMessage(message, embedderOrigin() ?? '*')
    },
    receive(answer, port) {
      const opening = openings.get(answer.surface)
      if (opening === undefined) return
      if (answer.type === 'surface-failed' || port === undefined) {
        openings.delete(answer.surface)
        opening.settle(null)
      } else {
        opening.settle(connectSurface(port, answer.windowSize))
      }
    },
  }
}
