import type { FailureCode } from '../locales/texts.ts'
import type { HandshakeFailure } from '../protocol/handshake.ts'

/** What is wrong with the way the library is used, or with the way its frame is reached. */
export type PaymentComponentErrorCode =
  | 'missing_option'
  | 'invalid_option'
  | 'unknown_component'
  | 'not_available'
  | 'element_not_found'
  | 'already_mounted'
  | 'not_mounted'
  | 'destroyed'
  | 'payment_in_progress'
  | 'frame_removed'
  | HandshakeFailure
  | FailureCode

/**
 * Thrown when the library is used wrongly, and by `mount` when the card form cannot be shown. `code` is stable; the
 * message says what to do.
 */
export class PaymentComponentError extends Error {
  override readonly name = 'PaymentComponentError'
  readonly code: PaymentComponentErrorCode

  constructor(code: PaymentComponentErrorCode, message: string) {
    super(message)
    this.code = code
  }
}

/** What each failure of the handshake means to the developer of the page. */
export const HANDSHAKE_ADVICE: Readonly<Record<HandshakeFailure, string>> = {
  frame_timeout:
    'The card form did not answer within 10 seconds. Check the connection and that baseUrl is the gateway.',
  frame_blocked:
    'The Content-Security-Policy of this page blocks the card form. Add the gateway’s origin to frame-src.',
  origin_not_allowed:
    'The gateway did not let this page show the card form. Check the clientKey, and register the origin of this page for it.',
  version_mismatch:
    'The script and the card form are of different releases. Load embedded-fields.js from the gateway that serves the form.',
}
