import type { ChallengeWindowSize, Locale } from '@sluice/types/vocabulary'
import { pageText } from '../locales/page-text.ts'
import { openChannel, type Channel } from '../protocol/channel.ts'
import { threeDsFrameAddress } from '../protocol/frame-address.ts'
import { HandshakeError, makeNonce, welcomeFrame } from '../protocol/handshake.ts'
import {
  readDialogToPage,
  type DialogToPage,
  type PageToDialog,
  type PageToThreeDs,
  type Surface,
} from '../protocol/messages.ts'
import { CHALLENGE_EDGES_PX } from '../styles/layout.ts'
import { chooseWindowSize } from '../three-ds/window-size.ts'
import { createChallengeDialog } from './challenge-dialog.ts'
import { createFrame } from './create-frame.ts'
import { prefersDark, type Look } from './read-look.ts'

/** Permissions that pass to the inner frame, in which issuers confirm with passkeys. */
const PERMISSIONS = 'payment *; publickey-credentials-get *'

export interface OpenedWindow {
  readonly port: MessagePort
  readonly windowSize: ChallengeWindowSize
}

export interface WindowContext {
  /** The gateway's origin for banks' pages, without a trailing slash. */
  readonly methodsUrl: string
  readonly locale: Locale
  /** Called again when the shopper's device turns dark or light. */
  readonly look: () => Look
  /** The shopper canceled the payment in the dialog. */
  readonly onCancel: () => void
}

interface ThreeDsWindow {
  readonly loading: AbortController
  readonly line: Channel<PageToDialog>
  readonly remove: () => void
}

/** The 3DS frames on a page: a hidden one for the fingerprint, one in a dialog for the challenge. */
export class ThreeDsWindows {
  readonly #clientKey: string
  readonly #windows = new Map<Surface, ThreeDsWindow>()

  constructor(clientKey: string) {
    this.#clientKey = clientKey
  }

  /**
   * Opens a 3DS frame.
   *
   * @param code - the requested challenge window size.
   * @returns The port of the frame, for the payment: this page does not read their messages. Null if the window was
   *   closed before its frame had responded.
   * @throws When the frame does not respond. {@link HandshakeError}
   */
  async open(
    surface: Surface,
    code: string,
    { methodsUrl, locale, look, onCancel }: WindowContext,
  ): Promise<OpenedWindow | null> {
    this.close(surface)
    // Banks do not permit their pages on isolated pages explicitly. There, they are loaded without credentials, if
    // the browser supports it.
    const credentialless = crossOriginIsolated
    if (credentialless && !('credentialless' in HTMLIFrameElement.prototype))
      throw new HandshakeError('frame_blocked')
    const { scheme, tokens } = look()
    const windowSize = chooseWindowSize(code, roomForBank())
    const nonce = makeNonce()
    const frame = createFrame({
      address: threeDsFrameAddress(methodsUrl, this.#clientKey, { nonce, locale, scheme }),
      title: pageText(locale, 'bankPage'),
      allow: PERMISSIONS,
      credentialless,
      styles:
        surface === 'hidden'
          ? { position: 'absolute', width: '1px', height: '1px', visibility: 'hidden' }
          : { width: '100%', height: '100%' },
    })
    const { port1, port2 } = new MessageChannel()
    const line = openChannel<DialogToPage, PageToDialog>(port1, readDialogToPage, onCancel)
    const loading = new AbortController()
    const welcomed = welcomeFrame(frame, { origin: methodsUrl, nonce, signal: loading.signal })
    if (surface === 'hidden') {
      frame.ariaHidden = 'true'
      frame.tabIndex = -1
      document.body.append(frame)
      this.#windows.set(surface, { loading, line, remove: () => frame.remove() })
    } else {
      const dialog = createChallengeDialog({
        label: pageText(locale, 'challengeTitle'),
        windowSize,
        onEscape: () => line.send({ type: 'ask' }),
      })
      dialog.paint(scheme)
      dialog.open(frame)
      const repaint = () => {
        const now = look()
        dialog.paint(now.scheme)
        line.send({ type: 'look', scheme: now.scheme, tokens: now.tokens })
      }
      prefersDark().addEventListener('change', repaint, { signal: loading.signal })
      this.#windows.set(surface, { loading, line, remove: () => dialog.close() })
    }
    try {
      const { port } = await welcomed
      if (surface === 'dialog') {
        // A frame may place the focus only once it has it.
        frame.focus()
        port.postMessage({ type: 'dialog', tokens } satisfies PageToThreeDs, [port2])
      }
      return { port, windowSize }
    } catch (error) {
      if (loading.signal.aborted) return null
      this.close(surface)
      throw error
    }
  }

  /** A cancellation was refused, so the payment continues. */
  resume(): void {
    this.#windows.get('dialog')?.line.send({ type: 'resume' })
  }

  close(surface: Surface): void {
    const open = this.#windows.get(surface)
    this.#windows.delete(surface)
    open?.loading.abort()
    open?.line.close()
    open?.remove()
  }

  closeAll(): void {
    this.close('hidden')
    this.close('dialog')
  }
}

function roomForBank() {
  return { widthPx: document.documentElement.clientWidth, heightPx: innerHeight - CHALLENGE_EDGES_PX }
}
