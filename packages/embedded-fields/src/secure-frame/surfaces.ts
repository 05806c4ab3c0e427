import type { ChallengeWindowSize } from '@sluice/types/vocabulary'
import { openChannel } from '../protocol/channel.ts'
import {
  readThreeDsToCard,
  type CardToPage,
  type CardToThreeDs,
  type PageToCard,
  type Surface,
  type ThreeDsToCard,
} from '../protocol/messages.ts'

/** A 3DS frame that the merchant's page has opened for us; we speak to it directly. */
export interface OpenSurface {
  readonly windowSize: ChallengeWindowSize
  /** Asks for a step and waits for its end; for ever, when the ACS never comes back. */
  show(step: CardToThreeDs): Promise<ThreeDsToCard>
}

export interface Surfaces {
  /** Opens a surface, or returns the open one. Null when the merchant's page cannot show it. */
  open(surface: Surface, windowSize: string): Promise<OpenSurface | null>
  close(surface: Surface): void
}

export interface RequestedSurfaces extends Surfaces {
  /** Takes what the merchant's page says to a request. */
  receive(answer: SurfaceAnswer, port: MessagePort | undefined): void
}

type SurfaceAnswer = Extract<PageToCard, { type: 'surface-opened' | 'surface-failed' }>
type SurfaceRequest = Extract<CardToPage, { type: 'open-surface' | 'close-surface' }>

interface Opening {
  readonly opened: Promise<OpenSurface | null>
  readonly settle: (surface: OpenSurface | null) => void
}

/** Asks the merchant's page for 3DS frames: only it can put something over itself. */
export function requestSurfaces(ask: (request: SurfaceRequest) => void): RequestedSurfaces {
  const openings = new Map<Surface, Opening>()
  return {
    open(surface, windowSize) {
      const known = openings.get(surface)
      if (known) return known.opened
      let settle: Opening['settle'] = () => undefined
      const opened = new Promise<OpenSurface | null>((resolve) => (settle = resolve))
      openings.set(surface, { opened, settle })
      ask({ type: 'open-surface', surface, windowSize })
      return opened
    },
    close(surface) {
      if (!openings.delete(surface)) return
      ask({ type: 'close-surface', surface })
    },
    receive(answer, port) {
      const opening = openings.get(answer.surface)
      if (opening === undefined) return
      if (answer.type === 'surface-failed' || port === undefined) {
        openings.delete(answer.surface)
        opening.settle(null)
      } else {
        opening.settle(speakTo(port, answer.windowSize))
      }
    },
  }
}

function speakTo(port: MessagePort, windowSize: ChallengeWindowSize): OpenSurface {
  let finish: (end: ThreeDsToCard) => void = () => undefined
  const channel = openChannel<ThreeDsToCard, CardToThreeDs>(port, readThreeDsToCard, (end) => finish(end))
  return {
    windowSize,
    show(step) {
      const end = new Promise<ThreeDsToCard>((resolve) => (finish = resolve))
      channel.send(step)
      return end
    },
  }
}
