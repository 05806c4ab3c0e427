import {
  bringIntoView,
  browserReach,
  createFrame,
  FRAME_BLEED_PX,
  makeNonce,
  methodsFrameAddress,
  openChannel,
  parseWebAddress,
  prefersDark,
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
import { METHOD_TEXTS } from '@sluice/texts/methods'
import type { PageData } from '../../hosted-page-view.ts'
import type { Localizer } from '../../page/localizer.ts'

/** The height of one button with its outline, reserved before the frame has loaded. */
const HEIGHT_PX = 60
/** The height of an empty frame: only its edges. */
const EMPTY_PX = 2 * FRAME_BLEED_PX

export interface WalletsOptions {
  readonly data: Pick<PageData, 'clientKey' | 'session' | 'sessionId'>
  readonly localizer: Localizer
  readonly windows: ThreeDsWindows
  readonly look: () => Look
  readonly onPaying: (isPaying: boolean) => void
  readonly onResult: (answer: PaymentAnswer) => void
}

/**
 * Shows the buttons of wallets in a frame of the gateway: the policy of this page, which holds card fields, admits no
 * foreign script, and the origin of the frame keeps those scripts from this document.
 *
 * @returns whether the frame continues a running payment.
 * @decision 0056
 */
export async function showWallets(room: HTMLElement, options: WalletsOptions): Promise<boolean> {
  const { data, localizer, look } = options
  const origin = await browserReach.addressOf(data.session.methods_url)
  const nonce = makeNonce()
  const { scheme } = look()
  const parameters = { nonce, scheme, locale: localizer.locale, sessionId: data.sessionId }
  const frame = createFrame({
    address: methodsFrameAddress(origin, data.clientKey, parameters, 'wallets'),
    title: titleIn(localizer),
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
  return new Promise((resolve) => {
    welcomed.then(
      ({ port }) => speak(port, { room, frame }, options, resolve),
      () => {
        leave(room, frame)
        resolve(false)
      },
    )
  })
}

/** Returns the same text as the button's. */
function titleIn({ locale }: Localizer): string {
  return `${METHOD_TEXTS[locale].payWith} GWallet`
}

/** The room stays, and shows what is missing, so nothing on the page moves. */
function leave(room: HTMLElement, frame: HTMLIFrameElement): void {
  frame.remove()
  room.toggleAttribute('data-empty', true)
}

function speak(
  port: MessagePort,
  { room, frame }: { readonly room: HTMLElement; readonly frame: HTMLIFrameElement },
  options: WalletsOptions,
  onResumption: (resumes: boolean) => void,
): void {
  const { data, localizer, windows, look, onPaying, onResult } = options
  const channel: Channel<PageToCard> = openChannel<MethodsToPage, PageToCard>(
    port,
    readMethodsToPage,
    (message) => {
      switch (message.type) {
        case 'height':
          // This browser does not have the wallet.
          room.toggleAttribute('data-empty', message.heightPx <= EMPTY_PX)
          return setStyles(frame, { height: `${message.heightPx}px` })
        case 'look-here':
          return bringIntoView(frame, message)
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
          onResumption(false)
          return leave(room, frame)
        case 'ready':
          // The card of this page has no part in what the frame remembers.
          if (message.resumes) channel.send({ type: 'follow' })
          return onResumption(message.resumes)
        // The frame says itself what went wrong.
        case 'failure':
        case 'method':
        // This page gives no styles that could be wrong, and has chosen the language.
        case 'style-fault':
        case 'speaks':
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
      .open(surface, windowSize, {
        methodsUrl: await browserReach.addressOf(data.session.methods_url),
        locale: localizer.locale,
        look,
        onCancel,
      })
      .catch(() => null)
    if (opened) {
      channel.send({ type: 'surface-opened', surface, windowSize: opened.windowSize }, [opened.port])
    } else {
      channel.send({ type: 'surface-failed', surface })
    }
  }

  const configure = () => {
    const { scheme, tokens } = look()
    frame.title = titleIn(localizer)
    setStyles(frame, { 'color-scheme': scheme })
    channel.send({ type: 'configure', locale: localizer.locale, scheme, tokens })
  }
  localizer.onChange(configure)
  prefersDark().addEventListener('change', configure)
}

function goTo(address: string): void {
  const url = parseWebAddress(address)
  if (url) location.assign(url)
}
