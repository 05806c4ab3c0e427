import { describeCall, describeOutcome } from './connection-error.ts'
import { GatewayError, type GatewayErrorDetails } from './gateway-error.ts'

/**
 * The call was ended by its `signal`. `cause` is the signal's reason.
 *
 * A request that had left may still be done: then `outcomeUnknown` is `true`.
 */
export class RequestAbortedError extends GatewayError {
  override readonly name = 'RequestAbortedError'
  readonly code = 'request_aborted'

  constructor(details: GatewayErrorDetails) {
    super(`${describeCall(details)} was aborted. ${describeOutcome(details)}`, details)
  }
}
