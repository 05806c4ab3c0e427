import type { Locale } from '@sluice/types/vocabulary'
import { FORM_TEXTS } from '../locales/choose-locale.ts'
import { openChannel, type Channel } from '../protocol/channel.ts'
import { cardFrameAddress } from '../protocol/frame-address.ts'
import { HandshakeError, makeNonce, welcomeFrame, type HandshakeFailure } from '../protocol/handshake.ts'
import { readCardToPage, type CardToPage, type PageToCard } from '../protocol/messages.ts'
import { cardFormHeightPx, FRAME_BLEED_PX } from '../styles/layout.ts'
import type { Settings } from './check-options.ts'
import { createFrame, setStyles } from '../challenge/create-frame.ts'
import { bringBack, park } from './park.ts'
import { prefersDark, readLook, type Look } from '../challenge/read-look.ts'
import { createSluiceCard, type SluiceCard } from './sluice-card.ts'

/** What the frame needs; it never opens windows, and never takes this page anywhere. */
const SANDBOX = 'allow-scripts allow-same-origin allow-forms'

export interface CardFrameEvents {
  readonly onMessage: (message: CardToPage) => void
  readonly onFailure: (code: HandshakeFailure) => void
  /** The merchant's page removed the frame, and with it what was typed. */
  readonly onLost: () => void
}

/** The card frame as the merchant's page holds it: its place, its look, and the line to it. */
export class CardFrameHost {
  readonly #settings: Settings
  readonly #events: CardFrameEvents
  readonly #alive = new AbortController()
  #host: SluiceCard | null = null
  #frame: HTMLIFrameElement | null = null
  #channel: Channel<PageToCard> | null = null
  #connecting: AbortController | null = null
  /** Said before the line stood. */
  #outbox: PageToCard[] = []
  #isShown = false
  #locale: Locale
  #sessionId: string

  constructor(settings: Settings, locale: Locale, events: CardFrameEvents) {
    this.#settings = settings
    this.#sessionId = settings.sessionId
    this.#locale = locale
    this.#events = events
    prefersDark().addEventListener('change', () => this.#configure(), { signal: this.#alive.signal })
  }

  get isShown(): boolean {
    return this.#isShown
  }

  get look(): Look {
    return this.#host ? readLook(this.#host) : { scheme: 'light', tokens: {} }
  }

  show(target: Element): void {
    this.#isShown = true
    if (this.#host && bringBack(this.#host, target)) return this.#configure()
    this.#discard()
    this.#host = createSluiceCard()
    setStyles(this.#host, { display: 'flow-root' })
    this.#host.onRemoved = () => this.#onRemoved()
    target.append(this.#host)
    this.#load(this.#host)
  }

  park(): void {
    this.#isShown = false
    if (this.#host) park(this.#host)
  }

  send(message: PageToCard, transfer: Transferable[] = []): void {
    if (this.#channel) this.#channel.send(message, transfer)
    else this.#outbox.push(message)
  }

  changeLocale(locale: Locale): void {
    this.#locale = locale
    if (this.#frame) this.#frame.title = FORM_TEXTS[locale].cardForm
    this.#configure()
  }

  changeSession(sessionId: string): void {
    this.#sessionId = sessionId
    // A frame that is still loading would begin with the old one.
    this.send({ type: 'session', sessionId })
  }

  focus(): void {
    // A frame may place the focus only once it has it.
    this.#frame?.focus()
    this.send({ type: 'focus' })
  }

  /** Enter in a field does what it does in any field of the page's form: a disabled button stops it. */
  submitForm(): void {
    const form = this.#host?.closest('form')
    if (!form) return
    const button = Array.from(form.elements).find(
      (element) => (element as HTMLButtonElement).type === 'submit',
    )
    if (button) (button as HTMLButtonElement).click()
    else form.requestSubmit()
  }

  setHeight(heightPx: number): void {
    if (this.#frame) setStyles(this.#frame, { height: `${heightPx}px` })
  }

  destroy(): void {
    this.#alive.abort()
    this.#isShown = false
    this.#discard()
  }

  #load(host: SluiceCard): void {
    const { scheme, tokens } = readLook(host)
    const { baseUrl, clientKey, origin } = this.#settings
    const nonce = makeNonce()
    const parameters = { nonce, scheme, locale: this.#locale, sessionId: this.#sessionId }
    const frame = createFrame({
      address: cardFrameAddress(baseUrl, clientKey, parameters),
      title: FORM_TEXTS[this.#locale].cardForm,
      sandbox: SANDBOX,
      ...autofillPermission(),
      styles: {
        // The frame's own edge leaves room for the outline of a focused field.
        margin: `-${FRAME_BLEED_PX}px`,
        width: `calc(100% + ${2 * FRAME_BLEED_PX}px)`,
        height: `${cardFormHeightPx(tokens)}px`,
        // Of another scheme than its document a frame is drawn on an opaque ground.
        'color-scheme': scheme,
      },
    })
    const connecting = new AbortController()
    this.#frame = frame
    this.#connecting = connecting
    const welcomed = welcomeFrame(frame, { origin, nonce, signal: connecting.signal })
    host.append(frame)
    welcomed.then(
      (port) => this.#speak(port),
      (error: unknown) => {
        if (!connecting.signal.aborted && error instanceof HandshakeError) this.#events.onFailure(error.code)
      },
    )
  }

  #speak(port: MessagePort): void {
    this.#channel = openChannel<CardToPage, PageToCard>(port, readCardToPage, this.#events.onMessage)
    this.#configure()
    for (const message of this.#outbox.splice(0)) this.send(message)
  }

  #configure(): void {
    // A parked form stands outside of the rules that style it.
    if (!this.#isShown || !this.#channel || !this.#frame) return
    const { scheme, tokens } = this.look
    setStyles(this.#frame, { 'color-scheme': scheme })
    this.send({ type: 'configure', locale: this.#locale, scheme, tokens })
  }

  /** A page that moves the element by removing and inserting it gets a new frame in the same place. */
  #onRemoved(): void {
    const host = this.#host
    this.#disconnect()
    this.#events.onLost()
    queueMicrotask(() => {
      if (host === null || host !== this.#host) return
      if (host.isConnected) this.#load(host)
      else {
        this.#isShown = false
        this.#host = null
      }
    })
  }

  #discard(): void {
    this.#disconnect()
    const host = this.#host
    this.#host = null
    host?.remove()
  }

  #disconnect(): void {
    this.#connecting?.abort()
    this.#channel?.close()
    this.#channel = null
    this.#outbox = []
    this.#frame?.remove()
    this.#frame = null
  }
}

/** Browsers that know the feature fill cross-origin frames only where the page permits it. */
function autofillPermission(): { allow?: string } {
  const { featurePolicy } = document as { featurePolicy?: { features(): string[] } }
  return featurePolicy?.features().includes('autofill') ? { allow: 'autofill' } : {}
}
