import type { FailureCode } from '@sluice/texts/card-form'
import type { HandshakeFailure } from '../protocol/handshake.ts'

/** The misuse of the library, or the reason why its frame cannot be reached. */
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
  | 'frame_removed'
  | HandshakeFailure
  | FailureCode

/**
 * Thrown if the library is used incorrectly, and by `mount` if the component cannot be shown. `code` is stable; the
 * message says what to do.
 */
export class PaymentComponentError extends Error {
  override readonly name = 'PaymentComponentError'
  /** The code, for `switch`. */
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

/** The reasons why a component cannot be used, and the developer's remedy for each. */
export const ADVICE: Readonly<
  Partial<Record<PaymentComponentErrorCode, string>> & Record<HandshakeFailure, string>
> = {
  frame_timeout: 'The gateway does not answer: check the connection and baseUrl',
  frame_blocked: 'Add both origins of the gateway to frame-src in the policy of this page:',
  origin_not_allowed: 'Register the origin of this page for the clientKey',
  unknown_client_key: 'The gateway does not know the clientKey',
  version_mismatch: 'Load embedded-fields.js from the gateway of the form',
  session_not_found: 'The gateway knows no such sessionId of this clientKey',
  session_finished: 'The session has ended: call updateSession with a new one',
  insecure_context: 'Serve this page over https',
}
