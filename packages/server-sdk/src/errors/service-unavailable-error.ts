import { describeOutcome } from './connection-error.ts'
import { GatewayError, type GatewayErrorDetails } from './gateway-error.ts'

/** The gateway, or a proxy in front of it, accepts no requests at the moment (503). */
export class ServiceUnavailableError extends GatewayError {
  override readonly name = 'ServiceUnavailableError'
  readonly code = 'service_unavailable'
  /** Seconds to wait, if the response has them. */
  readonly retryAfterSeconds: number | undefined

  constructor(details: GatewayErrorDetails & { readonly retryAfterSeconds?: number | undefined }) {
    super(
      `The gateway is not accepting requests (503). ${details.outcomeUnknown ? describeOutcome(details) : 'Try again later.'}`,
      details,
    )
    this.retryAfterSeconds = details.retryAfterSeconds
  }

  override toJSON(): Record<string, unknown> {
    return { ...super.toJSON(), retryAfterSeconds: this.retryAfterSeconds }
  }
}
