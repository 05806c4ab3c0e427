import type { Locale } from '@sluice/types/vocabulary'
import { createFrame, setStyles } from '../challenge/create-frame.ts'
import { prefersDark, readLook, type PageLook } from '../challenge/read-look.ts'
import { chooseLocale } from '../locales/choose-locale.ts'
import { pageText } from '../locales/page-text.ts'
import { openChannel, type Channel } from '../protocol/channel.ts'
import {
  HandshakeError,
  type HandshakeFailure,
  makeNonce,
  type Welcomed,
  welcomeFrame,
} from '../protocol/handshake.ts'
import type { PageToCard } from '../protocol/messages.ts'
import { FRAME_BLEED_PX } from '../styles/layout.ts'
import { merchantProperty, type StyleToken } from '../styles/tokens.ts'
import { bringIntoView, type Part } from './bring-into-view.ts'
import { warn } from './warn.ts'
import type { Settings } from './check-options.ts'
import { closestForm, findPlace, type Place } from './find-place.ts'
import type { FrameKind, FrameToPage } from './frame-kind.ts'
import { bringBack, park } from './park.ts'
import { createSluicePayment, type SluicePayment } from './sluice-payment.ts'

export interface FrameEvents {
  readonly onMessage: (message: FrameToPage) => void
  readonly onFailure: (code: HandshakeFailure) => void
  /** The frame answered after its failure was reported. */
  readonly onLate: () => void
  /** The merchant's page removed the frame, and with it the typed values. */
  readonly onLost: () => void
}

/** A frame of the gateway from the view of the merchant's page: its place, its style, and its message port. */
export class FrameHost {
  readonly #settings: Settings
  readonly #kind: FrameKind
  readonly #events: FrameEvents
  readonly #alive = new AbortController()
  #host: SluicePayment | null = null
  #target: Element | null = null
  #place: Place | null = null
  #frame: HTMLIFrameElement | null = null
  #channel: Channel<PageToCard> | null = null
  #connecting: AbortController | null = null
  #failure: HandshakeFailure | null = null
  readonly #warned = new Set<string>()
  #methodsUrl: string | null = null
  /** Reported by the frame and not applied yet. */
  #nextHeightPx: number | null = null
  /** Chromium took the press for a scroll or a drag: its target stays `:active` until the next press. */
  #isPressCanceled = false
  /** Messages that were sent before the port existed. */
  #outbox: PageToCard[] = []
  #preferences: string
  #sessionId: string

  constructor(settings: Settings, kind: FrameKind, preferences: string, events: FrameEvents) {
    this.#settings = settings
    this.#kind = kind
    this.#sessionId = settings.sessionId
    this.#preferences = preferences
    this.#events = events
    const { signal } = this.#alive
    prefersDark().addEventListener('change', () => this.refreshLook(), { signal })
    for (const type of ['pointerdown', 'pointercancel'])
      addEventListener(type, () => (this.#isPressCanceled = type === 'pointercancel'), {
        signal,
        capture: true,
      })
  }

  get sessionId(): string {
    return this.#sessionId
  }

  get isShown(): boolean {
    return this.#place !== null
  }

  /** Returns why the frame did not answer; null unless it should have. */
  get failure(): HandshakeFailure | null {
    return this.#failure
  }

  get look(): PageLook {
    return this.#host ? readLook(this.#host) : { scheme: 'light', tokens: {}, refused: {} }
  }

  /** The address at which this frame was found; null for a frame on the same origin. */
  get methodsUrl(): string | null {
    return this.#methodsUrl
  }

