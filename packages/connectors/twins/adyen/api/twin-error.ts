import type { TwinAnswer } from '../http/idempotency.ts'

/** An error as Adyen writes it. */
export class TwinError extends Error {
  readonly answer: TwinAnswer

  constructor(status: number, errorCode: string, message: string, errorType = 'validation') {
    super(message)
    this.answer = { status, body: { status, errorCode, message, errorType } }
  }
}

/** A request that lacks something, or has something of the wrong form. */
export function invalid(errorCode: string, message: string): TwinError {
  return new TwinError(422, errorCode, message)
}
