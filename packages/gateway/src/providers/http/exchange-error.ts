/**
 * Why an exchange gave no answer that can be used. `NEVER_SENT`: no connection came about, so the other side has not
 * seen the request. After all others it may have been executed.
 */
export type ExchangeFailure =
  | 'NEVER_SENT'
  | 'TIMEOUT'
  | 'CONNECTION_LOST'
  | 'ANSWER_TOO_LARGE'
  | 'ANSWER_MALFORMED'
  | 'ANSWER_REFUSED'

/** Carries neither the request nor the answer: either may hold card data, and errors are logged. */
export class ExchangeError extends Error {
  override readonly name = 'ExchangeError'
  readonly code: ExchangeFailure
  /** Of the answer that cannot be used; null where none came. */
  readonly status: number | null

  constructor(party: string, code: ExchangeFailure, detail = '', status: number | null = null) {
    super(`${party}: ${code}${detail && ` (${detail})`}`)
    this.code = code
    this.status = status
  }
}
