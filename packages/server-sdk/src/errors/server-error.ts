import { describeOutcome } from './connection-error.ts'
import { GatewayError, type GatewayErrorDetails } from './gateway-error.ts'

/** Something broke in the gateway or in front of it (5xx other than 503). What it did before that is unknown. */
export class ServerError extends GatewayError {
  override readonly name = 'ServerError'
  readonly code = 'server_failed'

  constructor(details: GatewayErrorDetails & { readonly status: number }) {
    super(
      `The gateway failed (${details.status}). ${details.outcomeUnknown ? describeOutcome(details) : 'Try again later.'}`,
      details,
    )
  }
}
