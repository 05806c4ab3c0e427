import { GatewayError, type GatewayErrorDetails } from './gateway-error.ts'

/** Too many requests (429). Nothing was done. */
export class RateLimitError extends GatewayError {
  override readonly name = 'RateLimitError'
  readonly code = 'rate_limited'
  /** Seconds to wait, if the gateway sent them. */
  readonly retryAfterSeconds: number | undefined

  constructor(details: GatewayErrorDetails & { readonly retryAfterSeconds?: number | undefined }) {
    const wait = details.retryAfterSeconds === undefined ? 'a moment' : `${details.retryAfterSeconds} s`
    super(`Too many requests (429). Wait ${wait}, then send the request again.`, details)
    this.retryAfterSeconds = details.retryAfterSeconds
  }

  override toJSON(): Record<string, unknown> {
    return { ...super.toJSON(), retryAfterSeconds: this.retryAfterSeconds }
  }
}
