import type { CompletionIndicator } from '@sluice/types/vocabulary'
import type { FingerprintStep } from '../../next-step.ts'
import { createBankFrame } from './bank-frame.ts'
import type { KnownOptions } from '../../refuse-unknown-options.ts'
import { refuseUnknownOptions } from './refuse-unknown-options.ts'
import { onWindowMessage, readOrigin } from './window-messages.ts'

/** The part of a {@link FingerprintStep} that the page needs; the server may send the whole step. */
export type FingerprintToTake = Pick<FingerprintStep, 'methodUrl' | 'threeDSMethodData'> & {
  readonly token: Pick<
    FingerprintStep['token'],
    'three_ds_server_trans_id' | 'three_ds_method_notification_url'
  >
}

/** The place and time limit of the fingerprint. */
export interface FingerprintOptions {
  /** @defaultValue `document.body` */
  readonly container?: Element
  /** Removes the frame unfinished: the answer is `N`. */
  readonly signal?: AbortSignal
}

const FINGERPRINT_OPTIONS: KnownOptions<FingerprintOptions> = { container: true, signal: true }

/**
 * Time the browser may spend on the 3DS Method before authentication continues without it.
 *
 * @see docs/protocol/errors-and-limits.md#limits
 */
const FINGERPRINT_TIMEOUT_MS = 5_000

/**
 * Lets the issuer fingerprint the browser in a hidden frame, within five seconds.
 *
 * @returns The argument for `fingerprintResult` on the server: `Y` the issuer's page reported, `N` it did not in
 *   time, `U` there was no fingerprint to take.
 * @throws {TypeError} when an address of the step is not allowed for browsers, or an option is unknown.
 * @see docs/protocol/three-ds.md#fingerprint
 */
export async function takeFingerprint(
  step: FingerprintToTake,
  options: FingerprintOptions = {},
): Promise<CompletionIndicator> {
  refuseUnknownOptions(options, FINGERPRINT_OPTIONS)
  const { methodUrl, threeDSMethodData, token } = step
  const { container = document.body, signal } = options
  if (methodUrl === null || threeDSMethodData === null) return 'U'
  if (signal?.aborted) return 'N'
  readOrigin(methodUrl)
  const notifier = readOrigin(token.three_ds_method_notification_url ?? methodUrl)

  const style = { position: 'absolute', width: '1px', height: '1px', border: '0', visibility: 'hidden' }
  const frame = createBankFrame(container, '3-D Secure', style)
  frame.element.setAttribute('aria-hidden', 'true')
  frame.element.tabIndex = -1
  return new Promise((resolve) => {
    const finish = (completion: CompletionIndicator) => {
      stop()
      clearTimeout(timer)
      frame.remove()
      resolve(completion)
    }
    const stop = onWindowMessage(
      {
        type: 'FINGERPRINT_RESPONSE',
        threeDsServerTransId: token.three_ds_server_trans_id,
        origins: [notifier],
        frame: frame.element,
      },
      () => finish('Y'),
    )
    const timer = setTimeout(() => finish('N'), FINGERPRINT_TIMEOUT_MS)
    signal?.addEventListener('abort', () => finish('N'), { once: true })
    frame.open(methodUrl, { threeDSMethodData })
  })
}
