import { describeCall, describeOutcome } from './connection-error.ts'
import { GatewayError, type GatewayErrorDetails } from './gateway-error.ts'

/** The answer was not complete within `timeoutMs`. The gateway may have acted, as with a lost connection. */
export class RequestTimeoutError extends GatewayError {
  override readonly name = 'RequestTimeoutError'
  readonly code = 'request_timed_out'
  /** Milliseconds that were waited. */
  readonly timeoutMs: number

  constructor(details: GatewayErrorDetails & { readonly timeoutMs: number }) {
    super(
      `${describeCall(details)} received no response within ${details.timeoutMs} ms. ${describeOutcome(details)}`,
      details,
    )
    this.timeoutMs = details.timeoutMs
  }

  override toJSON(): Record<string, unknown> {
    return { ...super.toJSON(), timeoutMs: this.timeoutMs }
  }
}
