import type { TwinAnswer } from '../http/idempotency.ts'

/** An error in Adyen's format. */
export class TwinError extends Error {
  readonly answer: TwinAnswer

  constructor(status: number, errorCode: string, message: string, errorType = 'validation') {
    super(message)
    this.answer = { status, body: { status, errorCode, message, errorType } }
  }
}

/** Returns the error for a request that lacks a member, or has one with an invalid format. */
export function invalid(errorCode: string, message: string): TwinError {
  return new TwinError(422, errorCode, message)
}
