import type { ChallengeWindowSize, Locale } from '@sluice/types/vocabulary'
import { PAYMENT_TEXTS } from '../locales/choose-locale.ts'
import { threeDsFrameAddress } from '../protocol/frame-address.ts'
import { makeNonce, welcomeFrame } from '../protocol/handshake.ts'
import type { Surface } from '../protocol/messages.ts'
import { chooseWindowSize } from '../three-ds/window-size.ts'
import { createChallengeDialog, type ChallengeDialog } from './challenge-dialog.ts'
import type { Settings } from '../merchant-page/check-options.ts'
import { createFrame } from './create-frame.ts'
import type { Look } from './read-look.ts'

/** Handed on to the inner frame, in which issuers confirm with passkeys. */
const PERMISSIONS = 'payment *; publickey-credentials-get *'

export interface OpenedWindow {
  readonly port: MessagePort
  readonly windowSize: ChallengeWindowSize
}

export interface WindowContext {
  readonly locale: Locale
  readonly look: Look
  readonly onCancel: () => void
}

interface ThreeDsWindow {
  readonly loading: AbortController
  readonly dialog: ChallengeDialog | null
  readonly remove: () => void
}

/** The 3DS frames on the merchant's page: a hidden one for the fingerprint, one in a dialog for the challenge. */
export class ThreeDsWindows {
  readonly #settings: Settings
  readonly #windows = new Map<Surface, ThreeDsWindow>()

  constructor(settings: Settings) {
    this.#settings = settings
  }

  /**
   * Opens a 3DS frame.
   *
   * @param code - The challenge window size that was asked for.
   * @returns The port of the frame, for the card frame: what they say to each other is not for this page. Null when the
   *   window was closed before its frame had answered.
   * @throws When the frame does not answer. {@link HandshakeError}
   */
  async open(
    surface: Surface,
    code: string,
    { locale, look, onCancel }: WindowContext,
  ): Promise<OpenedWindow | null> {
    this.close(surface)
    const { baseUrl, origin } = this.#settings
    const windowSize = chooseWindowSize(code, document.documentElement.clientWidth)
    const nonce = makeNonce()
    const frame = createFrame({
      address: threeDsFrameAddress(baseUrl, { nonce, locale, scheme: look.scheme }),
      title: PAYMENT_TEXTS[locale].bankPage,
      allow: PERMISSIONS,
      styles:
        surface === 'hidden'
          ? { position: 'absolute', width: '1px', height: '1px', visibility: 'hidden' }
          : { width: '100%', height: '100%', 'color-scheme': look.scheme },
    })
    const loading = new AbortController()
    const welcomed = welcomeFrame(frame, { origin, nonce, signal: loading.signal })
    if (surface === 'hidden') {
      frame.ariaHidden = 'true'
      frame.tabIndex = -1
      document.body.append(frame)
      this.#windows.set(surface, { loading, dialog: null, remove: () => frame.remove() })
    } else {
      const dialog = createChallengeDialog({ texts: PAYMENT_TEXTS[locale], look, windowSize, onCancel })
      dialog.open(frame)
      this.#windows.set(surface, { loading, dialog, remove: () => dialog.close() })
    }
    try {
      return { port: await welcomed, windowSize }
    } catch (error) {
      if (loading.signal.aborted) return null
      this.close(surface)
      throw error
    }
  }

  /** A cancellation was refused: the payment goes on. */
  resume(): void {
    this.#windows.get('dialog')?.dialog?.resume()
  }

  close(surface: Surface): void {
    const open = this.#windows.get(surface)
    this.#windows.delete(surface)
    open?.loading.abort()
    open?.remove()
  }

  closeAll(): void {
    this.close('hidden')
    this.close('dialog')
  }
}
