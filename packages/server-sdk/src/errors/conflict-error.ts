import { GatewayError, type GatewayErrorDetails } from './gateway-error.ts'

export interface ConflictErrorDetails extends GatewayErrorDetails {
  /** The gateway's own words. */
  readonly reason?: string | undefined
  /** The session's status, when a busy or finished session is the cause. */
  readonly sessionStatus?: string | undefined
  /** Seconds after which asking again makes sense. */
  readonly retryAfterSeconds?: number | undefined
}

/**
 * A request with the same idempotency key is still running, or the session is busy or finished (409).
 *
 * Of this request nothing was done, but the other one may still succeed.
 */
export class ConflictError extends GatewayError {
  override readonly name = 'ConflictError'
  readonly code = 'conflict'
  readonly reason: string | undefined
  readonly sessionStatus: string | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(details: ConflictErrorDetails) {
    const why = details.reason ?? (details.sessionStatus && `the session is ${details.sessionStatus}`)
    super(
      `Another request stands in the way (409)${why ? `: ${why}` : ''}. Ask for the status before trying again.`,
      details,
    )
    this.reason = details.reason
    this.sessionStatus = details.sessionStatus
    this.retryAfterSeconds = details.retryAfterSeconds
  }

  override toJSON(): Record<string, unknown> {
    return {
      ...super.toJSON(),
      reason: this.reason,
      sessionStatus: this.sessionStatus,
      retryAfterSeconds: this.retryAfterSeconds,
    }
  }
}
