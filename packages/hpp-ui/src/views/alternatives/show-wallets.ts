import {
  createFrame,
  FRAME_BLEED_PX,
  makeNonce,
  methodsFrameAddress,
  METHOD_TEXTS,
  openChannel,
  parseWebAddress,
  readMethodsToPage,
  setStyles,
  welcomeFrame,
  type Channel,
  type Look,
  type MethodsToPage,
  type PageToCard,
  type PaymentAnswer,
  type ThreeDsWindows,
} from '@sluice/embedded-fields/parts'
import type { PageData } from '../../hosted-page-view.ts'
import type { Tongue } from '../../page/tongue.ts'

/** Of one button with the room for its outline, reserved before the frame has loaded. */
const HEIGHT_PX = 60
/** Of a frame that shows nothing: its edges alone. */
const EMPTY_PX = 2 * FRAME_BLEED_PX

export interface WalletsOptions {
  readonly data: Pick<PageData, 'clientKey' | 'sessionId'>
  readonly baseUrl: string
  readonly tongue: Tongue
  readonly windows: ThreeDsWindows
  readonly look: () => Look
  readonly onPaying: (isPaying: boolean) => void
  readonly onResult: (answer: PaymentAnswer) => void
}

/**
 * Shows the buttons of wallets in a frame of the gateway: the policy of this page, which holds card fields, admits no
 * script of anybody else. The frame has the same origin, so this is order and no wall.
 *
 * @decision 0052
 */
export function showWallets(room: HTMLElement, options: WalletsOptions): void {
  const { data, baseUrl, tongue, look } = options
  const origin = new URL(baseUrl).origin
  const nonce = makeNonce()
  const { scheme } = look()
  const parameters = { nonce, scheme, locale: tongue.locale, sessionId: data.sessionId }
  const frame = createFrame({
    address: methodsFrameAddress(baseUrl, data.clientKey, parameters, 'wallets'),
    title: METHOD_TEXTS[tongue.locale].methodList,
    allow: 'payment *',
    styles: {
      // The frame's own edge leaves room for the outline of a focused button.
      margin: `-${FRAME_BLEED_PX}px`,
      width: `calc(100% + ${2 * FRAME_BLEED_PX}px)`,
      height: `${HEIGHT_PX}px`,
      'color-scheme': scheme,
    },
  })
  const welcomed = welcomeFrame(frame, { origin, nonce, signal: new AbortController().signal })
  room.append(frame)
  welcomed.then(
    (port) => speak(port, { room, frame }, options),
    // Nobody misses a button that was never there; the other ways to pay are.
    () => leave(room),
  )
}

function leave(room: HTMLElement): void {
  room.replaceChildren()
  room.hidden = true
}

function speak(
  port: MessagePort,
  { room, frame }: { readonly room: HTMLElement; readonly frame: HTMLIFrameElement },
  options: WalletsOptions,
): void {
  const { tongue, windows, look, onPaying, onResult } = options
  const channel: Channel<PageToCard> = openChannel<MethodsToPage, PageToCard>(
    port,
    readMethodsToPage,
    (message) => {
      switch (message.type) {
        case 'height':
          // A wallet that this browser does not have leaves nothing behind, not even the room around it.
          room.toggleAttribute('data-empty', message.heightPx <= EMPTY_PX)
          return setStyles(frame, { height: `${message.heightPx}px` })
        case 'paying':
          return onPaying(message.isPaying)
        case 'open-surface':
          return void openSurface(message)
        case 'close-surface':
          return windows.close(message.surface)
        case 'cancel-refused':
          return windows.resume()
        case 'result':
          return onResult(message.response)
        case 'redirect':
          return goTo(message.url)
        case 'error':
          return leave(room)
        // The frame says itself what went wrong.
        case 'failure':
        case 'method':
        case 'ready':
        // This page gives no styles that could be wrong.
        case 'style-fault':
          return
      }
    },
  )

  async function openSurface({
    surface,
    windowSize,
  }: Extract<MethodsToPage, { type: 'open-surface' }>): Promise<void> {
    const onCancel = () => channel.send({ type: 'cancel' })
    const opened = await windows
      .open(surface, windowSize, { locale: tongue.locale, look: look(), onCancel })
      .catch(() => null)
    if (opened) {
      channel.send({ type: 'surface-opened', surface, windowSize: opened.windowSize }, [opened.port])
    } else {
      channel.send({ type: 'surface-failed', surface, code: 'frame_timeout' })
    }
  }

  tongue.onChange(() => {
    const { scheme, tokens } = look()
    frame.title = METHOD_TEXTS[tongue.locale].methodList
    channel.send({ type: 'configure', locale: tongue.locale, scheme, tokens })
  })
}

function goTo(address: string): void {
  const url = parseWebAddress(address)
  if (url) location.assign(url)
}
