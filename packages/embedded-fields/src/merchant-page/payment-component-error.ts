import type { FailureCode } from '../locales/texts.ts'
import type { HandshakeFailure } from '../protocol/handshake.ts'

/** What is wrong with the way the library is used, or with the way its frame is reached. */
export type PaymentComponentErrorCode =
  | 'missing_option'
  | 'invalid_option'
  | 'unknown_component'
  | 'element_not_found'
  | 'element_ambiguous'
  | 'already_mounted'
  | 'not_mounted'
  | 'destroyed'
  | 'payment_in_progress'
  | 'session_finished'
  | 'frame_removed'
  | HandshakeFailure
  | FailureCode

/**
 * Thrown when the library is used wrongly, and by `mount` when the component cannot be shown. `code` is stable; the
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

/** @param expected - What the option must be, to follow "must be". */
export function invalidOption(name: string, expected: string): PaymentComponentError {
  return new PaymentComponentError('invalid_option', `${name} must be ${expected}`)
}

/** What each failure of the handshake means to the developer of the page. */
export const HANDSHAKE_ADVICE: Readonly<Record<HandshakeFailure, string>> = {
  frame_timeout: 'No answer within 10 seconds. Check the connection and baseUrl.',
  frame_blocked: 'Add the gateway to frame-src in the policy of this page.',
  origin_not_allowed: 'Check the clientKey, and register the origin of this page for it.',
  version_mismatch: 'Load embedded-fields.js from the gateway of the form.',
}