  show(target: Element): void {
    const place = findPlace(target)
    this.#target = target
    this.#place = place
    if (this.#host) {
      // A frame that did not answer is loaded again.
      if (this.#failure === null && bringBack(this.#host, place)) return this.refreshLook()
      this.#discard()
      this.#events.onLost()
    }
    const host = createSluicePayment()
    this.#host = host
    setStyles(host, { display: 'flow-root' })
    for (const [token, value] of Object.entries(this.#settings.style))
      host.style.setProperty(`--lib-${token}`, value)
    if (place.slotName !== null) host.slot = place.slotName
    host.onRemoved = () => this.#onRemoved(host)
    place.parent.append(host)
    this.#load(host)
  }

  park(): void {
    this.#leavePlace()
    if (this.#host) park(this.#host)
  }

  send(message: PageToCard, transfer: Transferable[] = []): void {
    if (this.#channel) this.#channel.send(message, transfer)
    else this.#outbox.push(message)
  }

  changeLocale(preferences: string): void {
    this.#preferences = preferences
    this.entitle(chooseLocale(preferences))
    this.refreshLook()
  }

  /** Sets the frame's name for screen readers. */
  entitle(locale: Locale): void {
    if (this.#frame) this.#frame.title = pageText(locale, this.#kind.title)
  }

  changeSession(sessionId: string): void {
    this.#sessionId = sessionId
    // A frame that is still loading would start with the old one.
    this.send({ type: 'session', sessionId })
  }

  focus(): void {
    // A frame may place the focus only once it has it. To one that has it, being focused again is a blur first, which may
    // arrive after it has placed the focus.
    if (document.activeElement !== this.#frame) this.#frame?.focus()
    this.send({ type: 'focus' })
  }

  /**
   * Handles Enter in a field as the browser does in the page's form: a disabled button prevents the submission.
   *
   * @returns false when the component is in no form.
   */
  submitForm(): boolean {
    const form = this.#target && closestForm(this.#target)
    if (!form) return false
    const button = Array.from(form.elements).find(
      (element) => (element as HTMLButtonElement).type === 'submit',
    )
    if (button) (button as HTMLButtonElement).click()
    else form.requestSubmit()
    return true
  }

  setHeight(heightPx: number): void {
    this.#nextHeightPx = heightPx
    this.#settleHeight()
  }

  /**
   * An error that appears as its field is left must not move a button out from under the pointer that presses it. The
   * document is queried before each painting, because pages are not notified of the end of every press: not of one that
   * ended before the frame reported its height, nor of one that a dialog or a scrollbar received.
   */
  #settleHeight(): void {
    if (!this.#isPressCanceled && isPressedBeside(this.#frame))
      requestAnimationFrame(() => this.#settleHeight())
    else this.#applyHeight()
  }

  /** Shows a part of the frame, which may be taller by now than its element. */
  bringIntoView(part: Part): void {
    this.#applyHeight()
    if (this.#frame && this.isShown) bringIntoView(this.#frame, part)
  }

  /** Returns the latest report of the frame, unless it was already applied. */
  #applyHeight(): void {
    if (this.#nextHeightPx === null) return
    if (this.#frame) setStyles(this.#frame, { height: `${this.#nextHeightPx}px` })
    this.#nextHeightPx = null
  }

  /** Sends the frame its style and its language. */
  refreshLook(): void {
    // The rules that style the form do not apply to a parked form.
    if (!this.isShown || !this.#channel || !this.#frame) return
    const { scheme, tokens, refused } = this.look
    for (const token of Object.keys(refused)) this.warnOfStyle(token as StyleToken, null)
    setStyles(this.#frame, { 'color-scheme': scheme })
    this.send({ type: 'configure', locale: this.#preferences, scheme, tokens })
  }

  /** Logs each value once. @param ratio - of the contrast; null when the value cannot be used. */
  warnOfStyle(token: StyleToken, ratio: string | null): void {
    const property = merchantProperty(token)
    const value = this.#host && getComputedStyle(this.#host).getPropertyValue(property).trim()
    const fault = ratio === null ? 'is refused' : `has a contrast of ${ratio}:1; at least 4.5:1 is needed`
    const text = `${property}: ${value} ${fault}`
    if (this.#warned.has(text)) return
    this.#warned.add(text)
    warn(text)
  }

  destroy(): void {
    this.#alive.abort()
    this.#leavePlace()
    this.#discard()
  }

  #load(host: SluicePayment): void {
    const { scheme, tokens } = readLook(host)
    const nonce = makeNonce()
    const parameters = { nonce, scheme, locale: this.#preferences, sessionId: this.#sessionId }
    const frame = createFrame({
      address: this.#kind.address(this.#settings, parameters),
      title: pageText(chooseLocale(this.#preferences), this.#kind.title),
      sandbox: this.#kind.sandbox,
      allow: this.#kind.allow + autofillPermission(),
      styles: {
        // The frame's own edge leaves space for the outline of a focused field.
        margin: `-${FRAME_BLEED_PX}px`,
        width: `calc(100% + ${2 * FRAME_BLEED_PX}px)`,
        height: `${this.#kind.heightPx(tokens)}px`,
        // If its color scheme differs from that of its document, a frame gets an opaque background.
        'color-scheme': scheme,
      },
    })
    const connecting = new AbortController()
    this.#frame = frame
    this.#failure = null
    this.#connecting = connecting
    const { isApart } = this.#kind
    const join = ({ port, origin }: Welcomed) => {
      if (isApart) this.#methodsUrl = origin
      this.#speak(port)
    }
    const onLate = (welcomed: Welcomed) => {
      this.#failure = null
      this.#events.onLate()
      join(welcomed)
    }
    const origin = isApart ? null : this.#settings.origin
    // The frame starts to load here, and sends nothing before this task ends.
    host.append(frame)
    welcomeFrame(frame, { origin, nonce, signal: connecting.signal, onLate }).then(join, (error: unknown) => {
      if (connecting.signal.aborted || !(error instanceof HandshakeError)) return
      this.#failure = error.code
      this.#events.onFailure(error.code)
    })
  }

  #speak(port: MessagePort): void {
    this.#channel = openChannel<FrameToPage, PageToCard>(port, this.#kind.read, this.#events.onMessage)
    this.refreshLook()
    for (const message of this.#outbox.splice(0)) this.send(message)
  }

  /** A page that moves the element by removing and inserting it gets a new frame in the same place. */
  #onRemoved(host: SluicePayment): void {
    if (host !== this.#host) return
    this.#disconnect()
    queueMicrotask(() => {
      if (host !== this.#host) return
      if (host.isConnected) return this.#load(host)
      this.#leavePlace()
      this.#host = null
    })
    this.#events.onLost()
  }

  #leavePlace(): void {
    this.#place?.clear()
    this.#place = this.#target = null
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

/** Returns whether a pointer or a key is pressed on the page. A press within the frame does not move it. */
function isPressedBeside(frame: HTMLIFrameElement | null): boolean {
  return frame !== null && !frame.matches(':active') && document.querySelector(':active') !== null
}

/** Browsers that know the feature fill cross-origin frames only where the page permits it; others complain of it. */
function autofillPermission(): string {
  const { featurePolicy } = document as { featurePolicy?: { features(): string[] } }
  return featurePolicy?.features().includes('autofill') ? ';autofill' : ''
}
