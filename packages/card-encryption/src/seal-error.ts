/** The reason why a card could not be sealed: an argument that breaks a rule, or a runtime that could not encrypt. */
export type SealErrorCode = 'invalid_argument' | 'sealing_failed'

/**
 * A field was not sealed: an argument is wrong, or the platform's cryptography refused. The message never contains the
 * value.
 */
export class SealError extends Error {
  override readonly name = 'SealError'
  /** The kind of error, for `switch`. */
  readonly code: SealErrorCode

  constructor(code: SealErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
