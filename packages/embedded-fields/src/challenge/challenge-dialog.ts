import { CHALLENGE_WINDOW_SIZES, type ChallengeWindowSize } from '@sluice/types/vocabulary'
import { CHALLENGE_EDGES_PX } from '../styles/layout.ts'
import type { Scheme } from '../protocol/messages.ts'
import { setStyles } from './create-frame.ts'
import styles from './challenge-dialog.css'

interface DialogOptions {
  readonly label: string
  readonly windowSize: ChallengeWindowSize
  /** The shopper wants to leave, which cancels the payment, so the frame asks for confirmation. */
  readonly onEscape: () => void
}

export interface ChallengeDialog {
  /** Shows the frame and moves the focus to it; once. */
  open(frame: HTMLIFrameElement): void
  close(): void
  /** Makes the frame's ground, too: its element inherits the scheme. */
  paint(scheme: Scheme): void
}

/**
 * Creates the dialog over the page that holds the 3DS frame. Everything in it, its header too, is drawn by that
 * frame: what runs on a merchant's page stays small.
 *
 * Its box is in a shadow root, out of reach of the page's styles; the frame is slotted, because browsers do not fill
 * frames inside shadow roots.
 */
export function createChallengeDialog({ label, windowSize, onEscape }: DialogOptions): ChallengeDialog {
  const host = document.createElement('div')
  const root = host.attachShadow({ mode: 'open' })
  root.adoptedStyleSheets = [styleSheet()]
  applySize(host, windowSize)

  const dialog = document.createElement('dialog')
  dialog.ariaLabel = label
  dialog.append(document.createElement('slot'))
  root.append(dialog)

  let isClosing = false
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault()
    onEscape()
  })
  // A second Escape closes a dialog even if its page prevents it. The payment still runs, so the dialog opens
  // again.
  dialog.addEventListener('close', () => {
    if (isClosing || !host.isConnected) return
    dialog.showModal()
    onEscape()
  })

  return {
    open(frame) {
      host.append(frame)
      document.body.append(host)
      dialog.showModal()
      frame.focus()
    },
    close() {
      isClosing = true
      // Closing returns the focus to the element that had it.
      if (dialog.open) dialog.close()
      host.remove()
    },
    paint(scheme) {
      setStyles(host, { 'color-scheme': scheme })
    },
  }
}

function applySize(host: HTMLElement, windowSize: ChallengeWindowSize): void {
  const size = CHALLENGE_WINDOW_SIZES[windowSize]
  if (size === 'full') {
    host.dataset['full'] = ''
  } else {
    host.style.setProperty('--width', `${size.widthPixels}px`)
    host.style.setProperty('--height', `${size.heightPixels + CHALLENGE_EDGES_PX}px`)
  }
}

function styleSheet(): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles)
  return sheet
}
