import type { ChallengeWindowSize } from '@sluice/types/vocabulary'
import { openChannel } from '../protocol/channel.ts'
import {
  readThreeDsToCard,
  type CardToThreeDs,
  type Surface,
  type ThreeDsToCard,
} from '../protocol/messages.ts'

/** A 3DS frame that the merchant's page has opened. The payment exchanges messages with it directly. */
export interface OpenSurface {
  readonly windowSize: ChallengeWindowSize
  /**
   * Requests a step and waits for its end, or for the shopper's request to reload the bank's page; forever, if
   * neither comes.
   */
  show(step: CardToThreeDs): Promise<ThreeDsToCard>
}

export interface Surfaces {
  /** Opens a surface, or returns the open one. Null when the merchant's page cannot show it. */
  open(surface: Surface, windowSize: string): Promise<OpenSurface | null>
  close(surface: Surface): void
  /** Navigates the whole page to an address, as the last resort if a surface cannot be shown. */
  leave(url: string): void
  /** Informs the page around the frame that the bank's page has ended. @see docs/protocol/three-ds.md#challenge */
  announce?(transStatus: string): void
}

/** Exchanges messages with an open 3DS frame. */
export function connectSurface(port: MessagePort, windowSize: ChallengeWindowSize): OpenSurface {
  let finish: ((end: ThreeDsToCard) => void) | null = null
  /** It arrived while nothing was awaited: the bank's page ended just before it was reloaded. */
  let early: ThreeDsToCard | null = null
  const channel = openChannel<ThreeDsToCard, CardToThreeDs>(port, readThreeDsToCard, (end) => {
    if (finish) finish(end)
    else early = end
    finish = null
  })
  return {
    windowSize,
    show(step) {
      if (early) {
        const end = Promise.resolve(early)
        early = null
        return end
      }
      channel.send(step)
      return new Promise((resolve) => (finish = resolve))
    },
  }
}
