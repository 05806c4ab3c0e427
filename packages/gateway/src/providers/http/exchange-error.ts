/**
 * The reason why an exchange gave no usable answer. `NEVER_SENT`: there was no connection, so the other side did not
 * receive the request. With every other reason it may have been executed.
 */
export type ExchangeFailure =
  | 'NEVER_SENT'
  | 'TIMEOUT'
  | 'CONNECTION_LOST'
  | 'ANSWER_TOO_LARGE'
  | 'ANSWER_MALFORMED'
  | 'ANSWER_REFUSED'

/** Contains neither the request nor the answer, because both may contain card data and errors are logged. */
export class ExchangeError extends Error {
  override readonly name = 'ExchangeError'
  readonly code: ExchangeFailure
  /** The code of the system's error, or what is wrong with the answer; empty if nothing more is known. */
  readonly detail: string
  /** The status of the unusable answer; null if none arrived. */
  readonly status: number | null

  constructor(party: string, code: ExchangeFailure, detail = '', status: number | null = null) {
    super(`${party}: ${code}${detail && ` (${detail})`}`)
    this.code = code
    this.detail = detail
    this.status = status
  }
}
