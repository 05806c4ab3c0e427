import type { ChallengeStep } from '../../next-step.ts'
import { createBankFrame } from './bank-frame.ts'
import type { KnownOptions } from '../../refuse-unknown-options.ts'
import { refuseUnknownOptions } from './refuse-unknown-options.ts'
import { onWindowMessage, readOrigin } from './window-messages.ts'

/** The part of a {@link ChallengeStep} that the page needs; the server may send the whole step. */
export type ChallengeToShow = Pick<ChallengeStep, 'acsUrl' | 'creq' | 'windowSize'> & {
  readonly token: Pick<ChallengeStep['token'], 'three_ds_server_trans_id'>
}

/** The place and size of the challenge. */
export interface ChallengeOptions {
  /** The element that contains the frame. */
  readonly container: Element
  /**
   * The origin that may report the end of the challenge besides the issuer: the gateway, whose page receives the
   * issuer's answer, or your own server if it does. Addresses will do.
   */
  readonly notifiers: readonly string[]
  /** The name of the frame for screen readers. @defaultValue `Your bank’s page` */
  readonly title?: string
  /**
   * Queries your server whether the challenge has ended; called every three seconds. It is the fallback if no message
   * arrives: issuers' pages, extensions and private windows lose some. A rejection counts as no.
   */
  readonly isOver?: () => Promise<boolean>
  /** The customer's way out: your own "cancel" aborts it. */
  readonly signal?: AbortSignal
}

const CHALLENGE_OPTIONS: KnownOptions<ChallengeOptions> = {
  container: true,
  notifiers: true,
  title: true,
  isOver: true,
  signal: true,
}

/**
 * The end of the challenge, as the page sees it. In every case, continue by querying your server.
 *
 * - `answered`: the message arrived; `transStatus` is a hint for `completeAuthentication`
 * - `over`: {@link ChallengeOptions.isOver} returned true
 * - `timedOut`: ten minutes have passed
 * - `left`: the signal was aborted
 */
export type ChallengeEnd =
  | { readonly kind: 'answered'; readonly transStatus: string }
  | { readonly kind: 'over' | 'timedOut' | 'left' }

/** The customer has ten minutes; then the gateway ends the payment. @see docs/protocol/errors-and-limits.md#limits */
const CHALLENGE_TIMEOUT_MS = 600_000

/** Often enough to feel immediate, and far below what a gateway's rate limit allows one merchant. */
const ASK_INTERVAL_MS = 3_000

/** Width and height in px by EMV code; `05` fills its container. Another code is drawn as `02`. */
export const WINDOW_SIZES: Readonly<Record<string, readonly [string, string]>> = {
  '01': ['250px', '400px'],
  '02': ['390px', '400px'],
  '03': ['500px', '600px'],
  '04': ['600px', '400px'],
  '05': ['100%', '100%'],
}

/**
 * Shows the issuer's challenge in a frame until it has ended in any way, then removes the frame.
 *
 * @throws {TypeError} when an address is not safe for a browser, or there is no such option.
 * @see docs/protocol/three-ds.md#challenge
 */
export async function showChallenge(step: ChallengeToShow, options: ChallengeOptions): Promise<ChallengeEnd> {
  refuseUnknownOptions(options, CHALLENGE_OPTIONS)
  const { container, isOver, signal, title = 'Your bank’s page' } = options
  const origins = [step.acsUrl, ...options.notifiers].map(readOrigin)
  if (signal?.aborted) return { kind: 'left' }

  const [width = '', height = ''] = WINDOW_SIZES[step.windowSize] ?? WINDOW_SIZES['02'] ?? []
  const frame = createBankFrame(container, title, { width, height, maxWidth: '100%', border: '0' })
  // Its scripts run, but it cannot take the page away; issuers confirm with passkeys and Secure Payment Confirmation.
  frame.element.setAttribute('sandbox', 'allow-scripts allow-forms allow-same-origin allow-popups')
  frame.element.allow = 'payment *; publickey-credentials-get *'

  return new Promise((resolve) => {
    const finish = (end: ChallengeEnd) => {
      stop()
      clearTimeout(timer)
      clearTimeout(question)
      isFinished = true
      frame.remove()
      resolve(end)
    }
    let isFinished = false
    let question: ReturnType<typeof setTimeout> | undefined
    const ask = async (isOver: () => Promise<boolean>) => {
      const isThen = await isOver().catch(() => false)
      if (isFinished) return
      if (isThen) finish({ kind: 'over' })
      else askLater(isOver)
    }
    const askLater = (isOver: () => Promise<boolean>) => {
      question = setTimeout(() => void ask(isOver), ASK_INTERVAL_MS)
    }
    const stop = onWindowMessage(
      {
        type: 'CHALLENGE_RESPONSE',
        threeDsServerTransId: step.token.three_ds_server_trans_id,
        origins,
        frame: frame.element,
      },
      ({ transStatus }) => finish({ kind: 'answered', transStatus }),
    )
    const timer = setTimeout(() => finish({ kind: 'timedOut' }), CHALLENGE_TIMEOUT_MS)
    signal?.addEventListener('abort', () => finish({ kind: 'left' }), { once: true })
    if (isOver) askLater(isOver)
    frame.open(step.acsUrl, { creq: step.creq })
  })
}
